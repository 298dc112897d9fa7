import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import { type LiveMessage, liveMessagesIn } from '@kaiku/core/live-stream.ts'
import type { TestApp } from '../app/app.fixture.ts'

export type StreamedEvent = { readonly id: string; readonly name: string; readonly data: LiveEvent }

export type Listener = {
  /** Everything told so far. */
  readonly told: readonly StreamedEvent[]
  /** The last id, of beats too. */
  lastId(): string
  /** Waits for the next so many messages and answers them. */
  next(count?: number): Promise<readonly StreamedEvent[]>
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  stop(): void
}

/** Opens the stream of events over the network, as a browser does; `from`: the id where an earlier one ended. */
export async function hear(app: TestApp['app'], headers: Record<string, string>, from?: string): Promise<Listener> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reply = await fetch(`http://127.0.0.1:${port}/api/vuejs/events`, {
    headers: { ...headers, ...(from === undefined ? {} : { 'last-event-id': from }) },
    signal: stop.signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`${reply.status} ${await reply.text()}`)
  const told: StreamedEvent[] = []
  let [handed, lastId, unread] = [0, '', '']
  let heard = () => {}
  const take = ({ id, name, data }: LiveMessage) => {
    lastId = id
    if (name !== '') told.push({ id, name, data: JSON.parse(data) })
  }
  const ended = (async () => {
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const { messages, rest } = liveMessagesIn(unread + part.value)
      unread = rest
      for (const message of messages) take(message)
      heard()
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return {
    ...{ told, ended, lastId: () => lastId, stop: () => stop.abort() },
    async next(count = 1) {
      while (told.length < handed + count)
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      handed += count
      return told.slice(handed - count, handed)
    },
  }
}
