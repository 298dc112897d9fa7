/**
 * Compares two shares while they are still being counted, at any time and as often as one likes: the test may be looked
 * at after every answer, and the chance that it ever calls equal shares different stays below the level. Mixture
 * sequential probability ratio test with a normal mixture (Robbins 1970; Johari, Pekelis and Walsh, “Always Valid
 * Inference”, 2015, section 3): with n pairs, difference d, variance V and spread τ² of what is expected,
 * Λ = √(V ÷ (V + nτ²)) · exp(n²τ²d² ÷ (2V(V + nτ²))); p is 1 ÷ the largest Λ so far.
 */
export type Arm = { readonly asked: number; readonly answered: number }

export type SequentialResult = {
  /** Of the second over the first, as shares. */
  readonly difference: number
  /** Below the level: it is decided. */
  readonly p: number
  /** The difference is likely to be within it, whenever one looks. */
  readonly low: number
  readonly high: number
}

/** Differences of shares that are expected to matter: two of a hundred. */
const spread = 0.02 ** 2
/** People of each arm before which nothing is said: the normal approximation does not hold yet. */
const enough = 50

/** Null: too few were asked to say anything. `before`: the smallest p that was found earlier. */
export function compareShares(first: Arm, second: Arm, before = 1, level = 0.05): SequentialResult | null {
  if (first.asked < enough || second.asked < enough) return null
  const [one, other] = [shareOf(first), shareOf(second)]
  const difference = second.answered / second.asked - first.answered / first.asked
  // Of one pair, at the harmonic mean of both sizes.
  const n = 2 / (1 / first.asked + 1 / second.asked)
  const variance = n * ((one * (1 - one)) / first.asked + (other * (1 - other)) / second.asked)
  const widened = variance + n * spread
  const ratio =
    Math.sqrt(variance / widened) * Math.exp((n * n * spread * difference * difference) / (2 * variance * widened))
  const p = Math.min(1, before, 1 / ratio)
  const half = Math.sqrt(
    ((2 * variance * widened) / (n * n * spread)) * (Math.log(1 / level) + 0.5 * Math.log(widened / variance)),
  )
  return { difference, p, low: difference - half, high: difference + half }
}

/** A little pulled to the middle, so that nobody and everybody have a variance, too. */
const shareOf = ({ asked, answered }: Arm) => (answered + 0.5) / (asked + 1)
