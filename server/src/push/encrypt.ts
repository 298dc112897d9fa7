import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What messages to a browser are encrypted to, as it gives them: its public key on P-256, and a secret. */
export type Recipient = { readonly publicKey: Buffer; readonly secret: Buffer }

const curve = 'prime256v1'
export const keyBytes = { publicKey: 65, secret: 16 } as const
/** Whatever is said fits into one record. */
const recordBytes = 4096
/** Behind the text: this record is the last. */
const last = Buffer.from([2])

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Whether a browser's public key is a point of the curve, and its secret as long as it has to be. */
export function isRecipient({ publicKey, secret }: Recipient): boolean {
  if (publicKey.length !== keyBytes.publicKey || secret.length !== keyBytes.secret) return false
  try {
    const own = createECDH(curve)
    own.generateKeys()
    own.computeSecret(publicKey)
    return true
  } catch {
    return false
  }
}

/** What makes two messages of the same text differ; named only to compare with the example of RFC 8291. */
type Chance = { readonly privateKey?: Buffer; readonly salt?: Buffer }

/** Encrypts a message so that only the browser can read it, not the push service between (RFC 8291, `aes128gcm`). */
export function encrypt(text: string, { publicKey, secret }: Recipient, chance: Chance = {}): Buffer {
  const own = createECDH(curve)
  if (chance.privateKey) own.setPrivateKey(chance.privateKey)
  else own.generateKeys()
  const salt = chance.salt ?? randomBytes(16)
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, own.getPublicKey()])
  const shared = derive(own.computeSecret(publicKey), secret, both, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), last])), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordBytes, 0)
  head.writeUInt8(keyBytes.publicKey, 4)
  return Buffer.concat([salt, head, own.getPublicKey(), ...sealed])
}
