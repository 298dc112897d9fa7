import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../http/accepted-encoding.ts'

/** A finished answer: its bytes as they go out, and the tag that names them. */
export type CachedAnswer = { readonly etag: string; readonly bytes: Buffer; readonly encoding: Encoding }

export type AnswerCache = {
  get(key: string): CachedAnswer | undefined
  set(key: string, stored: CachedAnswer): void
  readonly bytes: number
}

/** The least recently used answers leave when more bytes are kept than allowed. */
export function answerCache(mostBytes: number): AnswerCache {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: mostBytes,
    maxEntrySize: Math.max(1, Math.floor(mostBytes / 8)),
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + overhead,
  })
  return {
    get: (key) => cache.get(key),
    set: (key, stored) => {
      cache.set(key, stored)
    },
    get bytes() {
      return cache.calculatedSize
    },
  }
}
const overhead = 200

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const worthCompressing = 1_400
// Level 5 halves the bytes of level 1 for a few milliseconds; of a long answer it would take tens of them.
const long = 200_000
const quality = (bytes: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: bytes < long ? 5 : 1 } })

/** The answer as it is kept and sent. Equal answers have equal tags. */
export async function compressed(answer: unknown, accepted: Encoding): Promise<CachedAnswer> {
  const text = Buffer.from(JSON.stringify(answer))
  const encoding = text.length < worthCompressing ? 'identity' : accepted
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  const bytes =
    encoding === 'br'
      ? await brotli(text, quality(text.length))
      : encoding === 'gzip'
        ? await gzipped(text, { level: text.length < long ? 5 : 1 })
        : text
  return { etag: `"${digest}-${encoding}"`, bytes, encoding }
}
