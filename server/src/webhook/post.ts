import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import { type OwnHosts, pin, readTarget } from './public-address.ts'

/** Milliseconds in which all of an attempt is over. */
const slowest = 10_000

/**
 * Posts to an address that somebody named, JSON unless the headers say otherwise; its status. The name is looked up once, and the connection goes where that was
 * found to be allowed; no redirect is followed, and nothing of the answer is read.
 */
export async function post(
  address: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
): Promise<number> {
  const url = readTarget(address, own)
  const pinned = await pin(url, own)
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(slowest)
    const request = (url.protocol === 'https:' ? secure : plain)(
      url,
      {
        ...{ method: 'POST', lookup, signal, agent: false },
        headers: { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.on('error', () => {})
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', (error) => reject(signal.aborted ? new Error(webhookFaults.late) : error))
    request.end(body)
  })
}
