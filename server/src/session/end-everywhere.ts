import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { hashPassword } from '../person/password.ts'
import { checkNewPassword, type Person, storePassword } from '../person/person.ts'
import { endOwnProviderSessions, ownIssuer } from './provider-session.ts'
import { cachedProviderSessions } from './provider-token.ts'
import { endSessions, forgetSessions } from './session.ts'

/** The session in which somebody acts: of Kaiku, by its id, or of its own identity provider. */
export type Present = { readonly session?: string; readonly sid?: string }

export const presentOf = ({ session, providerSession }: FastifyRequest): Present => ({
  ...(session && { session: session.id }),
  ...(providerSession?.issuer === ownIssuer && providerSession.sid !== null && { sid: providerSession.sid }),
})

/** Ends every session of a person, of Kaiku and of its own provider, but the present one; how many there were. */
export async function endEverywhere(
  stores: Stores,
  person: string,
  present: Present = {},
  client: pg.Pool | pg.PoolClient = stores.service,
): Promise<number> {
  const except = present.session === undefined ? {} : { except: present.session }
  const ended = await endSessions(stores, person, except, client)
  return ended + (await endOwnProviderSessions(stores, person, present.sid, client))
}

/**
 * Somebody is no member of a universe any more: ends what they opened there, and links that lead there; everything,
 * where they are in no other.
 */
export async function endIn(stores: Stores, universe: string, person: string): Promise<void> {
  await stores.service.query(
    'update ticket set used_at = now() where person = $1 and universe = $2 and used_at is null',
    [person, universe],
  )
  const { rowCount } = await stores.service.query(
    `select from membership where person = $1 and universe <> $2 and state <> 'deactivated' limit 1`,
    [person, universe],
  )
  if (rowCount === 0) await endEverywhere(stores, person)
  else await endSessions(stores, person, { universe })
}

/**
 * Sets a new password and ends what the old one opened, but the present session. `first`: what is done with it or not at
 * all, such as using a link up. Throws Fault `invalid` for a weak one.
 */
export async function setPassword(
  stores: Stores,
  person: Person,
  password: string,
  { present, first }: { readonly present?: Present; readonly first?: (client: pg.PoolClient) => Promise<void> } = {},
): Promise<void> {
  await checkNewPassword(stores, person, password)
  const hashed = await hashPassword(password)
  await inTransaction(stores.service, async (client) => {
    await first?.(client)
    await storePassword({ service: client }, person, hashed)
    await endEverywhere(stores, person.id, present, client)
  })
  // Somebody may have asked between what ends them and the end of the transaction.
  forgetSessions(stores)
  cachedProviderSessions(stores).clear()
}
