import { type LiveMessage, liveMessagesIn } from '@kaiku/core/live-stream.ts'

/** The messages of a stream, as they come; a last one that is not whole is left out. */
export async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<LiveMessage> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let unread = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const { messages, rest } = liveMessagesIn(unread + part.value)
      unread = rest
      yield* messages
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
