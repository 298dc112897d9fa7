import { Fault } from '@kaiku/core/fault.ts'
import { LRUCache } from 'lru-cache'
import { actorIn, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { markSeen } from '../person/membership.ts'
import type { Person } from '../person/person.ts'
import { ownIssuer } from '../session/provider-session.ts'
import type { ProviderSession } from '../session/provider-token.ts'
import { viewerOf } from '../session/who.ts'

/** Writes down that somebody has signed in, in the universe where they begin. */
export async function recordSignIn(stores: Stores, person: Person, address: string): Promise<void> {
  const universe = await viewerOf(stores, person, '').then((viewer) => viewer.universe.id, memberOfNone)
  if (universe !== null) await markSeen(stores.service, universe, person.id)
  await record(stores, actorIn(universe, person, address), { action: 'session.signIn' })
}

const noted = new WeakMap<Stores, LRUCache<string, true>>()
const mostNoted = 10_000

/** Writes down, once per session of it, that an outside provider has signed somebody in. The own one does it itself. */
export async function recordProviderSignIn(
  stores: Stores,
  { person, issuer, sid }: ProviderSession,
  address: string,
): Promise<void> {
  if (issuer === ownIssuer) return
  const known = noted.get(stores) ?? new LRUCache<string, true>({ max: mostNoted })
  noted.set(stores, known)
  const session = `${issuer} ${sid ?? person.id}`
  if (known.has(session)) return
  known.set(session, true)
  await recordSignIn(stores, person, address)
}

function memberOfNone(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}
