import { fileDecisions, understoodFile } from '@kaiku/contract/new-survey.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { int8, json, nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const rowColumns = {
  id: text,
  universe: text,
  person: text,
  file: text,
  size: int8,
  decisions: json(fileDecisions),
  understood: json(understoodFile),
  definition: json(z.record(z.string(), z.string())),
  assumptions: text,
  at: time,
  expiresAt: time,
  survey: nullable(number),
  extName: nullable(text),
  task: nullable(text),
} satisfies Shape
export type StoredNewSurvey = RowOf<typeof rowColumns>

const selected = `select n.id, n.universe, n.person, n.file, n.size, n.decisions, n.understood, n.definition, n.assumptions,
    n.created_at as at, n.expires_at as "expiresAt", n.survey, s.ext_name as "extName", n.task
  from new_survey n left join survey s on (s.universe, s.number) = (n.universe, n.survey)`

export type Uploader = { readonly universe: string; readonly person: string }
/** How many files somebody may keep in a universe. */
const mostKept = 20

export type Made = Pick<StoredNewSurvey, 'decisions' | 'understood' | 'definition' | 'assumptions'>

/** Somebody's file. Throws Fault `not_found`, for another's or a forgotten one as for one that does not exist. */
export async function findNewSurvey(
  { pool }: Stores,
  { universe, person }: Uploader,
  id: string,
): Promise<StoredNewSurvey> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `${selected} where n.universe = $1 and n.person = $2 and n.id = $3 and n.expires_at > now()`,
      [universe, person, id],
    ),
  )
  if (!rows[0]) throw new Fault('not_found', 'There is no such file.')
  return rows[0]
}

export const listNewSurveys = ({ pool }: Stores, { universe, person }: Uploader): Promise<StoredNewSurvey[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      rowColumns,
      `${selected} where n.universe = $1 and n.person = $2 and n.expires_at > now() order by n.id desc limit ${mostKept}`,
      [universe, person],
    )
    return rows
  })

/** Keeps a file for a day. Throws Fault `busy` for too many. */
export const addNewSurvey = (
  { pool }: Stores,
  { universe, person }: Uploader,
  made: Made & Pick<StoredNewSurvey, 'id' | 'file'> & { readonly size: number },
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(
      `insert into new_survey (universe, id, person, file, size, decisions, understood, definition, assumptions)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9 where $10 > (
         select count(*) from new_survey where universe = $1 and person = $3 and survey is null and expires_at > now())`,
      [universe, made.id, person, made.file, made.size, ...settledValues(made), mostKept],
    )
    if (!rowCount) throw refuse('busy', 'newSurvey.most', { most: mostKept })
  })

const settledValues = ({ decisions, understood, definition, assumptions }: Made) => [
  JSON.stringify(decisions),
  JSON.stringify(understood),
  JSON.stringify(definition),
  assumptions,
]

/** Keeps what was settled; a file that was published stays as it is. Throws Fault `conflict`. */
export const settleNewSurvey = (
  { pool }: Stores,
  { universe, person }: Uploader,
  id: string,
  made: Made,
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(
      `update new_survey set decisions = $4, understood = $5, definition = $6, assumptions = $7
       where universe = $1 and person = $2 and id = $3 and survey is null`,
      [universe, person, id, ...settledValues(made)],
    )
    if (!rowCount) throw refuse('conflict', 'newSurvey.published')
  })

export const noteNewSurvey = (
  { pool }: Stores,
  { universe, id }: Pick<StoredNewSurvey, 'universe' | 'id'>,
  survey: number,
  task: string,
): Promise<unknown> =>
  inUniverse(pool, universe, (client) =>
    client.query(
      `update new_survey set survey = $3, task = $4, expires_at = now() + interval '1 day'
       where universe = $1 and id = $2`,
      [universe, id, survey, task],
    ),
  )

/** Forgets what stood in the columns of a file that was imported. */
export const emptyNewSurvey = (
  { service }: Stores,
  { universe, id }: Pick<StoredNewSurvey, 'universe' | 'id'>,
): Promise<unknown> =>
  service.query(
    `update new_survey set assumptions = '', decisions = '{"columns":{},"answers":{}}',
       understood = understood || '{"doubts":[],"columns":[]}'
     where universe = $1 and id = $2`,
    [universe, id],
  )

export const dropNewSurvey = ({ pool }: Stores, { universe, person }: Uploader, id: string): Promise<unknown> =>
  inUniverse(pool, universe, (client) =>
    client.query('delete from new_survey where universe = $1 and person = $2 and id = $3', [universe, person, id]),
  )

/** What no universe keeps any more; the ids of all that are kept. */
export async function forgetNewSurveys({ service }: Stores): Promise<ReadonlySet<string>> {
  await service.query('delete from new_survey where expires_at < now()')
  const { rows } = await query(service, { id: text }, 'select id from new_survey')
  return new Set(rows.map(({ id }) => id))
}

/** A file for the work in the background, whoever it is of; null: it is forgotten. */
export async function newSurveyOfTask(
  { service }: Stores,
  universe: string,
  id: string,
): Promise<StoredNewSurvey | null> {
  const { rows } = await query(service, rowColumns, `${selected} where n.universe = $1 and n.id = $2`, [universe, id])
  return rows[0] ?? null
}
