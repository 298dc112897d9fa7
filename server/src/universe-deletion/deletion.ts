import type { UniverseDeletion } from '@kaiku/contract/universe-deletion.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, numbers, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { isSuspended } from '../universe/suspension.ts'
import { findUniverse } from '../universe/universe.ts'

const columns = {
  id: text,
  former: text,
  name: text,
  title: text,
  by: text,
  suspendedAt: time,
  askedAt: time,
  surveys: numbers,
  removed: json(z.record(z.string(), z.number())),
  deletedAt: nullable(time),
  figuresAt: nullable(time),
  purgedAt: nullable(time),
} satisfies Shape

/** `former`: the id that the universe had; `removed`: rows by table of PostgreSQL. */
export type StoredDeletion = RowOf<typeof columns>

const selected = `select id, former, name, title, by_name as by, suspended_at as "suspendedAt", asked_at as "askedAt",
    surveys, removed, deleted_at as "deletedAt", figures_at as "figuresAt", purged_at as "purgedAt" from universe_deletion`

/**
 * Notes that a universe is to be deleted: from now on it cannot be resumed. Throws Fault `not_found`, `invalid` where the
 * name was not typed, `conflict` for one that is not suspended, or is being deleted.
 */
export async function askDeletion(stores: Stores, name: string, typed: string, by: string): Promise<StoredDeletion> {
  const universe = await findUniverse(stores, name)
  if (!universe) throw new Fault('not_found', 'There is no such universe.')
  if (typed !== universe.name) throw refuse('invalid', 'universe.otherName')
  if (!(await isSuspended(stores, universe.id))) throw refuse('conflict', 'universe.notSuspended')
  const { rows } = await query(
    stores.service,
    { id: text },
    `insert into universe_deletion (former, name, title, by_name, suspended_at)
     select id, name, title, $2, suspended_at from universe where id = $1 and suspended_at is not null
     on conflict (former) do nothing returning id`,
    [universe.id, by],
  )
  if (!rows[0]) throw refuse('conflict', 'universe.deleting')
  return findDeletion(stores, rows[0].id)
}

/** Throws Fault `not_found`. */
export async function findDeletion({ service }: Stores, id: string): Promise<StoredDeletion> {
  const { rows } = await query(service, columns, `${selected} where id = $1`, [id])
  if (!rows[0]) throw new Fault('not_found', 'There is no such certificate.')
  return rows[0]
}

/** The newest first. */
export async function listDeletions({ service }: Stores): Promise<readonly StoredDeletion[]> {
  const { rows } = await query(service, columns, `${selected} order by id desc limit 1000`)
  return rows
}

/** Those whose universe is not gone from both stores yet. */
export async function openDeletions({ service }: Stores): Promise<readonly StoredDeletion[]> {
  const { rows } = await query(
    service,
    columns,
    `${selected} where deleted_at is null or figures_at is null order by id`,
  )
  return rows
}

/** In the transaction that removes it. */
export const noteDeleted = (
  client: pg.PoolClient,
  id: string,
  surveys: readonly number[],
  removed: Readonly<Record<string, number>>,
) =>
  client.query(
    'update universe_deletion set surveys = $2, removed = $3, deleted_at = clock_timestamp() where id = $1',
    [id, surveys, JSON.stringify(removed)],
  )

export const noteFiguresGone = ({ service }: Stores, id: string) =>
  service.query('update universe_deletion set figures_at = clock_timestamp() where id = $1', [id])

export const shownDeletion = (one: StoredDeletion): UniverseDeletion => ({
  deletionId: one.id,
  name: one.name,
  title: one.title,
  by: one.by,
  askedAt: one.askedAt.toISOString(),
  deletedAt: one.deletedAt?.toISOString() ?? null,
  figuresAt: one.figuresAt?.toISOString() ?? null,
  purgedAt: one.purgedAt?.toISOString() ?? null,
  rows: Object.values(one.removed).reduce((sum, n) => sum + n, 0),
})
