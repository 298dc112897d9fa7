import { normalQuantile } from './distribution.ts'

/** `rank`: place in the order, ties share. `from`–`to`: places that chance alone leaves open. */
export type RankRange = { rank: number; from: number; to: number }

type Row = { value: number; standardError: number | null }
/** Places `start` to before `end` of the sorted rows; `low` and `high`: least and largest squared error there. */
type Bucket = { start: number; end: number; low: number; high: number }
type Better = 'high' | 'low'

const z = normalQuantile(0.975)
const rowsPerBucket = 200

/** Rows in buckets of similar error, the worst value first in each; `at`: where the row stood. */
type Sorted = { at: Uint32Array; values: Float64Array; squares: Float64Array; buckets: readonly Bucket[] }
/** Rows significantly better and worse than each; `steps`: how many more are worse from here on than up to here. */
type Tally = { better: Int32Array; worse: Int32Array; steps: Int32Array }

/** Place of each value in the order, best first; ties share the better one. */
export function ranks(values: readonly number[], better: Better): number[] {
  const sizes = Float64Array.from(values.map((value) => (better === 'high' ? value : -value)))
  return ranksOf(sizes, worstFirst(sizes))
}

/**
 * Rank and rank range of each row, by one fixed critical value: a row is significantly better when the difference
 * exceeds 1.96·√(se² + se²). A row without a standard error is neither better nor worse than any other.
 * Rows of similar error stand together, so that most pairs are decided by their order alone.
 */
export function rankRanges(rows: readonly Row[], better: Better): RankRange[] {
  const values = Float64Array.from(rows.map(({ value }) => (better === 'high' ? value : -value)))
  const squares = Float64Array.from(rows.map(({ standardError }) => squareOf(standardError)))
  const order = worstFirst(values)
  const sorted = inBuckets(values, squares, order)
  const tally: Tally = {
    better: new Int32Array(rows.length),
    worse: new Int32Array(rows.length),
    steps: new Int32Array(rows.length + 1),
  }
  for (const bucket of sorted.buckets) for (const others of sorted.buckets) tallyBuckets(sorted, tally, bucket, others)
  return rangesOf(sorted, tally, ranksOf(values, order))
}

const squareOf = (standardError: number | null) =>
  standardError === null || Number.isNaN(standardError) ? Infinity : (z * standardError) ** 2

function worstFirst(values: Float64Array): Uint32Array {
  return Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
}

function ranksOf(values: Float64Array, order: Uint32Array): number[] {
  const result = new Array<number>(order.length).fill(0)
  let rank = 1
  for (let place = order.length - 1; place >= 0; place -= 1) {
    const at = order[place] ?? 0
    if (values[at] !== values[order[place + 1] ?? at]) rank = order.length - place
    result[at] = rank
  }
  return result
}

/** Finds the others that are significantly better than each row of a bucket; both are sorted by value. */
function tallyBuckets(
  { values, squares }: Sorted,
  { better, worse, steps }: Tally,
  bucket: Bucket,
  others: Bucket,
): void {
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

/** Deals the rows, worst value first, into buckets by their squared error. */
function inBuckets(values: Float64Array, squares: Float64Array, order: Uint32Array): Sorted {
  const bySize = squares.slice().sort()
  const highs: number[] = []
  for (let end = rowsPerBucket; end < bySize.length; end += rowsPerBucket) highs.push(bySize[end - 1] ?? 0)
  highs.push(Infinity)
  const dealt: number[][] = highs.map(() => [])
  for (const at of order) {
    const square = squares[at] ?? 0
    dealt[highs.findIndex((high) => square <= high)]?.push(at)
  }
  const at = Uint32Array.from(dealt.flat())
  const sorted = { at, values: new Float64Array(at.length), squares: new Float64Array(at.length) }
  at.forEach((from, place) => {
    sorted.values[place] = values[from] ?? 0
    sorted.squares[place] = squares[from] ?? 0
  })
  let end = 0
  const buckets = dealt.map(({ length }): Bucket => {
    const start = end
    end += length
    const own = sorted.squares.subarray(start, end)
    return {
      start,
      end,
      low: own.reduce((a, b) => Math.min(a, b), Infinity),
      high: own.reduce((a, b) => Math.max(a, b), 0),
    }
  })
  return { ...sorted, buckets }
}

function rangesOf({ at }: Sorted, tally: Tally, ranked: readonly number[]): RankRange[] {
  const result: RankRange[] = ranked.map((rank) => ({ rank, from: 0, to: 0 }))
  let sure = 0
  at.forEach((row, place) => {
    sure += tally.steps[place] ?? 0
    const range = result[row]
    if (!range) return
    range.from = 1 + (tally.better[place] ?? 0)
    range.to = at.length - sure - (tally.worse[place] ?? 0)
  })
  return result
}
