import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { announceEnd, hearEnds } from '../session/other-tabs.ts'
import { currentSession, identityOf, isLetIn, onSession, setSession } from '../session/session.ts'
import { forgetSession, isRemembered, storedSession } from '../session/stored-session.ts'
import { begin } from './begin.ts'
import { signOutAtProvider } from './provider-session.ts'

/** The answer to user name and password; its `loginStatus` says whether it was heard. Throws a `CallError`. */
export async function signIn(payload: Sent<'session.login'>): Promise<Identity> {
  const identity = await send('session.login', payload)
  if (isLetIn(identity)) await begin(identity, payload.remember === true)
  return identity
}

/** Signs in with a link that works once. Throws a `CallError` for one that was used or is too old. */
export async function enterBy(token: string, universe: string): Promise<Identity> {
  const identity = await send('session.enter', { token, universe })
  if (isLetIn(identity)) await begin(identity, false)
  return identity
}

/** Goes on with the session that this browser keeps. False: it keeps none, or one that has ended. */
export async function resume(universe: string): Promise<boolean> {
  const sessionId = storedSession()
  if (sessionId === null) return false
  const named = await send('session.validateCookie', { sessionId, universe })
  // A link into somebody else's universe signs nobody out.
  const identity =
    named.loginStatus === loginStatus.noUniverse || named.loginStatus === loginStatus.suspended
      ? await send('session.validateCookie', { sessionId, universe: '' })
      : named
  if (!isLetIn(identity)) {
    forgetSession()
    return false
  }
  await begin(identity, isRemembered())
  return true
}

/**
 * Ends the session everywhere in this browser. What the server thinks of it changes nothing here. The other tabs hear of
 * it first: told by the server, they would take it for a session that has expired.
 */
export async function signOut() {
  const identity = identityOf(currentSession())
  if (identity === null) return
  announceEnd(identity.userId)
  await send('session.logout', {}).catch(() => null)
  leave()
  if (identity.mode === 'provider') await signOutAtProvider()
}

/** Ends a session that was not used; who comes back goes on where they were. */
export async function endIdle(): Promise<void> {
  const identity = identityOf(currentSession())
  if (identity === null) return
  await send('session.logout', {}).catch(() => null)
  forgetSession()
  setSession({ state: 'signedOut', because: 'ended' })
  if (identity.mode === 'provider') await signOutAtProvider()
}

function leave() {
  forgetSession()
  setSession({ state: 'signedOut', because: 'left' })
}

/** Goes on in another of the viewer's universes, from its first survey. */
export async function changeUniverse(universe: string) {
  await begin(await send('session.changeUniverse', { universe }), isRemembered())
  window.location.assign(`/?${new URLSearchParams({ universe })}`)
}

/** A second factor was set up: everything is open now. */
export async function goOn() {
  await begin(await send('session.identity', {}), isRemembered())
}

/** Root is themselves again. */
export async function stopActing() {
  await begin(await send('session.stopActing', {}), false)
  window.location.assign('/')
}

/** Keeps this tab and what the browser remembers true to what happens elsewhere. */
export function watchSession() {
  hearEnds((userId) => {
    if (identityOf(currentSession())?.userId === userId) leave()
  })
  onSession(() => {
    const session = currentSession()
    if (session.state === 'signedOut' && session.because === 'ended') forgetSession()
  })
}
