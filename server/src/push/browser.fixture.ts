import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { PushMessage } from './push-message.ts'

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

/** A browser that has subscribed, as RFC 8291 and 8292 have it: with its own keys it reads what a push service was given. */
export function subscribedBrowser(endpoint: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const secret = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.getPublicKey().toString('base64url'), auth: secret.toString('base64url') },
    },
    read(bytes: Buffer): PushMessage {
      const salt = bytes.subarray(0, 16)
      const theirs = bytes.subarray(21, 21 + bytes.readUInt8(20))
      const sealed = bytes.subarray(21 + theirs.length)
      const early = hmac(secret, own.computeSecret(theirs))
      const material = hmac(early, 'WebPush: info\0', own.getPublicKey(), theirs, Buffer.from([1]))
      const keyed = hmac(salt, material)
      const key = hmac(keyed, 'Content-Encoding: aes128gcm\0', Buffer.from([1])).subarray(0, 16)
      const nonce = hmac(keyed, 'Content-Encoding: nonce\0', Buffer.from([1])).subarray(0, 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** Of an `authorization: vapid t=…, k=…`: the key, and what its token claims; throws where the key did not sign it. */
export function readVapid(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the key did not sign it')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> }
}
