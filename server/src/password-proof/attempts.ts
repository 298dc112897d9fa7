import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/**
 * How fast attempts of one kind may fail. `doubling`: after the free ones the pause grows with each, for one secret that
 * is guessed. `steady`: after the free ones one a minute, each forgotten in as long, for what many people share.
 */
export type Limit = { readonly key: string; readonly pace: 'doubling' | 'steady'; readonly free: number }

/** Seconds after the first failure that counts; each further one doubles it. */
const first = 2
const longest = 15 * 60
/** Seconds after which a failure of a steady pace is forgotten. */
const steady = 60
/** Hours after which failures of a doubling pace are forgotten. */
const forgotten = 24

/** Failures that cost nothing: people mistype. */
const free = 5
export const doubling = (key: string, most = free): Limit => ({ key, pace: 'doubling', free: most })
export const steadily = (key: string, most: number): Limit => ({ key, pace: 'steady', free: most })

/**
 * Seconds until the next attempt is heard, 0 for now. One that is heard counts as failed in advance, so that many at the
 * same moment are no way around; `forgive` takes that back.
 */
export async function tryAcquire({ service }: Stores, limits: readonly Limit[]): Promise<number> {
  return inTransaction(service, async (client) => {
    await client.query('savepoint before')
    for (const limit of limits) {
      if (await count[limit.pace](client, limit)) continue
      await client.query('rollback to savepoint before')
      return Math.max(1, Math.ceil(await pause[limit.pace](client, limit)))
    }
    return 0
  })
}

/** The attempt was right: a doubling pace begins anew, a steady one counts one less. */
export async function release({ service }: Stores, limits: readonly Limit[]): Promise<void> {
  const keys = (pace: Limit['pace']) => limits.flatMap((limit) => (limit.pace === pace ? [limit.key] : []))
  await service.query('delete from attempt where key = any($1)', [keys('doubling')])
  await service.query('update attempt set last_at = last_at - make_interval(secs => $2) where key = any($1)', [
    keys('steady'),
    steady,
  ])
}

/** The attempt was right, which says nothing of those before it. */
export const takeBack = async ({ service }: Stores, { key }: Limit): Promise<void> => {
  await service.query('update attempt set failed = failed - 1 where key = $1', [key])
}

type Client = Pick<pg.PoolClient, 'query'>

const doublingPause = `least(${longest}, ${first} * 2 ^ least(30, attempt.failed - $2))`

/** Whether there was room for one more. */
const count = {
  async doubling(client: Client, { key, free: most }: Limit) {
    const { rowCount } = await client.query(
      `insert into attempt (key, failed, last_at) values ($1, 1, now()) on conflict (key) do update
        set last_at = now(), failed = case when attempt.last_at < now() - make_interval(hours => $3) then 1 else attempt.failed + 1 end
        where attempt.failed < $2 or now() >= attempt.last_at + make_interval(secs => ${doublingPause})`,
      [key, most, forgotten],
    )
    return rowCount === 1
  },
  // What has failed is kept as a time: each failure moves it on, and what lies behind by more than all free ones is forgotten.
  async steady(client: Client, { key, free: most }: Limit) {
    const { rowCount } = await client.query(
      `insert into attempt (key, failed, last_at) values ($1, 1, now() - make_interval(secs => ($2 - 2) * $3))
        on conflict (key) do update set failed = attempt.failed + 1,
          last_at = greatest(attempt.last_at, now() - make_interval(secs => ($2 - 1) * $3)) + make_interval(secs => $3)
        where attempt.last_at <= now()`,
      [key, most, steady],
    )
    return rowCount === 1
  },
} satisfies Record<Limit['pace'], unknown>

const pause = {
  doubling: (client: Client, { key, free: most }: Limit) =>
    seconds(client, `extract(epoch from attempt.last_at - now()) + ${doublingPause}`, [key, most]),
  steady: (client: Client, { key }: Limit) => seconds(client, 'extract(epoch from attempt.last_at - now())', [key]),
} satisfies Record<Limit['pace'], unknown>

async function seconds(client: Client, until: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await query(
    client,
    { seconds: number },
    `select (${until})::float8 as seconds from attempt where key = $1`,
    [...values],
  )
  return rows[0]?.seconds ?? 0
}
