import { actorIn, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { doubling, release, takeBack, tryAcquire } from '../password-proof/attempts.ts'
import { networkOf } from '../password-proof/network.ts'
import type { Person } from '../person/person.ts'
import { isPasskey } from './passkey.ts'
import { isSecondFactor } from './second-factor.ts'

/** What came of the second factor that somebody showed after the right password. */
export type SecondProof =
  | { readonly state: 'right' }
  | { readonly state: 'wrong' }
  | { readonly state: 'slowed'; readonly seconds: number }

/** Wrong codes of one account from anywhere before all of its codes become slow: a password is known already. */
const freeOfAccount = 50

type Shown = { readonly code: string; readonly passkey: string }

/** Slow for who guesses codes, from one address and from many; a passkey cannot be guessed and is never slow. */
export async function proveSecondFactor(
  stores: Stores,
  person: Person,
  { code, passkey }: Shown,
  { address, publicUrl }: { readonly address: string; readonly publicUrl: string },
): Promise<SecondProof> {
  const here = doubling(`second factor ${person.id} from ${networkOf(address)}`)
  const anywhere = doubling(`second factor ${person.id}`, freeOfAccount)
  if (passkey === '') {
    const seconds = await tryAcquire(stores, [here, anywhere])
    if (seconds > 0) return { state: 'slowed', seconds }
  }
  const isRight =
    passkey === '' ? await isSecondFactor(stores, person, code) : await isPasskey(stores, person, publicUrl, passkey)
  if (isRight) {
    await release(stores, [here])
    if (passkey === '') await takeBack(stores, anywhere)
    return { state: 'right' }
  }
  await record(stores, actorIn(null, person, address), { action: 'session.refused', subject: 'second factor' })
  return { state: 'wrong' }
}
