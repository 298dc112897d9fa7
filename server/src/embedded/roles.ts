import type pg from 'pg'
import { UsageError } from '../fault/usage-error.ts'

/** Milliseconds. Requests are short; a transaction that is not holds up the feed for everybody. */
export const longestTransaction = { app: 60_000, service: 300_000 }

/** Needs the right to alter the roles. */
export async function limitRoles(client: pg.ClientBase) {
  for (const [role, limit] of Object.entries(longestTransaction)) {
    await client.query(`alter role ${role} set transaction_timeout = ${limit}`)
  }
}

/**
 * Makes the roles `app` and `service` and what the tables need in a PostgreSQL that is not ours, and lets our own role
 * take them on. Changes nothing that is there already; throws a refusal that says what an administrator has to run.
 */
export async function prepareForeignDatabase(owner: pg.Pool) {
  const client = await owner.connect()
  try {
    for (const role of ['app', 'service'] as const) {
      await ensure(client, `create role ${role} nologin`, `select from pg_roles where rolname = '${role}'`)
      await ensure(client, `grant ${role} to current_user`, `select where pg_has_role('${role}', 'set')`)
      await client.query(`grant usage on schema public to ${role}`)
    }
    await ensure(client, 'create extension citext', `select from pg_extension where extname = 'citext'`)
  } finally {
    client.release()
  }
}

async function ensure(client: pg.PoolClient, statement: string, isThere: string) {
  if ((await client.query(isThere)).rowCount) return
  try {
    await client.query(statement)
  } catch (error) {
    // Another process may have been faster.
    if ((await client.query(isThere)).rowCount) return
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`DATABASE_URL: ${why}; let an administrator run in this database: ${statement}`)
  }
}
