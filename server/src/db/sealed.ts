import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { installationSecret } from './installation-secret.ts'
import type { Stores } from './stores.ts'

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/** A secret of this installation under which texts are kept in tables: nobody who reads the table alone can read them. */
type SealingKey =
  | 'secondFactor.key'
  | 'webhook.sealingKey'
  | 'figureProof.key'
  | 'scheduleLeave.key'
  | 'formAnswer.key'
  | 'sms.sealingKey'
  | 'fetch.sealingKey'

/** Encrypts what tables keep, and decrypts it. `owner`: whose it is; in another's row it cannot be opened. */
export function sealer(key: SealingKey) {
  const keyOf = async (stores: Stores) =>
    Buffer.from(
      await installationSecret(stores, key, z.string(), async () => randomBytes(keyBytes).toString('base64url')),
      'base64url',
    )
  const seal = async (stores: Stores, text: string, owner: string): Promise<string> => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, await keyOf(stores), nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }
  /** Throws when it was changed, or sealed for somebody else. */
  const unseal = async (stores: Stores, sealed: string, owner: string): Promise<string> => {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv(algorithm, await keyOf(stores), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  }
  return { seal, unseal }
}
