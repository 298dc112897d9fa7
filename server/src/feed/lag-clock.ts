import type { Position } from '../projection/truth-rows.ts'

type Followed = { readonly last: Position; readonly figures: Position; readonly alerts: Position }

const most = 2_000

const isUpTo = (position: Position, cursor: Position) => {
  const [tx, own] = [BigInt(position.tx), BigInt(cursor.tx)]
  return tx < own || (tx === own && BigInt(position.seq) <= BigInt(cursor.seq))
}

/**
 * Tells for how many seconds the oldest change has waited that figures or alerts have not followed: changes have no time
 * of their own, so it is remembered when each was first seen, as exactly as this is asked.
 */
export function lagClock() {
  let seen: readonly { readonly position: Position; readonly at: number }[] = []
  return ({ last, figures, alerts }: Followed, now: number) => {
    const newest = seen.at(-1)
    if (!newest || !isUpTo(last, newest.position)) seen = [...seen, { position: last, at: now }].slice(-most)
    const since = (cursor: Position) => {
      const oldest = seen.find(({ position }) => !isUpTo(position, cursor))
      return oldest ? (now - oldest.at) / 1_000 : 0
    }
    const lag = { figures: since(figures), alerts: since(alerts) }
    seen = seen.filter(
      ({ position }, at) => at === seen.length - 1 || !isUpTo(position, figures) || !isUpTo(position, alerts),
    )
    return lag
  }
}
