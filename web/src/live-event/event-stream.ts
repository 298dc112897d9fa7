/** One message of a stream of events. `name` is empty for a beat, which has no more to say than that it lives. */
export type Message = { readonly id: string; readonly name: string; readonly data: string }

/** The messages of a stream, as they come; a last one that is not whole is left out. */
export async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield readMessage(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readMessage(block: string): Message {
  const field = (name: string) =>
    block
      .split('\n')
      .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
      .join('\n')
  return { id: field('id'), name: field('event'), data: field('data') }
}
