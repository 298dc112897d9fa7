import type { Definition } from '@kaiku/contract/definition.ts'
import type { View } from '@kaiku/contract/view.ts'
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

/** What decides where an interview belongs; nodes may come and go without moving any. */
const placement = (view: View, { questions }: Definition) => {
  const ids = 'levels' in view ? view.levels.map(({ question }) => question) : [view.key]
  const levels = ids.map((id) => questions.find((question) => question.id === id))
  return JSON.stringify(['nodes' in view, levels.map((question) => [question?.id, question?.type, question?.missing])])
}

/** Brings the nodes up to date. Tells the views whose interviews have to be placed anew. */
export async function storePlaces(
  client: pg.PoolClient,
  target: Target,
  old: Definition | null,
  next: Definition,
): Promise<string[]> {
  const before = new Map(old?.views.map((view) => [view.extName, view]))
  const moved: string[] = []
  for (const view of next.views) {
    const was = before.get(view.extName)
    const isMoved = old !== null && (!was || placement(was, old) !== placement(view, next))
    if (isMoved) moved.push(view.extName)
    // Places of another making would mix with the new ones; interviews find theirs when they are placed anew.
    if (isMoved)
      await client.query('delete from node where universe = $1 and survey = $2 and view = $3', [
        target.universe,
        target.survey,
        view.extName,
      ])
    if ('nodes' in view) await storeNodes(client, target, view)
    else await renameNodes(client, target, view, next)
  }
  return moved
}

type Tabled = Extract<View, { nodes: unknown }>

/** A node keeps its number wherever it moves; one that is gone from the file is retired today and keeps its interviews. */
async function storeNodes(
  client: pg.PoolClient,
  { universe, survey }: Target,
  { extName, nodes }: Tabled,
): Promise<void> {
  const own = [universe, survey, extName]
  await client.query(
    `insert into node (universe, survey, view, id, name)
     select $1, $2, $3, id, '""' from unnest($4::text[]) as given (id)
     where not exists (select from node n where n.universe = $1 and n.survey = $2 and n.view = $3 and n.id = given.id)`,
    [...own, nodes.map(({ id }) => id)],
  )
  await client.query(
    `update node n set parent = above.number, name = given.name, position = given."order",
       valid_from = given."validFrom", valid_to = given."validTo"
     from jsonb_to_recordset($4::jsonb) as given
       (id text, parent text, name jsonb, "order" float8, "validFrom" date, "validTo" date)
     left join node above on above.universe = $1 and above.survey = $2 and above.view = $3 and above.id = given.parent
     where n.universe = $1 and n.survey = $2 and n.view = $3 and n.id = given.id
       and (n.parent, n.name, n.position, n.valid_from, n.valid_to)
         is distinct from (above.number, given.name, given."order", given."validFrom", given."validTo")`,
    [...own, JSON.stringify(nodes)],
  )
  await client.query(
    `update node set valid_to = current_date where universe = $1 and survey = $2 and view = $3
       and valid_to is null and id <> all($4::text[])`,
    [...own, nodes.map(({ id }) => id)],
  )
}

type Levelled = Extract<View, { levels: unknown }>

/** Places that answers made are called what the answers are called now; a code without a title by itself. */
async function renameNodes(
  client: pg.PoolClient,
  { universe, survey }: Target,
  { extName, levels }: Levelled,
  { questions }: Definition,
): Promise<void> {
  const titles = levels.flatMap(({ question: id }, i) => {
    const question = questions.find((one) => one.id === id)
    const listed = question && ('options' in question ? question.options : 'labels' in question ? question.labels : [])
    return (listed ?? []).map(({ code, title }) => ({ depth: i + 1, id: String(code), title }))
  })
  await client.query(
    `with recursive tree as (
       select number, id, 1 as depth from node where universe = $1 and survey = $2 and view = $3 and parent is null
       union all
       select n.number, n.id, tree.depth + 1 from node n join tree on n.parent = tree.number
       where n.universe = $1 and n.survey = $2 and n.view = $3),
     named as (
       select tree.number, coalesce(given.title, to_jsonb(tree.id)) as name
       from tree left join jsonb_to_recordset($4::jsonb) as given (depth int, id text, title jsonb)
         on given.depth = tree.depth and given.id = tree.id)
     update node n set name = named.name from named
     where n.universe = $1 and n.survey = $2 and n.view = $3 and n.number = named.number and n.name <> named.name`,
    [universe, survey, extName, JSON.stringify(titles)],
  )
}
