/** How much was free at a moment: milliseconds since 1970, and bytes. */
export type FreeSpace = { readonly at: number; readonly free: number }

const hour = 3_600_000
/** Milliseconds that are to be known before anything is foreseen. */
const shortest = 6 * hour
/** Of which as many are looked at as each can be held against each other. */
const mostPoints = 200
/** Milliseconds beyond which nothing is foreseen. */
const farthest = 365 * 24 * hour

/**
 * When the disk has no more free than `reserve` bytes if it goes on as it did: by the median of the slopes between all
 * pairs of points (Theil–Sen), so that a night's clean-up or one large import does not decide. Null: too little is known,
 * it does not fill, or not within a year.
 */
export function diskFullAt(points: readonly FreeSpace[], reserve: number): number | null {
  const step = Math.max(1, Math.ceil(points.length / mostPoints))
  const known = points.filter((_, at) => (points.length - 1 - at) % step === 0)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || last.at - first.at < shortest) return null
  const slopes = known.flatMap((one, index) =>
    known
      .slice(index + 1)
      .flatMap((other) => (other.at > one.at ? [(other.free - one.free) / (other.at - one.at)] : [])),
  )
  const slope = median(slopes)
  if (!(slope < 0)) return null
  const left = Math.max(0, last.free - reserve) / -slope
  return left > farthest ? null : last.at + left
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  return (low + high) / 2
}
