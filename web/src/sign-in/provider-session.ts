import i18next from 'i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import {
  currentSession,
  identityOf,
  isLetIn,
  replaceToken,
  type SignedOut,
  setSession,
  whyOut,
} from '../session/session.ts'
import { begin } from './begin.ts'
import type { Provider } from './provider.ts'
import { forgetUnasked, mayGoUnasked } from './unasked.ts'

export type ClientConfiguration = Reply<'clientConfiguration.client'>

let configuration: ClientConfiguration | null = null
let provider: Provider | null = null

/** Where one signs in; null: not known yet. */
export const clientConfiguration = () => configuration

export async function loadConfiguration(): Promise<ClientConfiguration> {
  configuration = await send('clientConfiguration.client', { domain: window.location.hostname })
  return configuration
}

/** The provider's client is loaded only when somebody may need it. */
async function providerOf(): Promise<Provider> {
  const { startProvider } = await import('./provider.ts')
  provider ??= await startProvider(configuration ?? (await loadConfiguration()))
  return provider
}

/** Goes on as whoever is signed in at the provider. Null: they are in; else why not. Throws when it does not answer. */
export async function resumeAtProvider(universe: string): Promise<SignedOut['because'] | null> {
  const at = await providerOf()
  const held = at.tokens()
  if (held === null) return 'nobody'
  const identity = await send('session.validateKeycloak', { ...held, universeName: universe, allowIndicators: true })
  if (!isLetIn(identity)) return whyOut(identity)
  forgetUnasked()
  await begin(identity, false)
  at.watch((token) => {
    // Somebody may have signed in otherwise since: the provider's token is none of theirs.
    if (identityOf(currentSession())?.mode !== 'provider') return
    if (token === null) setSession({ state: 'signedOut', because: 'ended' })
    else replaceToken(token)
  })
  return null
}

/** Leaves for the provider's login page. */
export const signInAtProvider = async (redirect: string) => (await providerOf()).signIn(redirect, i18next.language)

/** Ends the session at the provider too, if it was the provider's. */
export const signOutAtProvider = async () => (await providerOf()).signOut()

/** Leaves for an outside provider on its own account, when nobody has chosen how to sign in. */
export function leaveUnasked(redirect: string): boolean {
  if (configuration === null || configuration.isOwn || !mayGoUnasked()) return false
  void signInAtProvider(redirect)
  return true
}
