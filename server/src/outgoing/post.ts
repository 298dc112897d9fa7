import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import { type OwnHosts, pin, readTarget } from './public-address.ts'

export type Answered = { readonly status: number; readonly text: string }

/** Milliseconds in which all of an attempt is over. */
const slowest = 10_000

/**
 * Posts to an address that somebody named, JSON unless the headers say otherwise; its status. The name is looked up once,
 * and the connection goes where that was found to be allowed; no redirect is followed, and nothing of the answer but its status is read.
 * Throws what went wrong in words, also where it was `stopped`.
 */
export async function post(
  address: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
  stopped?: AbortSignal,
): Promise<number> {
  return (await postAndRead(address, body, headers, own, { stopped })).status
}

/** Bytes of an answer that are read. */
const mostRead = 4_000
type Reading = {
  readonly stopped?: AbortSignal | undefined
  /** The other side is there: from now on it may have taken what is sent, whatever comes after. */
  readonly onReached?: () => void
}

/** The same with the beginning of what was answered. */
export async function postAndRead(
  address: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
  { stopped, onReached }: Reading,
): Promise<Answered> {
  const url = readTarget(address, own)
  const late = AbortSignal.timeout(slowest)
  const signal = stopped ? AbortSignal.any([late, stopped]) : late
  const broken = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(webhookFaults.late)), { once: true })
  })
  return Promise.race([broken, posted(url, body, headers, own, signal, onReached)])
}

async function posted(
  url: URL,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  own: OwnHosts,
  signal: AbortSignal,
  onReached?: () => void,
): Promise<Answered> {
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
        const status = response.statusCode ?? 0
        const done = () => resolve({ status, text: Buffer.concat(read).toString('utf8').slice(0, mostRead) })
        response.on('error', done)
        response.on('end', done)
        const read: Buffer[] = []
        let size = 0
        if (onReached) {
          response.on('data', (piece: Buffer) => {
            read.push(piece)
            size += piece.length
            if (size < mostRead) return
            response.destroy()
            done()
          })
          return
        }
        response.destroy()
        done()
      },
    )
    if (onReached)
      request.on('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onReached))
    request.on('error', reject)
    request.end(body)
  })
}
