import { normalQuantile } from './distribution.ts'

/** `rank`: place in the order, ties share. `from`–`to`: places that chance alone leaves open. */
export type RankRange = { rank: number; from: number; to: number }

type Row = { value: number; standardError: number | null }
type Place = { at: number; value: number; square: number }
type Bucket = { start: number; end: number; low: number; high: number }

const z = normalQuantile(0.975)
const rowsPerBucket = 200

/** Rows significantly better and worse than each; `steps`: how many more are worse from here on than up to here. */
type Tally = { values: Float64Array; squares: Float64Array; better: Int32Array; worse: Int32Array; steps: Int32Array }

/**
 * Rank and rank range of each row, by one fixed critical value: a row is significantly better when the difference
 * exceeds 1.96·√(se² + se²). A row without a standard error is neither better nor worse than any other.
 * Rows of similar error stand together, so that most pairs are decided by their order alone.
 */
export function rankRanges(rows: readonly Row[], better: 'high' | 'low'): RankRange[] {
  const places = rows.map(({ value, standardError }, at) => ({
    at,
    value: better === 'high' ? value : -value,
    square: standardError === null || Number.isNaN(standardError) ? Infinity : (z * standardError) ** 2,
  }))
  const buckets = bucketsOf(places)
  const tally: Tally = {
    values: Float64Array.from(places, ({ value }) => value),
    squares: Float64Array.from(places, ({ square }) => square),
    better: new Int32Array(rows.length),
    worse: new Int32Array(rows.length),
    steps: new Int32Array(rows.length + 1),
  }
  for (const bucket of buckets) for (const others of buckets) tallyBuckets(tally, bucket, others)
  return rangesOf(places, tally)
}

/** Finds the others that are significantly better than each row of a bucket; both are sorted by value. */
function tallyBuckets({ values, squares, better, worse, steps }: Tally, bucket: Bucket, others: Bucket): void {
  const atLeast = Math.sqrt(bucket.low + others.low)
  const atMost = Math.sqrt(bucket.high + others.high)
  let open = others.start
  let sure = others.start
  for (let index = bucket.start; index < bucket.end; index += 1) {
    const value = values[index] ?? 0
    const square = squares[index] ?? 0
    // Rows from `sure` on are better whatever their error in this bucket; rows before `open` cannot be.
    while (sure < others.end && (values[sure] ?? 0) - value <= atMost) sure += 1
    while (open < sure && (values[open] ?? 0) - value <= atLeast) open += 1
    let found = others.end - sure
    steps[sure] = (steps[sure] ?? 0) + 1
    steps[others.end] = (steps[others.end] ?? 0) - 1
    for (let other = open; other < sure; other += 1) {
      const lead = (values[other] ?? 0) - value
      if (lead * lead <= square + (squares[other] ?? 0)) continue
      found += 1
      worse[other] = (worse[other] ?? 0) + 1
    }
    better[index] = (better[index] ?? 0) + found
  }
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

function rangesOf(places: readonly Place[], tally: Tally): RankRange[] {
  const sorted = Float64Array.from(places, ({ value }) => value).sort()
  const result: RankRange[] = places.map(() => ({ rank: 0, from: 0, to: 0 }))
  let sure = 0
  for (const [index, { at, value }] of places.entries()) {
    sure += tally.steps[index] ?? 0
    const above = places.length - countUpTo(sorted, value)
    result[at] = {
      rank: 1 + above,
      from: 1 + (tally.better[index] ?? 0),
      to: places.length - sure - (tally.worse[index] ?? 0),
    }
  }
  return result
}

/** How many of the sorted values are at most the limit. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}
