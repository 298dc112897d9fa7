import { type Bounds, difference, type Measure, type Sums } from './indicator.ts'

/** How far those who speak of a topic move an indicator: `value` in its units, with the 95 % interval and p of their difference to the others. */
export type Impact = { readonly value: number; readonly low: number; readonly high: number; readonly p: number }

/**
 * The indicator of all, less what it would be without those who speak of the topic. That is their share of all times
 * their difference to the others; the interval takes the share as it is. Null where the difference has no test.
 */
export function topicImpact(measure: Measure, speaking: Sums, others: Sums, bounds?: Bounds): Impact | null {
  const found = difference(measure, speaking, others, bounds)
  if (found === null) return null
  const share = speaking.W / (speaking.W + others.W)
  const { value, low, high, p } = found
  return { value: share * value, low: share * low, high: share * high, p }
}
