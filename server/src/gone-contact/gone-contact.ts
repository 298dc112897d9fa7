import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'

/*
 * A contact that is kept no longer leaves a keyed hash behind (HMAC-SHA256, as `gone_contact` of PostgreSQL makes it):
 * equal for the same contact, so that who comes back is counted as before, and of use to nobody without the key of the
 * universe.
 */

const block = 64
const padded = (key: Buffer, pad: number) => Buffer.from(key.map((byte) => byte ^ pad))

/** Gives the universe of the transaction its key, unless it has one. */
export async function ensureSecret(client: pg.PoolClient, universe: string): Promise<void> {
  const key = randomBytes(block)
  await client.query(
    'insert into contact_secret (universe, inner_pad, outer_pad) values ($1, $2, $3) on conflict do nothing',
    [universe, padded(key, 0x36), padded(key, 0x5c)],
  )
}

/** Contacts by what stands for them where they are gone; empty where the universe has forgotten none yet. */
export async function goneForms(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  contacts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query(
    client,
    { gone: text, contact: text },
    `select g.gone, c.contact from unnest($2::text[]) as c(contact)
     cross join lateral (select gone_contact($1, c.contact) as gone) g where g.gone is not null`,
    [universe, contacts],
  )
  return new Map(rows.map(({ gone, contact }) => [gone, contact]))
}

/** Lets nobody store an interview of the survey until the transaction ends, so that all of a contact's are changed together. */
export const holdContacts = (client: pg.PoolClient, survey: number) =>
  client.query(`select pg_advisory_xact_lock(hashtext('contacts'), $1)`, [survey])

/** In SQL: a contact that is there to be written to, else null. */
export const knownContact = (column: string) => `case when ${column} not like 'gone:%' then ${column} end`
