import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isAway } from '../fault/away.ts'
import { measureConnection } from '../measure/statement.ts'

/**
 * 64-bit integers come as text, as `pg` does by default: a sequence number beyond 2^53 must not lose its last digits.
 * Where a number is known to be small, select it as `::int` or `::float8`.
 */
export function openPool(connection: pg.PoolConfig, log: (line: string) => unknown = () => {}): pg.Pool {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000, ...connection })
  // An idle connection that PostgreSQL closed is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log(`PostgreSQL: ${error.message}`))
  pool.on('connect', (client) => {
    client.on('error', () => {})
    measureConnection(client)
  })
  return pool
}

/** Typed queries over a pool, or over one client of it inside a transaction. */
export function queries<Tables>(pool: pg.Pool | pg.PoolClient): Kysely<Tables> {
  const single = 'release' in pool && { connect: async () => ({ query: pool.query.bind(pool), release: () => {} }) }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: single ? { ...single, end: async () => {} } : (pool as pg.Pool) }),
  })
}

/** Runs `use` in one transaction: committed when it resolves, rolled back when it throws. */
export const inTransaction = <T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  begunWith('begin', pool, use)

/** A transaction that sees only this universe: row-level security compares every row with the setting made here. */
export const inUniverse = <T>(pool: pg.Pool, universe: string, use: (client: pg.PoolClient) => Promise<T>) =>
  begunWith(`begin; select set_config('app.universe', ${pg.escapeLiteral(universe)}, true)`, pool, use)

async function begunWith<T>(begin: string, pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await use(client)
    await client.query('commit')
    return result
  } catch (error) {
    // One that says nothing any more would not answer this either.
    if (error instanceof Error && isAway(error)) broken = error
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.release(broken)
  }
}
