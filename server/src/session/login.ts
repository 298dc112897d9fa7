import type { InputOf } from '@kaiku/contract/call.ts'
import { type Identity, loginStatus, type sessionCalls } from '@kaiku/contract/session.ts'
import type { Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Actor, record } from '../audit/audit.ts'
import { isPassword } from '../person/password.ts'
import { type Person, personByName } from '../person/person.ts'
import type { Stores } from '../stores.ts'
import { countFailure, forgetFailures, secondsToWait } from './attempts.ts'
import { identityOf, refusedIdentity } from './identity-answer.ts'
import { openSession } from './session.ts'
import { type Viewer, viewerOf } from './who.ts'

/** Where a request comes from. */
export type Origin = { readonly address: string; readonly agent: string }

type Payload = InputOf<(typeof sessionCalls)['login']>

const attemptKeys = (username: string, address: string) => [
  `account ${username.toLowerCase()} from ${address}`,
  `address ${address}`,
]

/** Signs in by user name and password. A wrong password and an unknown user have the same answer after the same work. */
export async function login(stores: Stores, payload: Payload, origin: Origin): Promise<Identity> {
  const keys = attemptKeys(payload.username, origin.address)
  const wait = await secondsToWait(stores, keys.slice(0, 1))
  if (wait > 0) {
    await record(stores, stranger(payload.username, origin), { action: 'session.slowedDown' })
    return refusedIdentity(loginStatus.slowedDown, { retryAfter: wait })
  }
  const person = await personByName(stores, payload.username)
  const isRight = await isPassword(payload.password, person?.passwordHash ?? null)
  if (!person || !isRight || person.isDeactivated) {
    await countFailure(stores, keys)
    await record(stores, stranger(payload.username, origin), { action: 'session.refused' })
    return refusedIdentity(loginStatus.refused)
  }
  await forgetFailures(stores, keys.slice(0, 1))
  if (payload.actAsUser !== '') return actAs(stores, person, payload, origin)
  return enter(stores, person, payload.actAsUniverse || payload.universe, payload.remember, origin)
}

const stranger = (name: string, { address }: Origin): Actor => ({
  ...{ universe: null, userId: null, actingAs: null, address },
  name: name.slice(0, 100),
})

/** Opens a session of somebody who has shown who they are. */
export async function enter(
  stores: Stores,
  person: Person,
  universeName: string,
  isRemembered: boolean,
  origin: Origin,
): Promise<Identity> {
  const viewer = await viewerOrNone(stores, person, universeName)
  if (!viewer) return refusedIdentity(loginStatus.noUniverse)
  const { universe, who } = viewer
  const authToken = await openSession(stores, { person: person.id, universe: universe.id, isRemembered, ...origin })
  await stores.service.query('update membership set seen_at = now() where universe = $1 and person = $2', [
    universe.id,
    person.id,
  ])
  await record(
    stores,
    { universe: universe.id, userId: person.id, name: person.username, actingAs: null, address: origin.address },
    { action: 'session.signIn' },
  )
  return identityOf(stores, viewer, who, { authToken, mode: 'session' })
}

async function viewerOrNone(stores: Stores, person: Person, universeName: string): Promise<Viewer | null> {
  try {
    return await viewerOf(stores, person, universeName)
  } catch (error) {
    if (error instanceof Fault && (error.code === 'not_found' || error.code === 'forbidden')) return null
    throw error
  }
}

/** Root acts as another user, who is no root; the session names both. */
export async function actAs(
  stores: Stores,
  root: Person,
  { actAsUser, actAsUniverse }: Pick<Payload, 'actAsUser' | 'actAsUniverse'>,
  origin: Origin,
): Promise<Identity> {
  const person = await personByName(stores, actAsUser)
  if (!root.isRoot || !person || person.isRoot || person.isDeactivated) {
    await record(
      stores,
      { universe: null, userId: root.id, name: root.username, actingAs: null, address: origin.address },
      { action: 'session.refused', subject: actAsUser.slice(0, 100) },
    )
    return refusedIdentity(loginStatus.refused)
  }
  const viewer = await viewerOrNone(stores, person, actAsUniverse)
  if (!viewer) return refusedIdentity(loginStatus.noUniverse)
  const { universe } = viewer
  const who: Who = { ...viewer.who, actor: { userId: root.id, username: root.username } }
  const authToken = await openSession(stores, {
    ...{ person: person.id, actor: root.id, universe: universe.id, isRemembered: false, ...origin },
  })
  await record(
    stores,
    { universe: universe.id, userId: root.id, name: root.username, actingAs: person.username, address: origin.address },
    { action: 'session.impersonate', subject: person.username },
  )
  return identityOf(stores, viewer, who, { authToken, mode: 'session' })
}
