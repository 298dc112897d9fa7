import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'
import { provePassword } from './password-proof.ts'

/** An account stays its owner's: whoever acts as them could otherwise keep it. Throws Fault `forbidden`. */
export function refuseActor({ actor }: Viewer): void {
  if (actor) throw refuse('forbidden', 'account.ownerOnly')
}

/** The password again, for what a stolen session must not do. Throws Fault `invalid` at its field, `busy` for a guesser. */
export async function proveAgain(
  stores: Stores,
  { username }: Person,
  password: string,
  address: string,
  field = 'password',
): Promise<void> {
  const proof = await provePassword(stores, { username, password }, { address, device: '', isSignedIn: true })
  if (proof.state === 'slowed') throw refuse('busy', 'attempts.slowed', { seconds: proof.seconds })
  if (proof.state === 'wrong')
    throw refuse('invalid', 'password.wrong', {}, [
      { place: field, expected: 'your password', found: 'something else' },
    ])
}
