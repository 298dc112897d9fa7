import { Fault } from '@kaiku/core/fault.ts'
import { record } from '../audit/audit.ts'
import type { Person } from '../person/person.ts'
import type { Stores } from '../stores.ts'
import { viewerOf } from './who.ts'

/** Writes down that somebody has signed in, in the universe where they begin. */
export async function recordSignIn(stores: Stores, person: Person, address: string): Promise<void> {
  const universe = await viewerOf(stores, person, '').then((viewer) => viewer.universe.id, memberOfNone)
  if (universe !== null)
    await stores.service.query('update membership set seen_at = now() where universe = $1 and person = $2', [
      universe,
      person.id,
    ])
  await record(
    stores,
    { universe, userId: person.id, name: person.username, actingAs: null, address },
    { action: 'session.signIn' },
  )
}

function memberOfNone(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}
