import { signInPath } from '@kaiku/core/sign-in-path.ts'
import Keycloak, { type KeycloakLoginOptions } from 'keycloak-js'
import { readStored, removeStored, writeStored } from '../browser/stored.ts'
import type { Reply } from '../call/calls.ts'
import { keepOnward } from './onward.ts'
import { mayGoUnasked } from './unasked.ts'

/** Milliseconds between two looks at the token, and seconds it must still be valid for. */
const refresh = { every: 10_000, atLeast: 60 }
/** Milliseconds for the provider to say whether somebody is signed in there. */
const longestSilence = 10_000
/** This browser was signed in by the provider the last time. */
const hint = 'byProvider'

type ProviderTokens = { accessToken: string; idToken: string }
export type Provider = {
  /** Tokens of whoever is signed in there; null: nobody is, as far as the browser lets it be seen. */
  tokens(): ProviderTokens | null
  /** Leaves for the provider's login page, which leads back to the start, and Kaiku from there to the path. */
  signIn(redirect: string, locale: string): Promise<void>
  /** Ends the provider's session, which leads to the login page. */
  signOut(): Promise<void>
  /** Keeps the token fresh. `changed` hears each new one, and null when there will be none any more. */
  watch(changed: (token: string | null) => void): void
}

/** Starts the identity provider's client and asks, without a word to the viewer, who is signed in. Throws when it does not answer. */
export async function startProvider({
  serverUrl,
  realm,
  clientId,
  issuer,
}: Reply<'clientConfiguration.client'>): Promise<Provider> {
  const keycloak = new Keycloak(
    issuer === null ? { url: serverUrl, realm, clientId } : { oidcProvider: issuer, clientId },
  )
  const { origin, pathname, search } = window.location
  const home = origin + signInPath.home
  const leave = async (onward: string, options?: KeycloakLoginOptions) => {
    const address = await keycloak.createLoginUrl(options)
    keepOnward(address, onward)
    window.location.assign(address)
    return new Promise<never>(() => {})
  }
  // The silent way there and back leaves by this, too.
  keycloak.login = (options) => leave(pathname + search, options)
  const isIn = await inTime(
    keycloak.init({
      onLoad: 'check-sso',
      redirectUri: home,
      silentCheckSsoRedirectUri: origin + signInPath.silent,
      // Where the browser hides the provider's cookies in frames, a silent way there and back sees them; it is gone once.
      silentCheckSsoFallback: readStored(hint) !== null && mayGoUnasked(),
      pkceMethod: 'S256',
      checkLoginIframe: false,
      messageReceiveTimeout: longestSilence / 2,
    }),
  )
  if (isIn) writeStored(hint, 'yes')
  else removeStored(hint)
  return {
    tokens: () =>
      keycloak.token === undefined ? null : { accessToken: keycloak.token, idToken: keycloak.idToken ?? '' },
    signIn: (redirect, locale) => leave(redirect, { locale }),
    signOut() {
      removeStored(hint)
      return keycloak.logout({ redirectUri: home })
    },
    watch(changed) {
      const timer = setInterval(() => {
        keycloak
          .updateToken(refresh.atLeast)
          .then((isNew) => isNew && changed(keycloak.token ?? null))
          .catch((error: unknown) => {
            clearInterval(timer)
            console.error('The token could not be refreshed.', error)
            keycloak.clearToken()
            changed(null)
          })
      }, refresh.every)
    },
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The identity provider does not answer.')), longestSilence)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
