import type { ImportReport } from '@kaiku/contract/import.ts'
import { reject } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { z } from 'zod'
import { holdsText } from '../db/holds-text.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, json, nullable, number, oneOf, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvent } from '../live-event/live-event.ts'

const startedImportColumns = { id: textColumn, doneRows: number } satisfies Shape

const doneColumns = {
  file: textColumn,
  inserted: number,
  corrected: number,
  rejected: number,
  isFile: bool,
} satisfies Shape

const rowColumns = {
  importId: nullable(textColumn),
  file: textColumn,
  mapping: textColumn,
  state: oneOf('preview', 'running', 'done', 'failed', 'undone'),
  rows: number,
  inserted: number,
  corrected: number,
  unchanged: number,
  rejected: number,
  rejects: json(z.array(reject)),
  message: nullable(textColumn),
  at: textColumn,
} satisfies Shape

/** How many rejects stay with the import; the rejects file has them all. */
export const keptRejects = 1000

export type StartedImport = { readonly id: string; readonly doneRows: number }

type Row = Omit<ImportReport, 'encoding' | 'columns' | 'sample' | 'counts' | 'blankRows' | 'farDays'>

const select = `select id as "importId", file, mapping, state, done_rows::float8 as rows, inserted::float8 as inserted,
  corrected::float8 as corrected, unchanged::float8 as unchanged, rejected::float8 as rejected, rejects, message,
  to_json(started_at)#>>'{}' as at from import`

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

const resume = `update import set state = 'running', message = null where universe = $1 and id = (
    select id from import where universe = $1 and survey = $2 and file_hash = $3 and mapping = $4
      and state in ('running', 'failed') order by started_at desc limit 1)
  returning id, done_rows::float8 as "doneRows"`

/** Goes on with an import of the same file by the same mapping that did not finish, or begins one. */
export function startImport(
  pool: pg.Pool,
  { universe, survey }: SurveyKey,
  { file, fileHash, mapping }: { file: string; fileHash: string; mapping: string },
): Promise<StartedImport> {
  return inUniverse(pool, universe, async (client) => {
    // It need not outlive a crash before the first chunk does, and that one's commit takes it to the disk as well.
    await client.query('set local synchronous_commit = off')
    const own = [universe, survey, fileHash, mapping]
    const interrupted = fileHash === '' ? undefined : (await query(client, startedImportColumns, resume, own)).rows[0]
    if (interrupted) return interrupted
    const begun = await query(
      client,
      startedImportColumns,
      `insert into import (universe, survey, file_hash, mapping, file, state) values ($1, $2, $3, $4, $5, 'running')
       returning id, done_rows::float8 as "doneRows"`,
      [...own, file],
    )
    if (!begun.rows[0]) throw new Error('the import was not begun')
    return begun.rows[0]
  })
}

/** Ends a running import that cannot go on; one that another process ended meanwhile stays as it is. */
export async function failImport(pool: pg.Pool, { universe }: SurveyKey, id: string, message: string): Promise<void> {
  await inUniverse(pool, universe, (client) =>
    client.query(
      `update import set state = 'failed', rejects = '[]', message = $3, finished_at = now()
       where universe = $1 and id = $2 and state = 'running'`,
      [universe, id, message],
    ),
  )
}

export type ImportStep = {
  /** Rows of the file read before and up to this step, rejected ones included. */
  readonly from: number
  readonly to: number
  readonly rejected: number
  /** Null: more follows. Else what is told of the whole; `kept`: interviews before this step that stay as corrected by hand. */
  readonly end: { readonly rejects: ImportReport['rejects']; readonly kept: number } | null
}
/** Interviews of one step. */
export type StoredImport = {
  readonly inserted: number
  readonly corrected: number
  readonly unchanged: number
  /** Those of the unchanged ones that were corrected by hand. */
  readonly kept: number
}

/** What was done with a file. */
type Done = Pick<ImportReport, 'file' | 'inserted' | 'corrected' | 'rejected'>

const doneWith = `returning file, inserted::float8 as inserted, corrected::float8 as corrected, rejected::float8 as rejected,
  file_hash <> '' as "isFile"`

/** Tells those who import that a file was read, or taken back, as soon as that is committed. */
async function tellDone(client: pg.PoolClient, dictionary: Dictionary, what: 'read' | 'undone', done: Done) {
  const { file, inserted, corrected, rejected } = done
  const told = { kind: 'import', done: what, file, inserted, corrected, rejected } as const
  await publishLiveEvent(client, dictionary, told, { permission: 'importData' })
}

/** Notes that an import is taken back. */
export async function endUndo(client: pg.PoolClient, dictionary: Dictionary, id: string): Promise<void> {
  const { rows } = await query(
    client,
    doneColumns,
    `update import set state = 'undone', finished_at = now() where universe = $1 and id = $2 ${doneWith}`,
    [dictionary.universe, id],
  )
  if (rows[0]) await tellDone(client, dictionary, 'undone', rows[0])
}

/** Notes how far an import has come, or that it is done. Throws Fault `conflict` when another process moved it on. */
export async function advanceImport(
  client: pg.PoolClient,
  dictionary: Dictionary,
  id: string,
  { from, to, rejected, end }: ImportStep,
  { inserted, corrected, unchanged, kept }: StoredImport,
): Promise<void> {
  const own = [dictionary.universe, id, from, to, inserted, corrected, unchanged, rejected]
  const where = `where universe = $1 and id = $2 and done_rows = $3 and state = 'running'`
  const step = `update import set done_rows = $4, inserted = inserted + $5, corrected = corrected + $6,
    unchanged = unchanged + $7, rejected = $8`
  const all = kept + (end?.kept ?? 0)
  const message = all > 0 ? `${all} interviews were corrected by hand and stay as they are` : null
  const { rows } = end
    ? await query(
        client,
        doneColumns,
        `${step}, state = 'done', rejects = $9, message = $10, finished_at = now() ${where} ${doneWith}`,
        [...own, JSON.stringify(end.rejects), message],
      )
    : await query(client, doneColumns, `${step} ${where} ${doneWith}`, own)
  const [moved] = rows
  if (!moved) throw new Fault('conflict', 'another process works on the same import')
  if (end && moved.isFile) await tellDone(client, dictionary, 'read', moved)
}

/** Throws Fault `not_found` where this survey has no such import, whatever the id looks like. */
export async function findImport(pool: pg.Pool, { universe, survey }: SurveyKey, id: string): Promise<ImportReport> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(client, rowColumns, `${select} where universe = $1 and survey = $2 and id::text = lower($3)`, [
      universe,
      survey,
      id,
    ]),
  )
  if (!rows[0]) throw new Fault('not_found', 'There is no such import.')
  return reportOf(rows[0])
}

/** The last hundred imports of a survey, newest first. */
export async function listImports(pool: pg.Pool, { universe, survey }: SurveyKey): Promise<ImportReport[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `${select} where universe = $1 and survey = $2 order by started_at desc, id desc limit 100`,
      [universe, survey],
    ),
  )
  return rows.map(reportOf)
}

const notToldLater = { blankRows: 0, farDays: [] }
const reportOf = (row: Row): ImportReport => ({
  ...row,
  encoding: null,
  columns: [],
  sample: [],
  counts: [],
  ...notToldLater,
})

export async function countInterviews(pool: pg.Pool, { universe, survey }: SurveyKey): Promise<number> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { count: number },
      'select count(*)::float8 as count from interview where universe = $1 and survey = $2',
      [universe, survey],
    ),
  )
  return rows[0]?.count ?? 0
}

/** Empties the cells of rejected rows that name somebody, in lower case; answers of how many imports. */
export async function blankRejects(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  names: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update import set rejects = (
        select coalesce(jsonb_agg(case when ${holdsText(`one ->> 'value'`)} then jsonb_set(one, '{value}', '""') else one end), '[]')
        from jsonb_array_elements(rejects) as one)
      where universe = $1 and survey = any($2) and ${holdsText('rejects::text')}`,
    [universe, surveys, names],
  )
  return rowCount ?? 0
}

/** Empties the cells of rows that were rejected before a moment. */
export const blankOldRejects = (client: pg.PoolClient, { universe, survey }: SurveyKey, before: string) =>
  client.query(
    `update import set rejects = (select coalesce(jsonb_agg(jsonb_set(one, '{value}', '""')), '[]')
       from jsonb_array_elements(rejects) as one)
     where universe = $1 and survey = $2 and started_at < $3 and state <> 'running'
       and jsonb_path_exists(rejects, '$[*] ? (@.value <> "")')`,
    [universe, survey, before],
  )
