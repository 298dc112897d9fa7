import type { LiveMessage } from '@kaiku/core/live-stream.ts'

/** Messages after the one with this id; empty: from now on. Ends or throws when the connection does. */
export type Connect = (after: string, signal: AbortSignal) => AsyncIterable<LiveMessage>

/** Milliseconds. */
const pause = { first: 1_000, longest: 60_000 }

/**
 * Hears a stream with one connection for all tabs that share its name: one of them holds it and tells the others; when
 * it goes, the next one goes on where it stopped. A connection that broke is made anew. Answers how to stop.
 */
export function shareStream(name: string, connect: Connect, hear: (message: LiveMessage) => void): () => void {
  const channel = new BroadcastChannel(name)
  const stopped = new AbortController()
  const { signal } = stopped
  let last = ''
  const take = (message: LiveMessage) => {
    last = message.id
    hear(message)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => take(data)

  async function hold() {
    let wait = pause.first
    while (!signal.aborted) {
      try {
        for await (const message of connect(last, signal)) {
          wait = pause.first
          take(message)
          channel.postMessage(message)
        }
      } catch {
        // It is tried again below; whoever shows what is told asks by themselves meanwhile.
      }
      // Not all browsers come back at once when a server was started anew.
      await slept(wait * (0.5 + Math.random()), signal)
      wait = Math.min(wait * 2, pause.longest)
    }
  }

  // A tab that stops waiting for its turn has nothing to tell.
  void navigator.locks.request(name, { signal }, hold).catch(() => {})
  return () => {
    stopped.abort()
    channel.close()
  }
}

const slept = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
