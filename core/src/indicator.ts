import { studentQuantile, upperNormal } from './distribution.ts'
import { alpha, critical, type Difference, type Interval, newcombe, welch, wilson } from './statistics.ts'
import type { Sums } from './sums.ts'

export { addSums, noSums, rest, type Sums } from './sums.ts'

export const measures = [
  'mean',
  'index',
  'nps',
  'share',
  'sum',
  'median',
  'count',
  'rate',
  'composite',
  'pooled',
] as const
/** How scores become a value; top and bottom box are shares. */
export type Measure = (typeof measures)[number]

/** The ends of the scale that an indicator lives on. */
export type Bounds = Interval

/** Weighted mean score (sum: the total, count: n). No valid answer is null, not 0: zero is a real score. Null for the median, which cannot be added up. */
export function value(sums: Sums, measure: Measure = 'mean'): number | null {
  if (measure === 'count') return sums.n
  if (measure === 'median' || sums.W <= 0) return null
  return measure === 'sum' ? sums.S : sums.S / sums.W
}

/** Kish's effective number of answers, W²/W2: what unequal weights leave of n. 0 without answers. */
export const effectiveN = ({ n, W, W2 }: Sums): number => (W2 > 0 ? Math.min(n, (W * W) / W2) : 0)

const roundingError = 1e-12

/** Mean square distance from the mean. Of equal scores it is 0: what rounding leaves of their squares is no spread. */
function spread({ W, S, SS, offset = 0 }: Sums): number {
  const square = SS / W
  const found = square - (S / W - offset) ** 2
  return found > square * roundingError ? found : 0
}

/** Variance of the scores among those who might answer; null below two effective answers. */
export function variance(sums: Sums): number | null {
  const n = effectiveN(sums)
  return n < 2 ? null : (spread(sums) * n) / (n - 1)
}

type Method = 'proportion' | 'bounded' | 'normal' | 'none'

const methods = {
  share: 'proportion',
  rate: 'proportion',
  nps: 'bounded',
  index: 'bounded',
  mean: 'normal',
  composite: 'normal',
  pooled: 'normal',
  sum: 'none',
  median: 'none',
  count: 'none',
} as const satisfies Record<Measure, Method>

const ownBounds: Partial<Record<Measure, Bounds>> = { nps: { low: -100, high: 100 }, index: { low: 0, high: 100 } }

const scaleOf = (measure: Measure, bounds: Bounds | undefined): Bounds | undefined => bounds ?? ownBounds[measure]

/** A score with a known scale takes the pseudo-answers, whatever its measure. */
export function intervalMethod(measure: Measure, bounds: Bounds | undefined): Method {
  const method = methods[measure]
  return method === 'normal' && bounds ? 'bounded' : method
}

const pseudoAnswers = 3

type Adjusted = { mean: number; error: number }

/**
 * Mean and standard error after three pseudo-answers: ¾ at each end of the scale, 1½ in its middle. The adjusted Wald
 * interval AW(3, T) of Rocks (2016) for the net promoter score, here for any bounded score: few equal answers keep a width.
 */
function adjusted(sums: Sums, { low, high }: Bounds): Adjusted {
  const [middle, half] = [(low + high) / 2, (high - low) / 2]
  const n = effectiveN(sums)
  const from = sums.S / sums.W - middle
  const total = n + pseudoAnswers
  const mean = (n * from) / total
  const square = (n * (spread(sums) + from * from) + pseudoAnswers * (half * half) * 0.5) / total
  return { mean: middle + mean, error: Math.sqrt(Math.max(0, square - mean * mean) / total) }
}

const clip = ({ low, high }: Interval, bounds: Bounds): Interval => ({
  low: Math.min(Math.max(low, bounds.low), bounds.high),
  high: Math.max(Math.min(high, bounds.high), bounds.low),
})

const proportionOf = (sums: Sums): { proportion: number; n: number } => ({
  proportion: Math.min(1, Math.max(0, sums.S / sums.W / 100)),
  n: effectiveN(sums),
})

/** 95 % interval of the value; null below two effective answers, and for what is not a mean of scores. */
export function interval(measure: Measure, sums: Sums, bounds?: Bounds): Interval | null {
  const s2 = variance(sums)
  const scale = scaleOf(measure, bounds)
  const method = intervalMethod(measure, scale)
  if (s2 === null || method === 'none') return null
  if (method === 'proportion') {
    const { proportion, n } = proportionOf(sums)
    const { low, high } = wilson(proportion, n)
    return { low: 100 * low, high: 100 * high }
  }
  if (method === 'bounded' && scale) {
    const { mean, error } = adjusted(sums, scale)
    return clip({ low: mean - critical * error, high: mean + critical * error }, scale)
  }
  const n = effectiveN(sums)
  const reach = studentQuantile(1 - alpha / 2, n - 1) * Math.sqrt(s2 / n)
  return { low: sums.S / sums.W - reach, high: sums.S / sums.W + reach }
}

/** Standard error for rank ranges, never 0 on a bounded scale; null where there is no interval. */
export function standardError(measure: Measure, sums: Sums, bounds?: Bounds): number | null {
  const s2 = variance(sums)
  const scale = methods[measure] === 'proportion' ? { low: 0, high: 100 } : scaleOf(measure, bounds)
  const method = intervalMethod(measure, scale)
  if (s2 === null || method === 'none') return null
  return scale ? adjusted(sums, scale).error : Math.sqrt(s2 / effectiveN(sums))
}

export type TestedDifference = Difference & { significant: boolean }

/** a − b of two independent groups with its 95 % interval. Significant exactly when the interval leaves out 0. Null where there is no test. */
export function difference(measure: Measure, a: Sums, b: Sums, bounds?: Bounds): TestedDifference | null {
  const found = untested(measure, a, b, bounds)
  if (found === null) return null
  const { value, low, high, p } = found
  return { value, low, high, p, significant: low > 0 || high < 0 }
}

function untested(measure: Measure, a: Sums, b: Sums, bounds: Bounds | undefined): Difference | null {
  const [first, second] = [variance(a), variance(b)]
  const scale = scaleOf(measure, bounds)
  const method = intervalMethod(measure, scale)
  if (first === null || second === null || method === 'none') return null
  if (method === 'proportion') {
    const { value: share, low, high, p } = newcombe(proportionOf(a), proportionOf(b))
    return { value: 100 * share, low: 100 * low, high: 100 * high, p }
  }
  if (method === 'bounded' && scale) return boundedDifference(a, b, scale)
  return welch(groupOf(a, first), groupOf(b, second))
}

const groupOf = (sums: Sums, s2: number) => ({ mean: sums.S / sums.W, variance: s2, n: effectiveN(sums) })

function boundedDifference(a: Sums, b: Sums, scale: Bounds): Difference {
  const [first, second] = [adjusted(a, scale), adjusted(b, scale)]
  const [centre, error] = [first.mean - second.mean, length(first.error, second.error)]
  const found = a.S / a.W - b.S / b.W
  const range = scale.high - scale.low
  const clipped = clip(
    { low: centre - critical * error, high: centre + critical * error },
    { low: -range, high: range },
  )
  return {
    value: found,
    // Pseudo-answers draw both groups to the middle: on two or three answers the difference itself may lie beyond.
    low: Math.min(clipped.low, found),
    high: Math.max(clipped.high, found),
    p: Math.abs(centre) > critical * error ? 2 * upperNormal(Math.abs(centre) / error) : 1,
  }
}

/** As `Math.hypot`, to the last bit, which is much slower. */
function length(x: number, y: number): number {
  const longer = Math.max(x, y)
  if (longer === 0) return 0
  const [a, b] = [x / longer, y / longer]
  return Math.sqrt(a * a + b * b) * longer
}

/** A value against the same value before. Without enough answers for a test `low`, `high` and `p` are null. */
export type Change = {
  before: number
  beforeN: number
  value: number
  low: number | null
  high: number | null
  p: number | null
  significant: boolean
}

const untestable = { low: null, high: null, p: null, significant: false }

/** now − before; null when either has no value. */
export function change(measure: Measure, now: Sums, before: Sums, bounds?: Bounds): Change | null {
  const [current, earlier] = [value(now, measure), value(before, measure)]
  if (current === null || earlier === null) return null
  const tested = difference(measure, now, before, bounds)
  const { low, high, p, significant } = tested ?? untestable
  return { before: earlier, beforeN: before.n, value: current - earlier, low, high, p, significant }
}
