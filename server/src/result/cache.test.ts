import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { answerCache, compressed } from './cache.ts'

const long = { text: 'kaiku '.repeat(2_000) }

it('keeps no more bytes than allowed and lets the oldest go first', () => {
  const cache = answerCache(10_000)
  for (let at = 0; at < 30; at++)
    cache.set(`key ${at}`, { etag: `"${at}"`, bytes: Buffer.alloc(1_000), encoding: 'identity' })
  expect(cache.bytes).toBeLessThanOrEqual(10_000)
  expect(cache.get('key 0')).toBeUndefined()
  expect(cache.get('key 29')?.etag).toBe('"29"')
})

it('sends what it was given, however it is compressed', async () => {
  const text = JSON.stringify(long)
  expect(brotliDecompressSync((await compressed(long, 'br')).bytes).toString()).toBe(text)
  expect(gunzipSync((await compressed(long, 'gzip')).bytes).toString()).toBe(text)
  expect((await compressed(long, 'identity')).bytes.toString()).toBe(text)
  expect((await compressed({ a: 1 }, 'br')).encoding).toBe('identity')
})

it('names equal answers alike and different ones differently', async () => {
  expect((await compressed(long, 'br')).etag).toBe((await compressed({ ...long }, 'br')).etag)
  expect((await compressed(long, 'br')).etag).not.toBe((await compressed({ ...long, more: 1 }, 'br')).etag)
})
