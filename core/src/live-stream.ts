/** The names of messages in the stream of events. */
export const liveMessage = {
  /** Its data is one event. */
  event: 'live',
  /** What happened before is not known: whoever keeps something asks for it anew. */
  begin: 'begin',
} as const

/** Seconds after which something stands in the stream at the latest, so that a dead connection is noticed. */
export const liveBeat = 20
