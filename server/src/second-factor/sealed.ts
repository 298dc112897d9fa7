import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = async (stores: Stores): Promise<Buffer> =>
  Buffer.from(
    await installationSecret(stores, 'secondFactor.key', async () => randomBytes(32).toString('base64url')),
    'base64url',
  )

/** Encrypted for the tables. `owner`: whose it is; in another's row it cannot be opened. */
export async function seal(stores: Stores, text: string, owner: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, await keyOf(stores), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws when it was changed, or sealed for somebody else. */
export async function unseal(stores: Stores, sealed: string, owner: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, await keyOf(stores), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
