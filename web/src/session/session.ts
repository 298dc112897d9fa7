import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { useSyncExternalStore } from 'react'

/**
 * `ended`: the server no longer knows the session. `left`: signed out here or in another tab. `linkRefused`: a one-time
 * link was used before or is too old. `noUniverse`, `refused`: what the server thinks of whom the provider signed in.
 */
export type SignedOut = {
  state: 'signedOut'
  because: 'nobody' | 'ended' | 'left' | 'linkRefused' | 'noUniverse' | 'suspended' | 'refused'
}
export type Session = { state: 'starting' } | SignedOut | { state: 'signedIn'; identity: Identity }

let session: Session = { state: 'starting' }
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

export function setSession(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Hears every change of who is signed in. Answers how to stop listening. */
export const onSession = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(onSession, currentSession)

/** Who is signed in; null: nobody. */
export const identityOf = (one: Session): Identity | null => (one.state === 'signedIn' ? one.identity : null)

/** Let in, if only to set up the second factor that a universe requires. */
export const isLetIn = ({ loginStatus: status }: Identity): boolean =>
  status === loginStatus.success || status === loginStatus.secondFactorToSetUp

/** Why somebody who was not let in is not. */
export const whyOut = ({ loginStatus: status }: Identity): 'noUniverse' | 'suspended' | 'refused' =>
  status === loginStatus.noUniverse ? 'noUniverse' : status === loginStatus.suspended ? 'suspended' : 'refused'

/** What goes into the `authorization` header; empty: nobody is signed in. */
export const bearer = (): string => identityOf(session)?.authToken ?? ''

/** A token that was refreshed takes the place of the old one. */
export function replaceToken(authToken: string) {
  if (session.state === 'signedIn') setSession({ ...session, identity: { ...session.identity, authToken } })
}

/** The universe of this tab: what a shared link names, else the viewer's. */
export const universeOfTab = (): string =>
  new URLSearchParams(window.location.search).get('universe') ?? identityOf(session)?.universe ?? ''

/** The server refused a token: the session that it belonged to is over. */
export function refuseToken(token: string) {
  if (token !== '' && token === bearer()) setSession({ state: 'signedOut', because: 'ended' })
}
