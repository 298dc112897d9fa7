import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@kaiku/contract/session.ts'
import { type Journal, noteReply } from './journal.ts'
import { ownAnswer } from './proxy.ts'

type Asked = {
  readonly method?: string
  readonly as?: Identity
  /** Of the public API. */
  readonly key?: string
  readonly body?: object | FormData | URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}
/** Status 0: no answer came, so it may be done or not. */
type Reply = { readonly status: number; readonly ok: boolean; readonly text: string; readonly url: string }

/** Milliseconds that somebody waits for an answer: longer than the proxy does. */
const patience = 35_000

/** Asks by the proxy; each reply goes into the journal. */
export type Client = {
  readonly address: string
  /** `what`: the kind of request, as the report names it. */
  ask(what: string, path: string, asked?: Asked): Promise<Reply>
  /** The same again until it is answered with success or refused. Null: the siege ended before. */
  insist(what: string, path: string, asked?: Asked): Promise<Reply | null>
}

/** `over`: from then on nothing is insisted on any more. */
export function clientOf(address: string, journal: Journal, over: AbortSignal): Client {
  async function ask(what: string, path: string, asked: Asked = {}): Promise<Reply> {
    const reply = await request(`${address}/${path}`, asked)
    noteReply(journal, what, reply.status)
    if (reply.status >= 500 && !reply.isProxy && reply.status !== 503)
      journal.broken.push({
        at: Date.now(),
        what: `${what} ${path}`,
        status: reply.status,
        text: reply.text.slice(0, 300),
      })
    return reply
  }
  return {
    address,
    ask,
    async insist(what, path, asked) {
      while (!over.aborted) {
        const reply = await ask(what, path, asked)
        if (reply.status !== 0 && reply.status !== 429 && reply.status < 500) return reply
        await pause(200)
      }
      return null
    },
  }
}

async function request(url: string, { method, as, key, body, headers }: Asked): Promise<Reply & { isProxy: boolean }> {
  const isPlain = body !== undefined && !(body instanceof FormData) && !(body instanceof URLSearchParams)
  const sent = new Headers(headers)
  if (as) {
    sent.set('authorization', `Bearer ${as.authToken}`)
    sent.set('kaiku-universe', as.universe)
  }
  if (key !== undefined) sent.set('authorization', `Bearer ${key}`)
  if (isPlain) sent.set('content-type', 'application/json')
  const init: RequestInit = {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: sent,
    signal: AbortSignal.timeout(patience),
  }
  if (body) init.body = isPlain ? JSON.stringify(body) : (body as FormData | URLSearchParams)
  try {
    const reply = await fetch(url, init)
    const text = await reply.text()
    return { status: reply.status, ok: reply.ok, text, url: reply.url, isProxy: reply.headers.has(ownAnswer) }
  } catch {
    return { status: 0, ok: false, text: '', url, isProxy: false }
  }
}
