import { screenAt, screens } from '@kaiku/core/screen.ts'
import { CallError } from '../call/send.ts'
import { isLetIn, type SignedOut, setSession, whyOut } from '../session/session.ts'
import { comeBack } from './onward.ts'
import { loadConfiguration, resumeAtProvider } from './provider-session.ts'
import { safeRedirect } from './redirect.ts'
import { enterBy, resume, watchSession } from './sign-in.ts'

/** The identity provider does not answer; a password may do all the same. */
export class ProviderFault extends Error {}

const linksToForms = ['reset', 'setup']

/**
 * Finds out who is there: by a link that signs in, by the session that this browser keeps, by the identity provider.
 * Throws a `CallError` or a `ProviderFault` when that cannot be found out.
 */
export async function startSession(): Promise<void> {
  watchSession()
  comeBack()
  const configured = loadConfiguration()
  await Promise.all([configured, findOut(configured)])
}

async function findOut(configured: Promise<unknown>): Promise<void> {
  const { pathname, searchParams } = new URL(window.location.href)
  const universe = searchParams.get('universe') ?? ''
  const enter = searchParams.get('enter')
  const because = enter === null ? undefined : await entered(enter, universe)
  if (because === null) return
  if (linksToForms.some((name) => searchParams.has(name))) return signedOut('nobody')
  if (await resume(universe)) return
  if (because !== undefined || isOpen(pathname)) return signedOut(because ?? 'nobody')
  await configured
  const refused = await resumeAtProvider(universe).catch((error: unknown) => {
    if (error instanceof CallError) throw error
    throw new ProviderFault(String(error))
  })
  if (refused !== null) signedOut(refused)
}

export const signedOut = (because: SignedOut['because']) => setSession({ state: 'signedOut', because })

function isOpen(pathname: string): boolean {
  const screen = screenAt(pathname)?.screen
  return screen !== undefined && screen !== 'login' && !screens[screen].signIn
}

/** Null: the link has signed somebody in; else why not. */
async function entered(token: string, universe: string): Promise<SignedOut['because'] | null> {
  const identity = await enterBy(token, universe).catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'invalid') return null
    throw error
  })
  const isIn = identity !== null && isLetIn(identity)
  const address = new URL(window.location.href)
  address.searchParams.delete('enter')
  const onward = isIn ? safeRedirect(address.searchParams.get('redirect')) : null
  // The used token leaves the history, and nobody shares it by accident.
  window.history.replaceState(null, '', onward ?? `${address.pathname}${address.search}`)
  if (isIn) return null
  return identity === null ? 'linkRefused' : whyOut(identity)
}
