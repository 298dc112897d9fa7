import { loginStatus } from '@kaiku/core/login-status.ts'
import { Refusal } from '../send.ts'
import { safeRedirect } from './redirect.ts'
import { currentSession, setSession } from './session.ts'
import { enterBy, resume, watchSession } from './sign-in.ts'

/** A one-time link did not sign in: used before, or too old. */
export type Start = { linkRefused: boolean }

/** Finds out who is there: by a link that signs in, else by the session that this browser keeps. Throws a `Refusal`. */
export async function startSession(): Promise<Start> {
  watchSession()
  const address = new URL(window.location.href)
  const universe = address.searchParams.get('universe') ?? ''
  const enter = address.searchParams.get('enter')
  const linkRefused = enter !== null && !(await entered(enter, universe))
  if (currentSession().state === 'starting' && !(await resume(universe)))
    setSession({ state: 'signedOut', because: 'nobody' })
  return { linkRefused }
}

async function entered(token: string, universe: string): Promise<boolean> {
  const address = new URL(window.location.href)
  address.searchParams.delete('enter')
  const signedIn = await enterBy(token, universe).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'invalid') return null
    throw error
  })
  const isIn = signedIn?.loginStatus === loginStatus.success
  const onward = isIn ? safeRedirect(address.searchParams.get('redirect')) : null
  // The used token leaves the history, and nobody shares it by accident.
  window.history.replaceState(null, '', onward ?? `${address.pathname}${address.search}`)
  return isIn
}
