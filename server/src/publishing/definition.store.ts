import type { Definition } from '@kaiku/contract/definition.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'

/** A version of a survey. */
export type Target = { readonly universe: string; readonly survey: number; readonly version: number }

export async function storeVersion(
  client: pg.PoolClient,
  { universe, survey, version }: Target,
  files: ReadonlyMap<string, string>,
  by: string,
): Promise<void> {
  const own = [universe, survey, version]
  await client.query(
    'insert into definition_version (universe, survey, version, published_by) values ($1, $2, $3, $4)',
    [...own, by],
  )
  await client.query(
    `insert into definition_file (universe, survey, version, path, text)
     select $1, $2, $3, path, text from unnest($4::text[], $5::text[]) as file (path, text)`,
    [...own, [...files.keys()], [...files.values()]],
  )
}

/** Gives each new question and view its column, for life. Tells the questions that have a column of another type. */
export async function storeColumns(
  client: pg.PoolClient,
  { universe, survey }: Target,
  { questions, views }: Definition,
): Promise<string[]> {
  const { rows } = await query(
    client,
    { question: text },
    `with wanted as (select * from unnest($3::text[], $4::text[]) with ordinality as w (question, kind, place)),
    missing as (
      select w.* from wanted w left join question_column c
        on c.universe = $1 and c.survey = $2 and c.question = w.question and c.kind = w.kind
      where c.number is null),
    last as (select coalesce(max(number), 0) as number from question_column where universe = $1 and survey = $2),
    added as (insert into question_column (universe, survey, question, kind, number)
      select $1, $2, question, kind, last.number + row_number() over (order by place) from missing, last)
    select distinct m.question from missing m join question_column c
      on c.universe = $1 and c.survey = $2 and c.question = m.question`,
    [universe, survey, questions.map(({ id }) => id), questions.map(({ type }) => type)],
  )
  await client.query(
    `insert into view_column (universe, survey, view, number)
     select $1, $2, view, last.number + row_number() over (order by place)
     from unnest($3::text[]) with ordinality as w (view, place),
       (select coalesce(max(number), 0) as number from view_column where universe = $1 and survey = $2) as last
     where not exists (select from view_column c where c.universe = $1 and c.survey = $2 and c.view = w.view)`,
    [universe, survey, views.map(({ extName }) => extName)],
  )
  return rows.map(({ question }) => question)
}
