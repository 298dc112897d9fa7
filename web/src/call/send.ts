import type { Identity } from '@kaiku/contract/session.ts'
import type { Fault, FaultDetail } from '@kaiku/core/fault.ts'
import { keptPreview } from '../session/previewed.ts'
import { bearer, refuseToken, universeOfTab } from '../session/session.ts'
import { viewedAsInTab } from '../session/viewed-as.ts'
import { startMoreTexts } from '../text/text.ts'
import { standing } from './address.ts'
import { noteAnswer } from './cached-at.ts'
import type { CallName, Reply, Sent } from './calls.ts'
import { takeAddress } from './take-address.ts'

/** A call that was refused or did not get through. `offline`: no answer came at all. */
export class CallError extends Error {
  readonly code: string
  readonly requestId: string | undefined
  /** What is wrong, one by one; empty where the message says it all. */
  readonly details: readonly FaultDetail[]
  /** What the message says, for who translates it; null where the message is all there is. */
  readonly reason: Fault['reason']
  constructor(
    code: string,
    message: string,
    requestId?: string,
    details: readonly FaultDetail[] = [],
    reason: Fault['reason'] = null,
  ) {
    super(message)
    this.code = code
    this.requestId = requestId
    this.details = details
    this.reason = reason
  }
}

/** Where a call goes and what its body is, from one object of path, query and body values. */
export function addressOf<N extends CallName>(name: N, input: Sent<N>): { url: string; body: unknown } {
  const { path, query, method } = standing(name)
  const rest = new Map(Object.entries(Object(input) as Record<string, unknown>))
  const take = (key: string): string | undefined => {
    const value = rest.get(key)
    rest.delete(key)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(take(key) ?? ''))
  const search = new URLSearchParams()
  for (const key of query) {
    const value = take(key)
    if (value !== undefined) search.set(key, value)
  }
  const url = `/api/${filled}${search.size > 0 ? `?${search}` : ''}`
  return { url, body: method === 'POST' || method === 'PUT' ? Object.fromEntries(rest) : undefined }
}

/** Makes a call of the contract. Throws a `CallError`. */
export async function send<N extends CallName>(name: N, input: Sent<N>, signal?: AbortSignal): Promise<Reply<N>> {
  return (await (await reached(name, input, signal)).json()) as Reply<N>
}

/** Makes a call as an API key, whoever is signed in. Throws a `CallError`. */
export async function sendAsKey<N extends CallName>(
  token: string,
  name: N,
  input: Sent<N>,
  signal: AbortSignal,
): Promise<Reply<N>> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await answered(addressOf(name, input).url, { method: standing(name).method, headers, signal })
  return (await response.json()) as Reply<N>
}

/** Makes a call that takes a file. Throws a `CallError`. */
export async function upload<N extends CallName>(name: N, input: Sent<N>, file: File): Promise<Reply<N>> {
  const form = new FormData()
  form.append('file', file)
  return ask(addressOf(name, input).url, { method: standing(name).method, body: form })
}

/** Makes a call that answers with a file. Throws a `CallError`. */
export async function sendForFile<N extends CallName>(name: N, input: Sent<N>): Promise<Blob> {
  return (await reached(name, input)).blob()
}

/**
 * Has the browser write the file of a call to the disk as it comes, however large it is; null. For whoever stands for or
 * looks as somebody else the file itself: a ticket knows one person. Throws a `CallError`.
 */
export async function takeFile<N extends CallName>(
  name: N,
  input: Sent<N>,
  { isReadOnly, actor }: Pick<Identity, 'isReadOnly' | 'actor'>,
): Promise<Blob | null> {
  if (isReadOnly || actor) return sendForFile(name, input)
  const { address } = await send('session.fileTicket', { address: addressOf(name, input).url })
  takeAddress(address)
  return null
}

/** The call with its body, if it has one. */
function reached<N extends CallName>(name: N, input: Sent<N>, signal?: AbortSignal): Promise<Response> {
  const { url, body } = addressOf(name, input)
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return reach(url, { method: standing(name).method, ...json, ...(signal ? { signal } : {}) })
}

/** Hears the stream of events, from the id at which an earlier one ended; empty: from now on. Throws a `CallError`. */
export async function sendForEvents(after: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers: HeadersInit = after === '' ? {} : { 'last-event-id': after }
  const { body } = await reach(addressOf('liveEvent.hear', undefined).url, { headers, signal })
  return body ?? new ReadableStream()
}

const ask = async <Answer>(url: string, init: RequestInit): Promise<Answer> =>
  (await (await reach(url, init)).json()) as Answer

/** What says who calls, for which universe. */
export function callerHeaders(given?: HeadersInit): { readonly token: string; readonly headers: Headers } {
  const token = bearer()
  const headers = new Headers(given)
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  const named = universeOfTab()
  if (named) headers.set('kaiku-universe', named)
  const viewedAs = viewedAsInTab(named)
  if (viewedAs !== null) headers.set('kaiku-view-as', viewedAs)
  const previewed = keptPreview(named)
  if (previewed !== null) {
    headers.set('kaiku-preview', previewed.survey)
    if (previewed.role !== '') headers.set('kaiku-preview-role', previewed.role)
  }
  return { token, headers }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  const { token, headers } = callerHeaders(init.headers)
  return answered(url, { ...init, headers }, () => refuseToken(token))
}

async function answered(url: string, init: RequestInit, onUnknown?: () => void): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new CallError('offline', String(error))
  })
  noteAnswer(response)
  if (response.status === 401) onUnknown?.()
  if (!response.ok) throw await refusalOf(response)
  return response
}

export async function refusalOf(response: Response): Promise<CallError> {
  const told: unknown = await response.json().catch(() => null)
  const part = (key: string): unknown =>
    typeof told === 'object' && told !== null ? Reflect.get(told, key) : undefined
  const text = (key: string) => {
    const value = part(key)
    return typeof value === 'string' ? value : undefined
  }
  const details = part('details')
  const reason = (part('reason') ?? null) as Fault['reason']
  // The words for it have to be there when it is told.
  if (reason !== null) await startMoreTexts('reason').catch(() => null)
  return new CallError(
    ...([text('code') ?? 'broken', text('message') ?? response.statusText, text('requestId')] as const),
    Array.isArray(details) ? details : [],
    reason,
  )
}
