import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import { type LiveMessage, liveMessage, liveMessagesIn } from '@kaiku/core/live-stream.ts'

type ReceivedEvent = { readonly id: string; readonly event: LiveEvent }

export type LiveListener = {
  /** Everything that was told so far, over all connections. */
  readonly told: readonly ReceivedEvent[]
  /** How often the stream began anew, not knowing what had happened before. */
  begun(): number
  connections(): number
  stop(): void
}

/** Hears what somebody is told of; where a connection breaks, the next goes on where it ended. Resolves once it hears. */
export function listenOn(address: string, { authToken, universe }: Identity): Promise<LiveListener> {
  const stopped = new AbortController()
  const told: ReceivedEvent[] = []
  let [last, begun, connections] = ['', 0, 0]
  return new Promise((resolve) => {
    const take = ({ id, name, data }: LiveMessage) => {
      last = id
      if (name === liveMessage.begin) begun += 1
      if (name === liveMessage.event) told.push({ id, event: JSON.parse(data) as LiveEvent })
      resolve({ told, begun: () => begun, connections: () => connections, stop: () => stopped.abort() })
    }
    async function connect() {
      const headers = { authorization: `Bearer ${authToken}`, 'kaiku-universe': universe }
      const { ok, body } = await fetch(`${address}/api/vuejs/events`, {
        headers: { ...headers, ...(last === '' ? {} : { 'last-event-id': last }) },
        signal: stopped.signal,
      })
      // A server that is not ready yet says so and ends.
      if (!ok) return
      connections += 1
      let unread = ''
      for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const { messages, rest } = liveMessagesIn(unread + part)
        unread = rest
        for (const message of messages) take(message)
      }
    }
    async function keep() {
      while (!stopped.signal.aborted) {
        await connect().catch(() => {})
        await new Promise((resume) => setTimeout(resume, 100))
      }
    }
    void keep()
  })
}
