import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import { type OwnHosts, pin, readTarget } from './public-address.ts'

/** Milliseconds in which all of an attempt is over. */
const slowest = 10_000

/**
 * Posts to an address that somebody named, JSON unless the headers say otherwise; its status. The name is looked up once,
 * and the connection goes where that was found to be allowed; no redirect is followed, and nothing of the answer is read.
 * Throws what went wrong in words, also where it was `stopped`.
 */
export async function post(
  address: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
  stopped?: AbortSignal,
): Promise<number> {
  const url = readTarget(address, own)
  const late = AbortSignal.timeout(slowest)
  const signal = stopped ? AbortSignal.any([late, stopped]) : late
  const broken = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(webhookFaults.late)), { once: true })
  })
  return Promise.race([broken, posted(url, body, headers, own, signal)])
}

async function posted(
  url: URL,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
  signal: AbortSignal,
): Promise<number> {
  // Whoever looks names up may hang, too.
  const pinned = await pin(url, own)
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [...pinned]) : done(null, pinned[0]?.address ?? '', pinned[0]?.family)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secure : plain)(
      url,
      {
        method: 'POST',
        lookup,
        signal,
        agent: false,
        headers: { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.on('error', () => {})
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
