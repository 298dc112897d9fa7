import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK_RSA_Private, type JWK_RSA_Public } from 'jose'
import { z } from 'zod'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'

const signingKeySchema = z.looseObject({
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
}) satisfies z.ZodType<JWK_RSA_Private>
export type SigningKey = JWK_RSA_Private & { readonly kid: string }

/** What checks a signature. */
export const publicPart = ({ kid, n, e }: SigningKey): JWK_RSA_Public & { kid: string; alg: string; use: string } => ({
  kty: 'RSA',
  kid,
  n,
  e,
  alg: 'RS256',
  use: 'sig',
})

/** Signs the provider's tokens. */
export const signingKey = (stores: Stores): Promise<SigningKey> =>
  installationSecret(stores, 'provider.signingKey', signingKeySchema, async () => {
    const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
    const kid = randomBytes(8).toString('base64url')
    return { ...((await exportJWK(privateKey)) as JWK_RSA_Private), kid, use: 'sig', alg: 'RS256' }
  })

/** Signs the provider's cookies. */
export const cookieKey = (stores: Stores): Promise<string> =>
  installationSecret(stores, 'provider.cookieKey', z.string(), async () => randomBytes(32).toString('base64url'))
