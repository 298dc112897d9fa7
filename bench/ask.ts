import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from './operations.ts'

export type Ask = (operation: Operation) => Promise<void>

const mostTries = 30
const busy = 503

/** Where the machine stood still, and Kaiku therefore says that it is busy, it is asked again. */
export async function fetchPatiently(address: string, request: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(address, request)
    if (reply.status !== busy || tries === mostTries) return reply
    await reply.arrayBuffer()
    await pause(1_000)
  }
}

/** Asks a Kaiku at an address as somebody in the universe of the benchmark. What it refuses is an error. */
export const askAt =
  (address: string, signedIn: Readonly<Record<string, string>>): Ask =>
  async ({ request: { path, body } }) => {
    const reply = await fetchPatiently(`${address}/api/${path}`, {
      headers: { ...signedIn, 'kaiku-universe': 'bench', 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    if (!reply.ok || text.includes('"Failed"')) throw new Error(`${reply.status} ${path}: ${text.slice(0, 500)}`)
  }
