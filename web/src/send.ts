import { type Address, addresses, type CallName, type Reply, type Sent } from './calls.ts'
import { bearer, refuseToken, universeOfTab } from './session/session.ts'

/** A call that was refused or did not get through. `offline`: no answer came at all. */
export class Refusal extends Error {
  readonly code: string
  readonly requestId: string | undefined
  constructor(code: string, message: string, requestId?: string) {
    super(message)
    this.code = code
    this.requestId = requestId
  }
}

const standing = (name: CallName): Address => addresses[name]

/** Where a call goes and what its body is, from one object of path, query and body values. */
export function addressOf<N extends CallName>(name: N, input: Sent<N>): { url: string; body: unknown } {
  const { path, query, method } = standing(name)
  const rest = new Map(Object.entries(input as Record<string, unknown>))
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

/** Makes a call of the contract. Throws a `Refusal`. */
export async function send<N extends CallName>(name: N, input: Sent<N>, signal?: AbortSignal): Promise<Reply<N>> {
  const { url, body } = addressOf(name, input)
  const token = bearer()
  const headers = new Headers()
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  const named = universeOfTab()
  if (named) headers.set('kaiku-universe', named)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(url, {
    method: addresses[name].method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refusal('offline', String(error))
  })
  if (response.status === 401) refuseToken(token)
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as Reply<N>
}

async function refusalOf(response: Response): Promise<Refusal> {
  const told: unknown = await response.json().catch(() => null)
  const text = (key: string) => {
    const value: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, key) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return new Refusal(text('code') ?? 'broken', text('message') ?? response.statusText, text('requestId'))
}
