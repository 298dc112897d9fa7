import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '@kaiku/core/reason.ts'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import { type OwnHosts, pin, readTarget } from './public-address.ts'

export type Reaching = {
  readonly own: OwnHosts
  /** Bytes of a file at most. */
  readonly most: number
  /** Milliseconds without a byte after which the other side is given up. */
  readonly idle: number
  readonly signal: AbortSignal
  /** Certificates in PEM that are trusted instead of the usual ones. */
  readonly trusted?: string | undefined
}

export type Download = Reaching & {
  readonly headers: Readonly<Record<string, string>>
  /** Go to the first address alone: a redirect elsewhere leads without them. */
  readonly secrets: Readonly<Record<string, string>>
}

export type Downloaded = {
  readonly status: number
  readonly etag: string | null
  readonly changedAt: string | null
  /** Bytes, where the other side says so. */
  readonly size: number | null
}

const mostRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Fetches a file of the open internet, or of a host of one’s own, by HTTPS with a valid certificate, and writes it where
 * the answer is 200; packed as it comes. Each redirect is held against the same rules. Throws Fault `invalid` for an
 * address that may not be asked, a certificate that does not hold and a file that is too large; an Error in words for what may pass.
 */
export async function download(address: URL, to: string, { secrets, ...asked }: Download): Promise<Downloaded> {
  let url = address
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const headers = Object.assign({}, asked.headers, url.origin === address.origin ? secrets : {})
    const response = await ask(url, headers, asked)
    const status = response.statusCode ?? 0
    const location = response.headers.location
    if (redirects.includes(status) && location !== undefined) {
      response.destroy()
      url = redirected(url, location, asked.own)
      continue
    }
    const { etag = null, 'last-modified': changedAt = null, 'content-length': length } = response.headers
    if (status === 200) await write(response, to, asked)
    else response.destroy()
    return { status, etag, changedAt, size: length === undefined ? null : Number(length) }
  }
  throw refuse('invalid', 'fetch.redirect')
}

function redirected(from: URL, location: string, own: OwnHosts): URL {
  if (!URL.canParse(location, from.href)) throw refuse('invalid', 'fetch.redirect')
  const next = readTarget(new URL(location, from).href, own)
  if (next.protocol !== 'https:') throw refuse('invalid', 'fetch.redirect')
  return next
}

async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { own, idle, signal, trusted }: Reaching,
): Promise<IncomingMessage> {
  const pinned = await pinPublic(url, own)
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [...pinned]) : done(null, pinned[0]?.address ?? '', pinned[0]?.family)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { lookup, signal, agent: false, ca: trusted, headers: Object.assign({ 'accept-encoding': 'gzip' }, headers) },
      resolve,
    )
    sent.setTimeout(idle, () => sent.destroy(new Error(webhookFaults.late)))
    sent.on('error', (error) => reject(signal.aborted ? new Error(webhookFaults.late) : certified(error)))
    sent.end()
  })
}

/** As `pin`; a network that is not public is a refusal. */
export async function pinPublic(url: URL, own: OwnHosts): ReturnType<typeof pin> {
  try {
    return await pin(url, own)
  } catch (error) {
    if (error instanceof Error && error.message === webhookFaults.closed) throw refuse('invalid', 'webhook.closed')
    throw error
  }
}

/** What OpenSSL and Node call a certificate that does not hold. */
const uncertified = /CERT|SIGNED|SIGNATURE|ISSUER/

const certified = (error: Error): Error =>
  'code' in error && typeof error.code === 'string' && uncertified.test(error.code)
    ? refuse('invalid', 'fetch.certificate', { why: error.code })
    : error

async function write(response: IncomingMessage, to: string, { most, idle, signal }: Reaching): Promise<void> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity') {
    response.destroy()
    throw refuse('invalid', 'fetch.encoding', { encoding })
  }
  response.setTimeout(idle, () => response.destroy(new Error(webhookFaults.late)))
  await pipeline(response, atMostBytes(most), createWriteStream(to, { mode: 0o600 }), { signal }).catch((error) => {
    throw signal.aborted ? new Error(webhookFaults.late) : error
  })
}

/** Passes bytes on. Throws Fault `too_large` beyond so many. */
export function atMostBytes(most: number): Transform {
  let size = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length
      if (size > most) done(refuse('too_large', 'fetch.tooLarge'))
      else done(null, piece)
    },
  })
}
