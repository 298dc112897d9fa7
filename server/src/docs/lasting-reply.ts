import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ready, sendReady } from '../http/mount.ts'

/** Made when it is first asked for, and only then. */
export function madeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

// The best would hold everything up for seconds, once, for a few kilobytes.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Answers a text that stays the same as long as Kaiku runs, so that asking for it often costs nothing. */
export function lastingReply(make: () => string, type = 'application/json; charset=utf-8') {
  const answer = madeOnce(() => {
    const text = make()
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    return ready({ etag, type, bytes: brotliCompressSync(text, quality), encoding: 'br' })
  })
  return async (request: FastifyRequest, reply: FastifyReply) => sendReady(answer(), request, reply)
}
