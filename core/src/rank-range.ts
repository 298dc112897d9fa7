import { normalQuantile } from './distribution.ts'

/** `rank`: place in the order, ties share. `from`–`to`: places that chance alone leaves open. */
export type RankRange = { rank: number; from: number; to: number }

type Row = { value: number; standardError: number | null }
type Place = { at: number; value: number; square: number }
type Bucket = { start: number; end: number; low: number; high: number }

const z = normalQuantile(0.975)
const rowsPerBucket = 300

/**
 * Rank and rank range of each row, by one fixed critical value: a row is significantly better when the difference
 * exceeds 1.96·√(se² + se²). A row without a standard error is neither better nor worse than any other.
 * Rows of similar error stand together, so that most pairs are decided by two binary searches.
 */
export function rankRanges(rows: readonly Row[], better: 'high' | 'low'): RankRange[] {
  const places = rows.map(({ value, standardError }, at) => ({
    at,
    value: better === 'high' ? value : -value,
    square: standardError === null || Number.isNaN(standardError) ? Infinity : (z * standardError) ** 2,
  }))
  const buckets = bucketsOf(places)
  const values = Float64Array.from(places, ({ value }) => value)
  const squares = Float64Array.from(places, ({ square }) => square)
  const betterThan = new Int32Array(rows.length)
  const worseSteps = new Int32Array(rows.length + 1)
  for (const [index, { value, square }] of places.entries()) {
    for (const { start, end, low, high } of buckets) {
      // Rows from `sure` on are better whatever their error in this bucket; rows before `open` cannot be.
      const sure = firstAbove(values, start, end, value + Math.sqrt(square + high))
      const open = firstAbove(values, start, sure, value + Math.sqrt(square + low))
      betterThan[index] = (betterThan[index] ?? 0) + end - sure
      step(worseSteps, sure, end)
      for (let other = open; other < sure; other += 1) {
        if ((values[other] ?? 0) <= value + Math.sqrt(square + (squares[other] ?? 0))) continue
        betterThan[index] = (betterThan[index] ?? 0) + 1
        step(worseSteps, other, other + 1)
      }
    }
  }
  return ranges(places, betterThan, worseSteps)
}

/** Sorts the places by error into buckets, and within a bucket by value. */
function bucketsOf(places: Place[]): Bucket[] {
  places.sort((a, b) => (a.square === b.square ? 0 : a.square - b.square))
  const buckets: Bucket[] = []
  for (let start = 0; start < places.length; start += rowsPerBucket) {
    const part = places.slice(start, start + rowsPerBucket)
    const [low = 0, high = 0] = [part[0]?.square, part.at(-1)?.square]
    buckets.push({ start, end: start + part.length, low, high })
    places.splice(start, part.length, ...part.sort((a, b) => a.value - b.value))
  }
  return buckets
}

/** Adds one to the rows from `start` up to `end`, as a difference that `ranges` sums up. */
function step(steps: Int32Array, start: number, end: number): void {
  steps[start] = (steps[start] ?? 0) + 1
  steps[end] = (steps[end] ?? 0) - 1
}

/** Index of the first sorted value above the limit, `end` when there is none. */
function firstAbove(values: Float64Array, start: number, end: number, limit: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

function ranges(places: readonly Place[], betterThan: Int32Array, worseSteps: Int32Array): RankRange[] {
  const sorted = Float64Array.from(places, ({ value }) => value).sort()
  const result: RankRange[] = places.map(() => ({ rank: 0, from: 0, to: 0 }))
  let worse = 0
  for (const [index, { at, value }] of places.entries()) {
    worse += worseSteps[index] ?? 0
    const above = places.length - firstAbove(sorted, 0, sorted.length, value)
    result[at] = { rank: 1 + above, from: 1 + (betterThan[index] ?? 0), to: places.length - worse }
  }
  return result
}
