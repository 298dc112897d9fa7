import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import type { Dictionary } from '../survey/dictionary.ts'

/** How many rejects stay with the import; the rejects file has them all. */
export const keptRejects = 1000

export type StartedImport = { readonly id: string; readonly doneRows: number }

type Row = Omit<ImportReport, 'columns' | 'sample' | 'counts'>

const select = `select id as "importId", file, mapping, state, done_rows::float8 as rows, inserted::float8 as inserted,
  corrected::float8 as corrected, unchanged::float8 as unchanged, rejected::float8 as rejected, rejects, message,
  to_json(started_at)#>>'{}' as at from import`

type Own = Pick<Dictionary, 'universe' | 'survey'>

/** Goes on with an import of the same file by the same mapping that did not finish, or begins one. */
export function startImport(
  pool: pg.Pool,
  { universe, survey }: Own,
  { file, fileHash, mapping }: { file: string; fileHash: string; mapping: string },
): Promise<StartedImport> {
  return inUniverse(pool, universe, async (client) => {
    const own = [universe, survey, fileHash, mapping]
    const { rows } = await client.query<StartedImport>(
      `update import set state = 'running', message = null where universe = $1 and id = (
         select id from import where universe = $1 and survey = $2 and file_hash = $3 and mapping = $4
           and state in ('running', 'failed') and $3 <> '' order by started_at desc limit 1)
       returning id, done_rows::float8 as "doneRows"`,
      own,
    )
    if (rows[0]) return rows[0]
    const begun = await client.query<StartedImport>(
      `insert into import (universe, survey, file_hash, mapping, file, state) values ($1, $2, $3, $4, $5, 'running')
       returning id, done_rows::float8 as "doneRows"`,
      [...own, file],
    )
    if (!begun.rows[0]) throw new Error('the import was not begun')
    return begun.rows[0]
  })
}

/** Ends a running import; one that another process ended meanwhile stays as it is. */
export async function endImport(
  pool: pg.Pool,
  { universe }: Own,
  id: string,
  end: { state: 'done' | 'failed'; rejects: ImportReport['rejects']; message: string | null },
): Promise<void> {
  await inUniverse(pool, universe, (client) =>
    client.query(
      `update import set state = $3, rejects = $4, message = $5, finished_at = now()
       where universe = $1 and id = $2 and state = 'running'`,
      [universe, id, end.state, JSON.stringify(end.rejects), end.message],
    ),
  )
}

/** Throws Fault `not_found` where this survey has no such import. */
export async function findImport(pool: pg.Pool, { universe, survey }: Own, id: string): Promise<ImportReport> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    client.query<Row>(`${select} where universe = $1 and survey = $2 and id = $3`, [universe, survey, id]),
  )
  if (!rows[0]) throw new Fault('not_found', 'There is no such import.')
  return reportOf(rows[0])
}

/** The last hundred imports of a survey, newest first. */
export async function listImports(pool: pg.Pool, { universe, survey }: Own): Promise<ImportReport[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    client.query<Row>(`${select} where universe = $1 and survey = $2 order by started_at desc, id desc limit 100`, [
      universe,
      survey,
    ]),
  )
  return rows.map(reportOf)
}

const reportOf = (row: Row): ImportReport => ({ ...row, columns: [], sample: [], counts: [] })

export async function countInterviews(pool: pg.Pool, { universe, survey }: Own): Promise<number> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    client.query<{ count: number }>(
      'select count(*)::float8 as count from interview where universe = $1 and survey = $2',
      [universe, survey],
    ),
  )
  return rows[0]?.count ?? 0
}
