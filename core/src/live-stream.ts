/** The names of messages in the stream of events. */
export const liveMessage = {
  /** Its data is one event. */
  event: 'live',
  /** What happened before is not known: whoever keeps something asks for it anew. */
  begin: 'begin',
} as const

/** Seconds after which something stands in the stream at the latest, so that a dead connection is noticed. */
export const liveBeat = 20

/** One message of a stream of events. `name` is empty for a beat, which has no more to say than that it lives. */
export type LiveMessage = { readonly id: string; readonly name: string; readonly data: string }

/** The whole messages of a text that may end in the middle of one; `rest` stands before what comes next. */
export function liveMessagesIn(text: string): { readonly messages: readonly LiveMessage[]; readonly rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { messages: blocks.map(readMessage), rest }
}

function readMessage(block: string): LiveMessage {
  const field = (name: string) =>
    block
      .split('\n')
      .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
      .join('\n')
  return { id: field('id'), name: field('event'), data: field('data') }
}
