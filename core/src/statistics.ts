import { normalQuantile, studentQuantile, upperNormal, upperStudent } from './distribution.ts'

export { normalCdf, normalQuantile, studentCdf, studentQuantile } from './distribution.ts'
export { rankRanges, ranks } from './rank-range.ts'

export const alpha = 0.05
/** Two-sided critical value of the normal distribution at `alpha`. */
export const critical = normalQuantile(1 - alpha / 2)

export type Interval = { low: number; high: number }
/**
 * `p`: two-sided; below alpha exactly when the interval leaves out 0. Where it does not, p is 1: thousands of rows are
 * tested at once, and how far above alpha a p-value lies decides nothing.
 */
export type Difference = { value: number; low: number; high: number; p: number }

/** Wilson's score interval of a proportion (0–1) of `n` answers (1927). */
export function wilson(proportion: number, n: number, z = critical): Interval {
  const square = z * z
  const centre = proportion + square / (2 * n)
  const reach = z * Math.sqrt((proportion * (1 - proportion)) / n + square / (4 * n * n))
  const scale = 1 + square / n
  // At the ends of the scale rounding would leave a limit just beside 0 or 1.
  return {
    low: proportion === 0 ? 0 : Math.max(0, (centre - reach) / scale),
    high: proportion === 1 ? 1 : Math.min(1, (centre + reach) / scale),
  }
}

/** Newcombe's hybrid score interval of the difference a − b of two proportions (1998, method 10). */
export function newcombe(a: { proportion: number; n: number }, b: { proportion: number; n: number }): Difference {
  const value = a.proportion - b.proportion
  const { low, high } = newcombeAt(a, b, critical)
  return { value, low, high, p: low > 0 || high < 0 ? 2 * upperNormal(newcombeDeviate(a, b)) : 1 }
}

type Proportion = { proportion: number; n: number }

function newcombeAt(a: Proportion, b: Proportion, z: number): Interval {
  const first = wilson(a.proportion, a.n, z)
  const second = wilson(b.proportion, b.n, z)
  const value = a.proportion - b.proportion
  return {
    low: value - length(a.proportion - first.low, second.high - b.proportion),
    high: value + length(first.high - a.proportion, b.proportion - second.low),
  }
}

/** As `Math.hypot`, which is much slower: between 0 and 1 nothing overflows. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y)

const largestDeviate = 38
const closeEnough = 1e-14

/** The critical value at which the interval would just reach 0. It widens steadily: the Illinois method finds it. */
function newcombeDeviate(a: Proportion, b: Proportion): number {
  const [more, less] = a.proportion > b.proportion ? [a, b] : [b, a]
  let [low, high] = [0, largestDeviate]
  let [atLow, atHigh] = [more.proportion - less.proportion, newcombeAt(more, less, high).low]
  if (atHigh >= 0) return largestDeviate
  let last: 'low' | 'high' | null = null
  let z = critical
  for (let step = 0; step < 100; step += 1) {
    const found = newcombeAt(more, less, z).low
    if (found > 0) {
      if (last === 'low') atHigh /= 2
      ;[low, atLow, last] = [z, found, 'low']
    } else {
      if (last === 'high') atLow /= 2
      ;[high, atHigh, last] = [z, found, 'high']
    }
    const next = (low * atHigh - high * atLow) / (atHigh - atLow)
    if (Math.abs(next - z) <= closeEnough * (1 + z)) return next
    z = next
  }
  return z
}

/** Mean, variance and (effective) number of answers of a group. */
export type SampleGroup = { mean: number; variance: number; n: number }

/** Welch's interval and test of a − b; null when neither group varies, so that chance cannot be judged. */
export function welch(a: SampleGroup, b: SampleGroup): Difference | null {
  const [first, second] = [a.variance / a.n, b.variance / b.n]
  const error = Math.sqrt(first + second)
  if (!(error > 0)) return null
  const value = a.mean - b.mean
  const df = (first + second) ** 2 / (first ** 2 / (a.n - 1) + second ** 2 / (b.n - 1))
  const reach = studentQuantile(1 - alpha / 2, df) * error
  const p = Math.abs(value) > reach ? 2 * upperStudent(Math.abs(value) / error, df) : 1
  return { value, low: value - reach, high: value + reach, p }
}

/** Which of a family of tests stay significant when false discoveries are held at `level` (Benjamini & Hochberg 1995). Null: no test. */
export function benjaminiHochberg(ps: readonly (number | null)[], level: number): boolean[] {
  let tests = 0
  // The limit never lies above the level, so larger ones need no order.
  const few: number[] = []
  for (const p of ps) {
    if (p === null) continue
    tests += 1
    if (p <= level) few.push(p)
  }
  const small = Float64Array.from(few).sort()
  const limit = small.findLast((p, at) => p <= ((at + 1) / tests) * level)
  return ps.map((p) => p !== null && limit !== undefined && p <= limit)
}
