/** Segments of PostgreSQL’s log have names of 24 hexadecimal digits: timeline, then the number in two parts. */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

const logBytes = 2n ** 32n
const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
const partsOf = (segment: string) => [0, 8, 16].map((at) => BigInt(`0x${segment.slice(at, at + 8)}`))

/** The segment after it, on the same timeline. `size`: bytes of a segment. */
export function nextSegment(segment: string, size: number): string {
  const [timeline = 0n, log = 0n, part = 0n] = partsOf(segment)
  const perLog = logBytes / BigInt(size)
  const next = log * perLog + part + 1n
  return `${hex(timeline)}${hex(next / perLog)}${hex(next % perLog)}`
}

/** Where a segment begins, as PostgreSQL writes positions of its log. */
export function startOf(segment: string, size: number): string {
  const [, log = 0n, part = 0n] = partsOf(segment)
  return `${log.toString(16)}/${(part * BigInt(size)).toString(16)}`.toUpperCase()
}

/** Those that follow each other without a gap, from `first` on. `known`: in the order of names. */
export function unbroken(known: readonly string[], first: string, size: number): string[] {
  const found: string[] = []
  const all = new Set(known)
  for (let next = first; all.has(next); next = nextSegment(next, size)) found.push(next)
  return found
}
