import { type Actor, record } from '../audit/audit.ts'
import { isPassword } from '../person/password.ts'
import { type Person, personByName } from '../person/person.ts'
import type { Stores } from '../stores.ts'
import { countFailure, forgetFailures, secondsToWait } from './attempts.ts'

/** What came of somebody's user name and password. */
export type Proof =
  | { readonly state: 'right'; readonly person: Person }
  | { readonly state: 'wrong' }
  | { readonly state: 'slowed'; readonly seconds: number }

const attemptKeys = (username: string, address: string) => [
  `account ${username.toLowerCase()} from ${address}`,
  `address ${address}`,
]

/** Slow for a guesser, and the same for a wrong password and an unknown user; refusals are written into the audit log. */
export async function provePassword(
  stores: Stores,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<Proof> {
  const keys = attemptKeys(username, address)
  const seconds = await secondsToWait(stores, keys.slice(0, 1))
  if (seconds > 0) {
    await record(stores, stranger(username, address), { action: 'session.slowedDown' })
    return { state: 'slowed', seconds }
  }
  const person = await personByName(stores, username)
  const isRight = await isPassword(password, person?.passwordHash ?? null)
  if (!person || !isRight || person.isDeactivated) {
    await countFailure(stores, keys)
    await record(stores, stranger(username, address), { action: 'session.refused' })
    return { state: 'wrong' }
  }
  await forgetFailures(stores, keys.slice(0, 1))
  return { state: 'right', person }
}

/** Whom nothing is known of but the name they gave. */
export const stranger = (name: string, address: string): Actor => ({
  ...{ universe: null, userId: null, actingAs: null, address },
  name: name.slice(0, 100),
})
