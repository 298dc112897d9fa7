import crypto, { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import S3rver from '@20minutes/s3rver'
import accounts from '@20minutes/s3rver/lib/models/account.js'
import type { S3Access } from './place.ts'

export const testBucket = 'backups'

/** The test server seals where a list goes on by DES, which today’s OpenSSL has only as the triple one: thrice the same key is the same. */
const known = { createCipheriv: crypto.createCipheriv, createDecipheriv: crypto.createDecipheriv }
const triple = 'des-ede3-cbc'
Object.assign(crypto, {
  createCipheriv: (...given: Parameters<typeof known.createCipheriv>) => {
    const [name, key, iv] = given
    return String(name) === 'des' && key instanceof Uint8Array
      ? known.createCipheriv(triple, Buffer.concat([key, key, key]), iv)
      : known.createCipheriv(...given)
  },
  createDecipheriv: (...given: Parameters<typeof known.createDecipheriv>) => {
    const [name, key, iv] = given
    return String(name) === 'des' && key instanceof Uint8Array
      ? known.createDecipheriv(triple, Buffer.concat([key, key, key]), iv)
      : known.createDecipheriv(...given)
  },
})

/** An S3 server that checks signatures and keeps objects in a directory, behind a line that can be cut. */
export async function startS3(directory: string) {
  const secret = randomBytes(30).toString('base64url')
  const keyId = `KEY${randomBytes(8).toString('hex').toUpperCase()}`
  accounts.DUMMY_ACCOUNT.createKeyPair(keyId, secret)
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false },
    configureBuckets: [{ name: testBucket }],
  })
  const { port } = await server.run()
  const line = { cuts: 0, after: 0, down: Number.POSITIVE_INFINITY, seen: 0, requests: [] as string[] }
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
    incoming.on('data', (data) => {
      const asked = /^(GET|HEAD|PUT|POST|DELETE) \S+/.exec(data.toString('latin1'))
      if (asked) line.requests.push(asked[0])
      // One of its requests that has begun is still taken: s3rver would keep half an object.
      if (asked && line.seen >= line.down) {
        incoming.resetAndDestroy()
        return
      }
      line.seen += data.length
      if (line.cuts === 0 || line.seen < line.after) {
        outgoing.write(data)
        return
      }
      line.cuts--
      line.seen = 0
      incoming.resetAndDestroy()
    })
    outgoing.on('data', (data) => incoming.write(data))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const access: S3Access = { endpoint, region: 'us-east-1', keyId, secret, pathStyle: true }
  return {
    access,
    /** What was asked, such as `PUT /backups/a`. */
    requests: line.requests,
    /** Breaks connections so many times, each when so many bytes more were sent; 0: no more. */
    cut: (cuts: number, after = 0) => Object.assign(line, { cuts, after, seen: 0 }),
    /** Takes no new request once so many bytes more were sent; none: takes them all again. */
    down: (after = Number.POSITIVE_INFINITY) => Object.assign(line, { down: after, seen: 0 }),
    async close() {
      proxy.close()
      await server.close()
    },
  }
}
