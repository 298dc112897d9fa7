import type { CorrectionFile } from '@kaiku/contract/correction-file.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bool, jsonBy, nullable, number as numberColumn, numbers, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn, isAnswer } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>
type Stored = Answers[string] | null
type Change = {
  readonly number: string
  readonly question: string
  readonly before: Stored
  readonly after: Stored
}

/** Keeps what a file changed; its id. */
export async function keepFile(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { file, rejected, person }: { readonly file: string; readonly rejected: number; readonly person: string },
  changes: readonly Change[],
): Promise<string> {
  const { rows } = await query(
    client,
    { id: text },
    `insert into correction_file (universe, survey, file, rejected, person) values ($1, $2, $3, $4, $5) returning id`,
    [universe, survey, file, rejected, person],
  )
  const id = rows[0]?.id ?? ''
  const json = (values: readonly Stored[]) => values.map((value) => (value === null ? null : JSON.stringify(value)))
  await client.query(
    `insert into correction_file_change (universe, survey, file, number, question, before, after)
     select $1, $2, $3, c.* from unnest($4::bigint[], $5::text[], $6::jsonb[], $7::jsonb[]) as c`,
    [
      universe,
      survey,
      id,
      changes.map(({ number }) => number),
      changes.map(({ question }) => question),
      json(changes.map(({ before }) => before)),
      json(changes.map(({ after }) => after)),
    ],
  )
  return id
}

const listColumns = {
  fileId: text,
  file: text,
  changed: numberColumn,
  interviews: numberColumn,
  kept: numberColumn,
  rejected: numberColumn,
  person: nullable(text),
  at: time,
  undoneAt: nullable(time),
  undoneBy: nullable(text),
} satisfies Shape

/** The last hundred, newest first. */
export async function listFiles({ pool, service }: Stores, { universe, survey }: SurveyKey): Promise<CorrectionFile[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      listColumns,
      `select f.id as "fileId", f.file, f.rejected, f.person, f.at, f.undone_at as "undoneAt", f.undone_by as "undoneBy",
         c.changed, c.interviews, c.kept
       from correction_file f cross join lateral (
         select count(*)::int as changed, count(distinct number)::int as interviews,
           (count(*) filter (where not undone))::int as kept
         from correction_file_change c where (c.universe, c.survey, c.file) = (f.universe, f.survey, f.id)) c
       where f.universe = $1 and f.survey = $2 order by f.id desc limit 100`,
      [universe, survey],
    ),
  )
  const names = await namesOf(
    service,
    rows.flatMap(({ person, undoneBy }) => [person, undoneBy]),
  )
  const nameOf = (person: string | null) => names.get(person ?? '') ?? ''
  return rows.map(({ person, at, undoneAt, undoneBy, kept, ...row }) => ({
    ...row,
    by: nameOf(person),
    at: at.toISOString(),
    undone: undoneAt && { by: nameOf(undoneBy), at: undoneAt.toISOString(), kept },
  }))
}

const answer = nullable(
  jsonBy((value) => {
    if (!isAnswer(value)) throw new TypeError('is not an answer')
    return value
  }),
)
const changeColumns = {
  number: text,
  id: text,
  leaves: numbers,
  answers: answersColumn,
  question: text,
  before: answer,
  after: answer,
} satisfies Shape

/** What a file changed in interviews that are there, with their answers now; null: there is no such file. The file is locked. */
export async function changesOfFile(client: pg.PoolClient, { universe, survey }: SurveyKey, file: string) {
  const own = [universe, survey, file]
  const found = await query(
    client,
    { isUndone: bool },
    `select undone_at is not null as "isUndone" from correction_file
     where universe = $1 and survey = $2 and id = $3 for update`,
    own,
  )
  const [first] = found.rows
  if (!first) return null
  const { rows } = await query(
    client,
    changeColumns,
    `select c.number::text, i.id, i.leaves, i.answers, c.question, c.before, c.after
     from correction_file_change c join interview i using (universe, survey, number)
     where c.universe = $1 and c.survey = $2 and c.file = $3 order by c.number, c.question`,
    own,
  )
  return { isUndone: first.isUndone, changes: rows }
}

/** Notes that a file was taken back, and which of its values. */
export async function endFile(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  file: string,
  person: string,
  restored: readonly Pick<Change, 'number' | 'question'>[],
): Promise<void> {
  await client.query(
    `update correction_file set undone_at = now(), undone_by = $4 where universe = $1 and survey = $2 and id = $3`,
    [universe, survey, file, person],
  )
  await client.query(
    `update correction_file_change c set undone = true
     from unnest($4::bigint[], $5::text[]) as r(number, question)
     where c.universe = $1 and c.survey = $2 and c.file = $3 and c.number = r.number and c.question = r.question`,
    [universe, survey, file, restored.map(({ number }) => number), restored.map(({ question }) => question)],
  )
}
