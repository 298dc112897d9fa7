import type { InputOf } from '@kaiku/contract/call.ts'
import type { Identity, sessionCalls } from '@kaiku/contract/session.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { actorIn, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { provePassword } from '../password-proof/password-proof.ts'
import { markSeen } from '../person/membership.ts'
import { type Person, personByName } from '../person/person.ts'
import { passkeyChallenge } from '../second-factor/passkey.ts'
import { needsSecondFactor, type Strength, secondFactorsOf } from '../second-factor/second-factor.ts'
import { proveSecondFactor } from '../second-factor/second-factor-proof.ts'
import { asActor, openSession } from '../session/session.ts'
import { viewerOf } from '../session/who.ts'
import { identityOf, refusedIdentity } from './identity-answer.ts'

/** Where a request comes from. */
export type Origin = { readonly address: string; readonly agent: string; readonly device: string }

type Payload = InputOf<(typeof sessionCalls)['login']>

/** Signs in by user name and password. A wrong password and an unknown user have the same answer after the same work. */
export async function login(stores: Stores, publicUrl: string, payload: Payload, origin: Origin): Promise<Identity> {
  const proof = await provePassword(stores, payload, origin)
  if (proof.state === 'slowed') return refusedIdentity(loginStatus.slowedDown, { retryAfter: proof.seconds })
  if (proof.state === 'wrong') return refusedIdentity(loginStatus.refused)
  const { person } = proof
  const hasSecondFactor = await needsSecondFactor(stores, person)
  const refused = hasSecondFactor ? await askSecondFactor(stores, publicUrl, person, payload, origin) : null
  if (refused) return refused
  const strength: Strength = hasSecondFactor ? 'shown' : 'password'
  if (payload.actAsUser !== '') return actAs(stores, { root: person, strength }, payload, origin)
  return enter(
    stores,
    person,
    { universe: payload.actAsUniverse || payload.universe, isRemembered: payload.remember, strength },
    origin,
  )
}

/** What is answered while the second factor is missing or wrong; null: it was right. */
async function askSecondFactor(
  stores: Stores,
  publicUrl: string,
  person: Person,
  { code, passkey }: Payload,
  { address }: Origin,
): Promise<Identity | null> {
  const isShown = code !== '' || passkey !== ''
  const proof = isShown
    ? await proveSecondFactor(stores, person, { code, passkey }, { address, publicUrl })
    : ({ state: 'missing' } as const)
  if (proof.state === 'right') return null
  if (proof.state === 'slowed') return refusedIdentity(loginStatus.slowedDown, { retryAfter: proof.seconds })
  const secondFactors = await secondFactorsOf(stores, person)
  return refusedIdentity(isShown ? loginStatus.secondFactorRefused : loginStatus.secondFactorNeeded, {
    secondFactors,
    passkeyChallenge: secondFactors.includes('passkey') ? await passkeyChallenge(stores, person, publicUrl) : '',
  })
}

/** Opens a session of somebody who has shown who they are. */
export async function enter(
  stores: Stores,
  person: Person,
  wanted: { readonly universe: string; readonly isRemembered: boolean; readonly strength: Strength },
  origin: Origin,
): Promise<Identity> {
  const { isRemembered, strength } = wanted
  const viewer = await viewerOf(stores, person, wanted.universe).catch(whyNotIn)
  if (typeof viewer === 'number') return refusedIdentity(viewer)
  const { universe, who } = viewer
  const hasSecondFactor = strength !== 'password'
  const authToken = await openSession(stores, {
    person: person.id,
    universe: universe.id,
    isRemembered,
    hasSecondFactor,
    ...origin,
  })
  await markSeen(stores.service, universe.id, person.id)
  await record(stores, actorIn(universe.id, person, origin.address), { action: 'session.signIn' })
  return identityOf(stores, viewer, who, { authToken, mode: 'session', strength })
}

/** Why somebody gets into no universe, or not into the one they named. Throws what is no refusal. */
export function whyNotIn(error: unknown): typeof loginStatus.noUniverse | typeof loginStatus.suspended {
  if (!(error instanceof Fault && (error.code === 'not_found' || error.code === 'forbidden'))) throw error
  return error.reason?.key === 'universe.suspended' ? loginStatus.suspended : loginStatus.noUniverse
}

/** Root acts as another user, who is no root; the session names both. */
export async function actAs(
  stores: Stores,
  { root, strength }: { readonly root: Person; readonly strength: Strength },
  { actAsUser, actAsUniverse }: Pick<Payload, 'actAsUser' | 'actAsUniverse'>,
  origin: Origin,
): Promise<Identity> {
  const person = await personByName(stores, actAsUser)
  if (!root.isRoot || !person || person.isRoot || person.isDeactivated) {
    await record(stores, actorIn(null, root, origin.address), {
      action: 'session.refused',
      subject: actAsUser.slice(0, 100),
    })
    return refusedIdentity(loginStatus.refused)
  }
  const viewer = await viewerOf(stores, person, actAsUniverse).catch(whyNotIn)
  if (typeof viewer === 'number') return refusedIdentity(viewer)
  const { universe } = viewer
  const authToken = await openSession(stores, {
    person: person.id,
    actor: root.id,
    universe: universe.id,
    isRemembered: false,
    ...origin,
    hasSecondFactor: strength !== 'password',
  })
  await record(
    stores,
    { ...actorIn(universe.id, root, origin.address), actingAs: person.username },
    { action: 'session.impersonate', subject: person.username },
  )
  return identityOf(stores, viewer, asActor(viewer.who, root), { authToken, mode: 'session', strength })
}
