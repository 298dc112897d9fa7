import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'

/** One administrator's change to access at a time: two that are harmless alone could do harm together. */
export const lockAccess = (client: pg.PoolClient, universe: string) =>
  client.query(`select pg_advisory_xact_lock(hashtextextended('access ' || $1, 0))`, [universe])

/**
 * Runs a change of roles or members inside its transaction. Throws Fault `conflict`, which takes the change back, when
 * nobody active would manage the users of the universe any more and somebody did before.
 */
export async function keepManager<T>(client: pg.PoolClient, universe: string, change: () => Promise<T>): Promise<T> {
  await lockAccess(client, universe)
  const hadOne = await hasManager(client, universe)
  const result = await change()
  if (hadOne && !(await hasManager(client, universe))) throw refuse('conflict', 'user.lastManager')
  return result
}

async function hasManager(client: pg.PoolClient, universe: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from role_member g join role r on r.universe = g.universe and r.id = g.role
        join membership m on m.universe = g.universe and m.person = g.person
      where g.universe = $1 and m.state = 'active' and 'manageUsers' = any(r.permissions) limit 1`,
    [universe],
  )
  return rowCount === 1
}
