import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

const keyOf = async (stores: Stores): Promise<Buffer> =>
  Buffer.from(
    await installationSecret(stores, 'webhook.sealingKey', async () => randomBytes(32).toString('base64')),
    'base64',
  )

/** A secret as it is kept: nobody who reads the table alone can sign with it. */
export async function seal(stores: Stores, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, await keyOf(stores), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export async function unseal(stores: Stores, kept: Buffer): Promise<string> {
  const decipher = createDecipheriv(algorithm, await keyOf(stores), kept.subarray(0, nonceBytes))
  decipher.setAuthTag(kept.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(kept.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
