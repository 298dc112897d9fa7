import { normalQuantile } from './distribution.ts'

/** Of each row, `ranks`: place in the order, ties share. `from`–`to`: places that chance alone leaves open. */
export type RankRanges = { readonly ranks: readonly number[]; readonly from: Int32Array; readonly to: Int32Array }

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
  const sizes = sizesOf(values, better)
  const sorted = sizes.slice().sort()
  return Array.from(sizes, (size) => 1 + sorted.length - firstAbove(sorted, size))
}

/**
 * Rank and rank range of each value, by one fixed critical value: a row is significantly better when the difference
 * exceeds 1.96·√(se² + se²). A row without a standard error is neither better nor worse than any other.
 * Rows of similar error stand together, so that most pairs are decided by their order alone.
 */
export function rankRanges(
  values: readonly number[],
  standardErrors: readonly (number | null)[],
  better: Better,
): RankRanges {
  const sizes = sizesOf(values, better)
  const squares = new Float64Array(sizes.length)
  for (let at = 0; at < squares.length; at += 1) squares[at] = squareOf(standardErrors[at] ?? null)
  const sorted = inBuckets(sizes, squares, worstFirst(sizes))
  const tally: Tally = {
    better: new Int32Array(sizes.length),
    worse: new Int32Array(sizes.length),
    steps: new Int32Array(sizes.length + 1),
  }
  for (const bucket of sorted.buckets) for (const others of sorted.buckets) tallyBuckets(sorted, tally, bucket, others)
  return { ranks: ranks(values, better), ...rangesOf(sorted, tally) }
}

function sizesOf(values: readonly number[], better: Better): Float64Array {
  const sizes = new Float64Array(values.length)
  for (let at = 0; at < sizes.length; at += 1) sizes[at] = better === 'high' ? (values[at] ?? 0) : -(values[at] ?? 0)
  return sizes
}

const squareOf = (standardError: number | null) =>
  standardError === null || Number.isNaN(standardError) ? Infinity : (z * standardError) ** 2

/** Where the values stand, the worst first, equals as they came: numbers are sorted much faster by themselves than by a rule. */
function worstFirst(values: Float64Array): Uint32Array {
  const sorted = values.slice().sort()
  const taken = new Uint32Array(values.length)
  const order = new Uint32Array(values.length)
  for (let at = 0; at < values.length; at += 1) {
    const first = firstNotBelow(sorted, values[at] ?? 0)
    const before = taken[first] ?? 0
    order[first + before] = at
    taken[first] = before + 1
  }
  return order
}

/** How many of the sorted values are below one. */
const firstNotBelow = (sorted: Float64Array, value: number) => search(sorted, (other) => other < value)
/** How many of them are not above it. */
const firstAbove = (sorted: Float64Array, value: number) => search(sorted, (other) => other <= value)

function search(sorted: Float64Array, isBefore: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(sorted[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
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
  for (let place = 0; place < order.length; place += 1) {
    const at = order[place] ?? 0
    const square = squares[at] ?? 0
    let bucket = 0
    while (square > (highs[bucket] ?? Infinity)) bucket += 1
    dealt[bucket]?.push(at)
  }
  const at = Uint32Array.from(dealt.flat())
  const sorted = { at, values: new Float64Array(at.length), squares: new Float64Array(at.length) }
  for (let place = 0; place < at.length; place += 1) {
    sorted.values[place] = values[at[place] ?? 0] ?? 0
    sorted.squares[place] = squares[at[place] ?? 0] ?? 0
  }
  let end = 0
  const buckets = dealt.map(({ length }): Bucket => {
    const start = end
    end += length
    let [low, high] = [Infinity, 0]
    for (let place = start; place < end; place += 1) {
      low = Math.min(low, sorted.squares[place] ?? 0)
      high = Math.max(high, sorted.squares[place] ?? 0)
    }
    return { start, end, low, high }
  })
  return { ...sorted, buckets }
}

function rangesOf({ at }: Sorted, tally: Tally): Pick<RankRanges, 'from' | 'to'> {
  const [from, to] = [new Int32Array(at.length), new Int32Array(at.length)]
  let sure = 0
  for (let place = 0; place < at.length; place += 1) {
    sure += tally.steps[place] ?? 0
    const row = at[place] ?? 0
    from[row] = 1 + (tally.better[place] ?? 0)
    to[row] = at.length - sure - (tally.worse[place] ?? 0)
  }
  return { from, to }
}
