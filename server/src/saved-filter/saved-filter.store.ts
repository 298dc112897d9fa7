import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { bool, nullable, number, query, type Shape, text } from '../db/rows.ts'

const storedFilterColumns = {
  title: text,
  token: text,
  asShown: nullable(text),
  isShared: bool,
  savedFilterId: text,
  version: number,
  person: nullable(text),
} satisfies Shape

export type Fields = Pick<SavedFilter, 'title' | 'token' | 'asShown' | 'isShared'>
/** `person`: who made it; null: somebody who is gone. */
export type StoredFilter = Fields & Pick<SavedFilter, 'savedFilterId' | 'version'> & { readonly person: string | null }

/** Whose filters of which survey: universe and person by id, the survey by its number. */
export type Owner = { readonly universe: string; readonly survey: number; readonly person: string }

const columns = 'id as "savedFilterId", person, is_shared as "isShared", title, token, as_shown as "asShown", version'
const own = 'universe = $1 and survey = $2 and (is_shared or person = $3)'
const owner = ({ universe, survey, person }: Owner) => [universe, survey, person]

/** The shared ones and the owner's, by title. */
export async function readSaved(client: pg.PoolClient, of: Owner): Promise<StoredFilter[]> {
  const order = 'order by lower(title), id'
  return (
    await query(client, storedFilterColumns, `select ${columns} from saved_filter where ${own} ${order}`, owner(of))
  ).rows
}

/** Throws Fault `conflict` for a title in use. */
export async function insertSaved(
  client: pg.PoolClient,
  of: Owner,
  { title, token, asShown, isShared }: Fields,
): Promise<StoredFilter | undefined> {
  const sql = `insert into saved_filter (universe, survey, person, title, token, is_shared, as_shown)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`
  return unlessTaken(title, () =>
    query(client, storedFilterColumns, sql, [...owner(of), title, token, isShared, asShown]),
  )
}

/** Undefined: there is no such one in this version. Throws Fault `conflict` for a title in use. */
export async function updateSaved(
  client: pg.PoolClient,
  of: Owner,
  { savedFilterId, title, token, asShown, isShared, version }: Fields & Pick<StoredFilter, 'savedFilterId' | 'version'>,
): Promise<StoredFilter | undefined> {
  const sql = `update saved_filter set title = $4, token = $5, is_shared = $6, as_shown = $9, version = version + 1
    where ${own} and id = $7 and version = $8 returning ${columns}`
  const values = [...owner(of), title, token, isShared, savedFilterId, version, asShown]
  return unlessTaken(title, () => query(client, storedFilterColumns, sql, values))
}

export async function deleteSaved(client: pg.PoolClient, of: Owner, savedFilterId: string): Promise<void> {
  await client.query(`delete from saved_filter where ${own} and id = $4`, [...owner(of), savedFilterId])
}

const uniqueViolation = '23505'

async function unlessTaken(
  title: string,
  write: () => Promise<{ readonly rows: readonly StoredFilter[] }>,
): Promise<StoredFilter | undefined> {
  try {
    return (await write()).rows[0]
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === uniqueViolation
    throw isTaken ? refuse('conflict', 'filter.savedTaken', { title }) : error
  }
}

/** What the owner filtered by last; empty where nothing is remembered. */
export async function readLast(client: pg.PoolClient, of: Owner): Promise<string> {
  const sql = 'select token from last_filter where universe = $1 and survey = $2 and person = $3'
  return (await query(client, { token: text }, sql, owner(of))).rows[0]?.token ?? ''
}

export async function writeLast(client: pg.PoolClient, of: Owner, token: string): Promise<void> {
  await client.query(
    `insert into last_filter (universe, survey, person, token) values ($1, $2, $3, $4)
      on conflict (universe, survey, person) do update set token = excluded.token`,
    [...owner(of), token],
  )
}
