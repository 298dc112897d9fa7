import { createHash } from 'node:crypto'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { bytes, int8, query, type Shape, text as textColumn, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'
import { keepOnce, useOnce } from '../session/ticket.ts'

const keptColumns = { id: textColumn, public_key: bytes, counter: int8, transports: texts } satisfies Shape

/** Minutes for which the browser's answer to a challenge is heard. */
const patience = 5
const mostPasskeys = 20

type StoredPasskey = { id: string; public_key: Buffer; counter: string; transports: string[] }
type Act = 'make' | 'show'

/** The site that passkeys are for: the public address, whatever a request calls it. */
const siteOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

const hashOf = (act: Act, challenge: string) => createHash('sha256').update(`passkey ${act} ${challenge}`).digest()

const keepChallenge = ({ service }: Stores, act: Act, person: string, challenge: string) =>
  keepOnce(service, hashOf(act, challenge), `passkey.${act}`, person, patience)

/** A challenge is answered once, by whom it was given to. */
const useChallenge = ({ service }: Stores, act: Act, person: string, challenge: string): Promise<boolean> =>
  useOnce(service, hashOf(act, challenge), `passkey.${act}`, person)

async function passkeysOf({ service }: Stores, person: string): Promise<readonly StoredPasskey[]> {
  const { rows } = await query(
    service,
    keptColumns,
    'select id, public_key, counter, transports from passkey where person = $1 order by id',
    [person],
  )
  return rows
}

/** What the browser needs to make a passkey, as JSON. */
export async function beginPasskey(stores: Stores, person: Person, publicUrl: string): Promise<string> {
  const known = await passkeysOf(stores, person.id)
  if (known.length >= mostPasskeys) throw refuse('invalid', 'secondFactor.passkeys', { most: mostPasskeys })
  const options = await generateRegistrationOptions({
    rpName: 'Kaiku',
    rpID: siteOf(publicUrl).rpID,
    attestationType: 'none',
    userName: person.username,
    userID: new Uint8Array(Buffer.from(person.id)),
    userDisplayName: `${person.givenName} ${person.familyName}`.trim(),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(stores, 'make', person.id, options.challenge)
  return JSON.stringify(options)
}

/** Keeps what the browser made. Throws Fault `invalid` when it is no answer to a challenge of ours. */
export async function confirmPasskey(
  stores: Stores,
  person: Person,
  publicUrl: string,
  { name, passkey }: { readonly name: string; readonly passkey: string },
): Promise<void> {
  const { rpID, origin } = siteOf(publicUrl)
  const wrong = refuse('invalid', 'secondFactor.passkeyUnread')
  const found = await verifyRegistrationResponse({
    response: read<RegistrationResponseJSON>(passkey),
    expectedChallenge: (challenge) => useChallenge(stores, 'make', person.id, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => null)
  if (!found?.verified) throw wrong
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
  const { rowCount } = await stores.service.query(
    `insert into passkey (id, person, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do nothing`,
    [id, person.id, Buffer.from(publicKey), counter, transports, name],
  )
  if (!rowCount) throw refuse('conflict', 'secondFactor.passkeyKnown')
}

/** What the browser needs to show one of the person's passkeys, as JSON. */
export async function passkeyChallenge(stores: Stores, person: Person, publicUrl: string): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(publicUrl).rpID,
    allowCredentials: (await passkeysOf(stores, person.id)).map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
  await keepChallenge(stores, 'show', person.id, options.challenge)
  return JSON.stringify(options)
}

/** Whether the browser's answer is one of the person's passkeys and answers a challenge of ours. It works once. */
export async function isPasskey(stores: Stores, person: Person, publicUrl: string, passkey: string): Promise<boolean> {
  const { rpID, origin } = siteOf(publicUrl)
  const response = read<AuthenticationResponseJSON>(passkey)
  const kept = (await passkeysOf(stores, person.id)).find(({ id }) => id === response.id)
  if (!kept) return false
  const counter = Number(kept.counter)
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(stores, 'show', person.id, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: { id: kept.id, publicKey: new Uint8Array(kept.public_key), counter },
  }).catch(() => null)
  if (!found?.verified) return false
  // A copied key would show itself by a counter that stands still; many passkeys count nothing and stay at 0.
  const { rowCount } = await stores.service.query(
    'update passkey set counter = $2, used_at = now() where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))',
    [kept.id, found.authenticationInfo.newCounter],
  )
  return rowCount === 1
}

export async function removePasskey({ service }: Stores, person: string, id: string): Promise<boolean> {
  const { rowCount } = await service.query('delete from passkey where person = $1 and id = $2', [person, id])
  return rowCount === 1
}

/** Throws Fault `invalid` for what is no JSON object; its content is verified by who reads it. */
function read<T>(text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Told below.
  }
  throw new Fault('invalid', 'A passkey’s answer is a JSON object.')
}
