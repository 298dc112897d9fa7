/** A place in the order in which events are heard: everything up to it has been heard. */
export type LivePosition = { readonly tx: bigint; readonly seq: bigint }

/** As it stands in the stream, for `Last-Event-ID`. */
export const writePosition = ({ tx, seq }: LivePosition): string => `${tx}-${seq}`

/** Null: it is no position. */
export function readPosition(text: string): LivePosition | null {
  const [, tx, seq] = /^(\d{1,19})-(\d{1,18})$/.exec(text) ?? []
  return tx === undefined || seq === undefined ? null : { tx: BigInt(tx), seq: BigInt(seq) }
}

export const isAfter = (one: LivePosition, other: LivePosition): boolean =>
  one.tx > other.tx || (one.tx === other.tx && one.seq > other.seq)

export const later = (one: LivePosition, other: LivePosition): LivePosition => (isAfter(one, other) ? one : other)
