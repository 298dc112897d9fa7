import { exportJWK, generateKeyPair, importJWK, type JWK_EC_Private, SignJWT } from 'jose'
import { z } from 'zod'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'

const algorithm = 'ES256'
const keySchema = z.looseObject({
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
}) satisfies z.ZodType<JWK_EC_Private>

/** By which push services know this installation (RFC 8292); whoever has subscribed is lost with it. */
const keyOf = (stores: Stores): Promise<JWK_EC_Private> =>
  installationSecret(stores, 'push.key', keySchema, async () => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    return { ...((await exportJWK(privateKey)) as JWK_EC_Private) }
  })

const publicPart = ({ x, y }: JWK_EC_Private): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** What a browser subscribes with: the uncompressed point, in base64url. */
export const applicationKey = async (stores: Stores): Promise<string> => publicPart(await keyOf(stores))

/** The `authorization` of a message to an endpoint. `contact`: a `mailto:` or `https:` address of who runs Kaiku. */
export async function authorizationOf(stores: Stores, endpoint: string, contact: string): Promise<string> {
  const key = await keyOf(stores)
  const token = await new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: algorithm })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime('12h')
    .sign(await importJWK(key, algorithm))
  return `vapid t=${token}, k=${publicPart(key)}`
}
