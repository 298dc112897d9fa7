import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const rowColumns = {
  id: text,
  universe: text,
  survey: number,
  person: text,
  file: text,
  size: int8,
  at: time,
  expiresAt: time,
  task: nullable(text),
} satisfies Shape
export type StoredMappingFile = RowOf<typeof rowColumns>

const selected = `select id, universe, survey, person, file, size, created_at as at, expires_at as "expiresAt", task
  from mapping_file`

/** Whose a file is: of one person in one survey. */
export type FileOwner = { readonly universe: string; readonly survey: number; readonly person: string }
/** How many files somebody may keep in a survey. */
const mostKept = 10

/** Throws Fault `not_found`, for another's or a forgotten file as for one that does not exist. */
export async function findMappingFile(
  { pool }: Stores,
  { universe, survey, person }: FileOwner,
  id: string,
): Promise<StoredMappingFile> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `${selected} where universe = $1 and survey = $2 and person = $3 and id = $4 and expires_at > now()`,
      [universe, survey, person, id],
    ),
  )
  if (!rows[0]) throw new Fault('not_found', 'There is no such file.')
  return rows[0]
}

/** Files that no import has, the newest first. */
export const listMappingFiles = (
  { pool }: Stores,
  { universe, survey, person }: FileOwner,
): Promise<StoredMappingFile[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      rowColumns,
      `${selected} where universe = $1 and survey = $2 and person = $3 and expires_at > now() and task is null
       order by id desc limit ${mostKept}`,
      [universe, survey, person],
    )
    return rows
  })

/** Keeps a file for a day. Throws Fault `busy` for too many. */
export const addMappingFile = (
  { pool }: Stores,
  { universe, survey, person }: FileOwner,
  { id, file, size }: { readonly id: string; readonly file: string; readonly size: number },
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(
      `insert into mapping_file (universe, survey, person, id, file, size)
       select $1, $2, $3, $4, $5, $6 where $7 > (
         select count(*) from mapping_file
         where universe = $1 and survey = $2 and person = $3 and task is null and expires_at > now())`,
      [universe, survey, person, id, file, size, mostKept],
    )
    if (!rowCount) throw refuse('busy', 'mapping.most', { most: mostKept })
  })

/** Says which task imports a file, which is kept for another day. Throws Fault `conflict` where one does already. */
export const noteMappingTask = (
  { pool }: Stores,
  { universe, id }: Pick<StoredMappingFile, 'universe' | 'id'>,
  task: string,
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(
      `update mapping_file set task = $3, expires_at = now() + interval '1 day'
       where universe = $1 and id = $2 and task is null`,
      [universe, id, task],
    )
    if (!rowCount) throw refuse('conflict', 'mapping.importing')
  })

export const dropMappingFile = ({ service }: Stores, { universe, id }: Pick<StoredMappingFile, 'universe' | 'id'>) =>
  service.query('delete from mapping_file where universe = $1 and id = $2', [universe, id])

/** What no survey keeps any more; the ids of all that are kept. */
export async function forgetMappingFiles({ service }: Stores): Promise<ReadonlySet<string>> {
  await service.query('delete from mapping_file where expires_at < now()')
  const { rows } = await query(service, { id: text }, 'select id from mapping_file')
  return new Set(rows.map(({ id }) => id))
}

/** A file for the work in the background, whoever it is of; null: it is forgotten. */
export async function mappingFileOfTask(
  { service }: Stores,
  universe: string,
  id: string,
): Promise<StoredMappingFile | null> {
  const { rows } = await query(service, rowColumns, `${selected} where universe = $1 and id = $2`, [universe, id])
  return rows[0] ?? null
}

/** The ids of all files that a universe keeps. */
export async function mappingFilesOf({ service }: Stores, universe: string): Promise<readonly string[]> {
  const { rows } = await query(service, { id: text }, 'select id from mapping_file where universe = $1', [universe])
  return rows.map(({ id }) => id)
}
