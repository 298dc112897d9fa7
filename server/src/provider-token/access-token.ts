import type { Claims } from '@kaiku/core/role-rule.ts'
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

/** Whose tokens are believed, and which of them. */
export type TrustedIssuer = {
  readonly issuer: string
  readonly clientId: string
  /** What a token must name as its audience; null: its authorised party, or else its audience, is the client. */
  readonly audience: string | null
  readonly keys: JWTVerifyGetKey
}

/** Signatures by a key pair only: with a shared secret, whoever checks a token could also make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Seconds by which two clocks may differ. */
const clockTolerance = 5

const registered = z.looseObject({ sub: z.string().min(1).max(255), iss: z.string(), exp: z.number() })
export type AccessToken = z.output<typeof registered> & { readonly claims: Claims; readonly sid: string | null }

/**
 * What a provider's access token says, once its signature, issuer, audience, times and kind are right; null otherwise.
 * Throws Fault `unavailable` where the keys of a provider cannot be had.
 */
export async function readAccessToken(
  token: string,
  trusted: readonly TrustedIssuer[],
  now: Date,
): Promise<{ readonly token: AccessToken; readonly by: TrustedIssuer } | null> {
  const named = issuerOf(token)
  for (const by of trusted.filter(({ issuer }) => issuer === named)) {
    const verified = await verify(token, by, now)
    if (!verified || !isAccessToken(verified.payload, verified.typ) || !isFor(verified.payload, by)) continue
    const { data } = registered.safeParse(verified.payload)
    if (data) return { token: { ...data, claims: verified.payload, sid: sidOf(verified.payload) }, by }
  }
  return null
}

function issuerOf(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null
  } catch {
    return null
  }
}

async function verify(token: string, { issuer, audience, keys }: TrustedIssuer, currentDate: Date) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      clockTolerance,
      currentDate,
      requiredClaims: ['exp', 'sub'],
      ...(audience !== null && { audience }),
    })
    return { payload, typ: protectedHeader.typ }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Not an id token, which says who somebody is and not what its bearer may ask for, nor a refresh token. */
function isAccessToken(payload: JWTPayload, headerType: string | undefined): boolean {
  if (/^(application\/)?at\+jwt$/i.test(headerType ?? '')) return payload.typ === undefined || payload.typ === 'Bearer'
  if (payload.typ !== undefined) return payload.typ === 'Bearer'
  // Other makes say neither; their id tokens answer a nonce or vouch for an access token, and carry no scope.
  const isIdToken = ['nonce', 'at_hash', 'c_hash'].some((claim) => claim in payload)
  return !isIdToken && ('scope' in payload || 'scp' in payload)
}

function isFor({ aud, azp }: JWTPayload, { clientId, audience }: TrustedIssuer): boolean {
  if (azp !== undefined) return azp === clientId
  return audience !== null || [aud].flat().includes(clientId)
}

const sidOf = ({ sid }: JWTPayload) => (typeof sid === 'string' && sid !== '' ? sid : null)
