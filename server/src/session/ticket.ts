import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { nullable, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import { hashToken, newToken } from './token.ts'

const rowColumns = {
  purpose: oneOf('reset', 'invite', 'setup', 'enter'),
  person: nullable(text),
  universe: nullable(text),
} satisfies Shape

/** `setup`: the first root account of this Kaiku. `enter`: sign in once without a password. */
export type Purpose = 'reset' | 'invite' | 'setup' | 'enter'

/** Minutes. */
const lifetime: Readonly<Record<Purpose, number>> = { reset: 60, invite: 7 * 24 * 60, setup: 24 * 60, enter: 60 }

/** With these somebody chooses a password. */
export const settingPassword: readonly Purpose[] = ['reset', 'invite']

export type Ticket = { readonly purpose: Purpose; readonly person: Person | null; readonly universe: string | null }

/** A token for a link that works once. */
export async function issueTicket(
  { service }: Stores,
  { purpose, person, universe }: { purpose: Purpose; person: string | null; universe: string | null },
): Promise<string> {
  const token = newToken()
  await service.query(
    `insert into ticket (hash, purpose, person, universe, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [hashToken(token), purpose, person, universe, lifetime[purpose]],
  )
  return token
}

type Row = { purpose: Purpose; person: string | null; universe: string | null }
const columns = 'purpose, person, universe'

/** What a token is for, without using it up. Throws Fault `invalid` for one that is unknown, used or too old. */
export const readTicket = async ({ service }: Stores, token: string): Promise<Ticket> =>
  ticketOf(
    service,
    (
      await query(
        service,
        rowColumns,
        `select ${columns} from ticket where hash = $1 and used_at is null and expires_at > now()`,
        [hashToken(token)],
      )
    ).rows[0],
  )

/**
 * Uses a token up: it works once, also when two ask at the same moment. One that sets a password ends all the others of
 * its person that would.
 */
export const useTicket = (stores: Stores, token: string, purposes: readonly Purpose[]): Promise<Ticket> =>
  inTransaction(stores.service, (client) => takeTicket(client, token, purposes))

/** The same in the transaction that does what it is for. */
export async function takeTicket(client: pg.PoolClient, token: string, purposes: readonly Purpose[]): Promise<Ticket> {
  const hash = hashToken(token)
  await client.query('select from person where id = (select person from ticket where hash = $1) for update', [hash])
  const { rows } = await query(
    client,
    rowColumns,
    `update ticket set used_at = now() where hash = $1 and used_at is null and expires_at > now()
      and purpose = any($2) returning ${columns}`,
    [hash, purposes],
  )
  const [row] = rows
  if (row && settingPassword.includes(row.purpose))
    await client.query(
      'update ticket set used_at = now() where person = $1 and purpose = any($2) and used_at is null',
      [row.person, settingPassword],
    )
  return ticketOf(client, row)
}

async function ticketOf(service: pg.Pool | pg.PoolClient, row: Row | undefined): Promise<Ticket> {
  const person = row?.person ? await personById({ service }, row.person) : null
  if (!row || (row.person !== null && (!person || person.isDeactivated))) throw refuse('invalid', 'link.old')
  return { purpose: row.purpose, person, universe: row.universe }
}

/** Keeps something that is to be known once, such as a challenge, as what was made of it; for so many minutes. */
export const keepOnce = (
  service: pg.Pool,
  hash: Buffer,
  purpose: string,
  person: string | null,
  minutes: number,
  universe: string | null = null,
) =>
  service.query(
    `insert into ticket (hash, purpose, person, expires_at, universe)
      values ($1, $2, $3, now() + make_interval(mins => $4), $5)`,
    [hash, purpose, person, minutes, universe],
  )

/** Whose it is and in which universe, of one that is known still, of this purpose; it is used up. Null: it is not known. */
export async function takeOnce(service: pg.Pool, hash: Buffer, purpose: string) {
  const { rows } = await query(
    service,
    { person: text, universe: text },
    `update ticket set used_at = now()
      where hash = $1 and purpose = $2 and used_at is null and expires_at > now() and person is not null
        and universe is not null returning person, universe`,
    [hash, purpose],
  )
  return rows[0] ?? null
}

/** Whether it is known still, of this purpose and person; it is used up. */
export async function useOnce(
  service: pg.Pool,
  hash: Buffer,
  purpose: string,
  person: string | null,
): Promise<boolean> {
  const { rowCount } = await service.query(
    `update ticket set used_at = now()
      where hash = $1 and purpose = $2 and person is not distinct from $3 and used_at is null and expires_at > now()`,
    [hash, purpose, person],
  )
  return rowCount === 1
}
