import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bool, query } from '../db/rows.ts'

/**
 * Advisory locks, for one of any number of processes: one feed per database, one batch or exchange of tables at a time,
 * one night's work, one reader of changes for alert rules, one backup, one rebuild per survey.
 */
const space = 0x6b61_696b
const keys = { feed: 1, batch: 2, maintain: 3, alerts: 4, backup: 5 } as const
const rebuildKey = (survey: number) => 1000 + survey

export type Lock = keyof typeof keys | { readonly rebuild: number }
const keyOf = (lock: Lock) => (typeof lock === 'string' ? keys[lock] : rebuildKey(lock.rebuild))

/** Tells whether the lock is this session's now; it lasts until released or until the session ends. */
export async function tryLock(client: pg.PoolClient, lock: Lock): Promise<boolean> {
  const { rows } = await query(client, { held: bool }, 'select pg_try_advisory_lock($1, $2) as held', [
    space,
    keyOf(lock),
  ])
  return rows[0]?.held ?? false
}

/** Waits in line; at most as long as a statement may last, so only for what is never held for long. */
export async function lock(client: pg.PoolClient, wanted: 'batch'): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [space, keyOf(wanted)])
}

export async function unlock(client: pg.PoolClient, held: Lock): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [space, keyOf(held)])
}

/** Waits for the lock, holds it while `use` runs. The connection that holds it may be used meanwhile. */
export const locked = <T>(pool: pg.Pool, wanted: Lock, use: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  holding(pool, async (client) => {
    if (wanted === 'batch') await lock(client, wanted)
    else while (!(await tryLock(client, wanted))) await sleep(retryPause)
    const result = await use(client)
    await unlock(client, wanted)
    return result
  })

/** Holds the lock while `use` runs, which may use the connection that holds it; false: another process holds it. */
export const alone = (
  pool: pg.Pool,
  wanted: Lock,
  use: (client: pg.PoolClient) => Promise<unknown>,
): Promise<boolean> =>
  holding(pool, async (client) => {
    if (!(await tryLock(client, wanted))) return false
    await use(client)
    await unlock(client, wanted)
    return true
  })

async function holding<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    const result = await use(client)
    broken = false
    return result
  } finally {
    // Ending the session lets go of its locks, whatever state it is in.
    client.release(broken)
  }
}

/** Milliseconds. */
const retryPause = 50
