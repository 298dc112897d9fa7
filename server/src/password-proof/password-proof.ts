import { record, stranger } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { isPassword } from '../person/password.ts'
import { type Person, personByName } from '../person/person.ts'
import { knownDevice } from '../session/device.ts'
import { doubling, type Limit, release, steadily, tryAcquire } from './attempts.ts'
import { networkOf } from './network.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** What came of somebody's user name and password. */
export type Proof =
  | { readonly state: 'right'; readonly person: Person }
  | { readonly state: 'wrong' }
  | { readonly state: 'slowed'; readonly seconds: number }

type Typed = { readonly username: string; readonly password: string }

/** Where a password is typed. `device`: what the browser keeps of earlier sign-ins; empty: nothing. */
export type TypedAt = { readonly address: string; readonly device: string; readonly isSignedIn?: boolean }

/** Failures from one address, whatever the accounts, before they become slow: many people may share it. */
const freeOfAddress = 50

/**
 * Slow for a guesser, and the same for a wrong password and an unknown user; refusals are written into the audit log.
 * Guesses from an address slow that address down, for one account and for all together; they cannot keep out who
 * comes from elsewhere, is signed in, or uses a device on which they signed in before. Right ones slow nobody down,
 * however many share the address at the same moment.
 */
export async function provePassword(stores: Stores, { username, password }: Typed, at: TypedAt): Promise<Proof> {
  const person = await personByName(stores, username)
  const limits = await limitsOf(stores, person?.id ?? null, username, at)
  // An attempt counts as failed until it is judged: at the same moment those of others would, who mistype nothing.
  return oneAtATime(stores, limits.at(-1)?.key ?? '', () => judge(stores, person, { username, password }, limits, at))
}

async function judge(
  stores: Stores,
  person: Person | null,
  { username, password }: Typed,
  limits: readonly Limit[],
  { address }: TypedAt,
): Promise<Proof> {
  const seconds = await tryAcquire(stores, limits)
  if (seconds > 0) {
    await record(stores, stranger(username, address), { action: 'session.slowedDown' })
    return { state: 'slowed', seconds }
  }
  const isRight = await isPassword(password, person?.passwordHash ?? null)
  if (!person || !isRight || person.isDeactivated) {
    await record(stores, stranger(username, address), { action: 'session.refused' })
    return { state: 'wrong' }
  }
  await release(stores, limits)
  return { state: 'right', person }
}

async function limitsOf(
  stores: Stores,
  person: string | null,
  username: string,
  { address, device, isSignedIn }: TypedAt,
): Promise<readonly Limit[]> {
  const account = person === null ? `name ${username.toLowerCase()}` : `account ${person}`
  if (isSignedIn) return [doubling(`${account} signed in from ${address}`)]
  const known = await knownDevice(stores, device, person)
  if (known !== null) return [doubling(`${account} on ${known}`)]
  const network = networkOf(address)
  return [doubling(`${account} from ${network}`), steadily(`address ${network}`, freeOfAddress)]
}
