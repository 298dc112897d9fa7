import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/** Encrypts what a backup keeps. `name`: where it lies; under another it cannot be opened. */
export type Seal = {
  readonly seal: (content: Buffer, name: string) => Promise<Buffer>
  /** Null: it was changed, cut short, or sealed under another key or name. */
  readonly open: (sealed: Buffer, name: string) => Promise<Buffer | null>
  /** The same for the same content; says nothing of it without the key. */
  readonly fingerprint: (content: Buffer) => string
}

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Of a key of any length, at the price of a tenth of a second. `salt`: of the backup's directory. */
export async function sealOf(key: string, salt: Buffer): Promise<Seal> {
  const main = await new Promise<Buffer>((resolve, reject) =>
    // N × r × 128 bytes are needed, and a little.
    scrypt(key, salt, keyBytes, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    ),
  )
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', main, '', `kaiku backup ${use}`, keyBytes))
  const [contentKey, nameKey] = [derived('content'), derived('names')]
  return {
    async seal(content, name) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, contentKey, nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(await zip(content, { level: 3 })), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    async open(sealed, name) {
      if (sealed.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv(algorithm, contentKey, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return await unzip(Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]))
      } catch {
        return null
      }
    },
    fingerprint: (content) => createHmac('sha256', nameKey).update(content).digest('hex'),
  }
}
