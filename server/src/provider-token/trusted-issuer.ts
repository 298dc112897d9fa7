import { Fault } from '@kaiku/core/fault.ts'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import {
  type ExternalProvider,
  externalProviders,
  ownProvider,
  type SignIn,
  usesOwnProvider,
} from '../configuration/sign-in.ts'
import { publicPart, type SigningKey } from '../identity-provider/installation-secret.ts'
import { issuerOf } from '../provider-page/provider-address.ts'
import type { TrustedIssuer } from './access-token.ts'

/** Milliseconds. Keys are asked for again when a token names one that is not known, but no more often than this. */
const cooldownDuration = 30_000
const cacheMaxAge = 600_000
const timeoutDuration = 5_000

/** Issuer of an outside provider's tokens, with what its claims may do here. */
export type ExternalIssuer = TrustedIssuer & { readonly provider: ExternalProvider }
export const isExternal = (by: TrustedIssuer): by is ExternalIssuer => 'provider' in by

/** Kaiku's own provider checks with its own key; others with the keys that they publish. */
export function trustedIssuers(signIn: SignIn, publicUrl: string, ownKey: SigningKey | null): readonly TrustedIssuer[] {
  const external = externalProviders(signIn).map(
    (provider): ExternalIssuer => ({ ...provider, keys: publishedKeys(provider), provider }),
  )
  if (!usesOwnProvider(signIn) || ownKey === null) return external
  const keys = createLocalJWKSet({ keys: [publicPart(ownKey)] })
  const { clientId } = ownProvider
  return [{ issuer: issuerOf(publicUrl), clientId, audience: clientId, keys }, ...external]
}

function publishedKeys({ issuer, keycloak }: ExternalProvider): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | null = null
  let askedAt = -cooldownDuration
  const remote = async () => {
    const address = keycloak ? new URL(`${issuer}/protocol/openid-connect/certs`) : await discover(issuer)
    return createRemoteJWKSet(address, { cooldownDuration, cacheMaxAge, timeoutDuration })
  }
  return async (header, token) => {
    if (keys === null && performance.now() - askedAt < cooldownDuration) throw unreachable(issuer)
    askedAt = performance.now()
    keys ??= remote()
    const find = await keys.catch(() => {
      keys = null
      throw unreachable(issuer)
    })
    try {
      return await find(header, token)
    } catch (error) {
      throw isRefusal(error) ? error : unreachable(issuer)
    }
  }
}

/** The keys were there, and none of them is the token's. */
const isRefusal = (error: unknown) =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== errors.JOSEError.code

const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

async function discover(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const document = await fetch(address, { signal: AbortSignal.timeout(timeoutDuration) }).then(
    async (reply) => discovery.safeParse(reply.ok ? await reply.json() : null).data,
    () => undefined,
  )
  if (document?.issuer !== issuer) throw unreachable(issuer)
  return new URL(document.jwks_uri)
}

const unreachable = (issuer: string) => new Fault('unavailable', `The identity provider ${issuer} does not answer.`)
