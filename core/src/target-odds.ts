import { studentCdf } from './distribution.ts'
import { type Bounds, effectiveN, type Sums, variance } from './indicator.ts'

/** Periods before this one, of the same length, that its true mean is judged by. */
export const earlierPeriods = 8
const fewestEarlier = 3
/** As in the intervals: so many answers around the middle of a scale, so that a few equal ones keep a spread. */
const pseudoAnswers = 3
const steps = 60

type Group = { readonly n: number; readonly mean: number; readonly variance: number }

function groupOf(sums: Sums): Group | null {
  const found = variance(sums)
  return found === null ? null : { n: effectiveN(sums), mean: sums.S / sums.W, variance: found }
}

/** What is known of a period that goes on. */
export type OpenPeriod = {
  readonly now: Sums
  /** Periods before, in any order; those with fewer than two answers tell nothing. */
  readonly earlier: readonly Sums[]
  /** Answers still to come, unweighted. */
  readonly expected: number
  readonly target: number
  readonly better: 'high' | 'low'
  readonly bounds: Bounds | undefined
}

export type Odds = {
  /** That the mean at the period’s end is the target or better, 0 to 1. */
  readonly chance: number
  /** No answer on the scale changes any more whether it is met: the chance is 0 or 1. */
  readonly isCertain: boolean
  /** What the answers to come have to average for the target to be met exactly; it may lie outside the scale. */
  readonly needed: number
  /** What they are expected to average. */
  readonly likely: number
  /** Earlier periods that took part; 0: the answers so far speak alone. */
  readonly periods: number
}

/** The spread of scores within periods, and how many answers vouch for it. */
function within(groups: readonly Group[], bounds: Bounds | undefined): { square: number; df: number } {
  const prior = bounds ? { df: pseudoAnswers, square: ((bounds.high - bounds.low) / 2) ** 2 / 2 } : { df: 0, square: 0 }
  const df = groups.reduce((sum, { n }) => sum + n - 1, 0)
  const squares = groups.reduce((sum, one) => sum + one.variance * (one.n - 1), 0)
  return { square: (squares + prior.df * prior.square) / (df + prior.df), df: df + prior.df }
}

/** A belief about this period’s true mean. */
type Belief = { readonly weight: number; readonly mean: number; readonly variance: number }

/**
 * Beliefs about the true mean of this period, one for each possible spread of true means between periods: the normal
 * hierarchical model with a flat prior on that spread (Gelman et al., Bayesian Data Analysis, ch. 5.4), on a grid.
 */
function beliefs(now: Group, earlier: readonly Group[], square: number): readonly Belief[] {
  const alone = { weight: 1, mean: now.mean, variance: square / now.n }
  if (earlier.length < fewestEarlier) return [alone]
  const all = [now, ...earlier]
  const middle = all.reduce((sum, { mean }) => sum + mean, 0) / all.length
  const apart = Math.sqrt(all.reduce((sum, { mean }) => sum + (mean - middle) ** 2, 0) / (all.length - 1))
  const most = 4 * apart + 2 * Math.sqrt(square / Math.min(...all.map(({ n }) => n)))
  if (!(most > 0)) return [alone]
  const found = Array.from({ length: steps }, (_, at) => {
    const between = (((at + 0.5) / steps) * most) ** 2
    const precise = (groups: readonly Group[]) => {
      const each = groups.map((one) => ({ one, precision: 1 / (square / one.n + between) }))
      const precision = each.reduce((sum, { precision: own }) => sum + own, 0)
      const mean = each.reduce((sum, { one, precision: own }) => sum + own * one.mean, 0) / precision
      return { each, precision, mean }
    }
    const { each, precision, mean } = precise(all)
    const likelihood = each.reduce(
      (sum, { one, precision: own }) => sum + 0.5 * Math.log(own) - 0.5 * own * (one.mean - mean) ** 2,
      -0.5 * Math.log(precision),
    )
    const before = precise(earlier)
    const prior = 1 / (1 / before.precision + between)
    const posterior = prior + now.n / square
    return {
      likelihood,
      mean: (prior * before.mean + (now.n / square) * now.mean) / posterior,
      variance: 1 / posterior,
    }
  })
  const highest = Math.max(...found.map(({ likelihood }) => likelihood))
  const weights = found.map(({ likelihood }) => Math.exp(likelihood - highest))
  const total = weights.reduce((sum, one) => sum + one, 0)
  return found.map(({ mean, variance: own }, at) => ({ weight: (weights[at] ?? 0) / total, mean, variance: own }))
}

/**
 * The chance that a mean of scores meets its target when the period is over, given its answers so far and as many again
 * as are expected; null below two effective answers, where nothing more is expected, or where no spread is known. The mean
 * of those to come is Student’s t around what the period’s true mean is believed to be; see `docs/indicators.md`.
 */
export function targetOdds({ now, earlier, expected, target, better, bounds }: OpenPeriod): Odds | null {
  const own = groupOf(now)
  if (own === null || !(expected > 0)) return null
  const before = earlier.flatMap((sums) => groupOf(sums) ?? [])
  const { square, df } = within([own, ...before], bounds)
  if (!(square > 0)) return null
  const coming = (expected * own.n) / now.n
  const needed = target + ((target - own.mean) * now.n) / expected
  const all = beliefs(own, before, square)
  const likely = all.reduce((sum, { weight, mean }) => sum + weight * mean, 0)
  const side = better === 'high' ? 1 : -1
  const chance = all.reduce((sum, { weight, mean, variance: doubt }) => {
    const away = (mean - needed) / Math.sqrt(doubt + square / coming)
    return sum + weight * studentCdf(side * away, df)
  }, 0)
  const sure = certain(needed, better, bounds)
  return {
    chance: sure ?? Math.min(1, chance),
    isCertain: sure !== null,
    needed,
    likely,
    periods: all.length > 1 ? before.length : 0,
  }
}

/** What no answer on the scale could change any more. */
function certain(needed: number, better: 'high' | 'low', bounds: Bounds | undefined): 0 | 1 | null {
  if (!bounds) return null
  if (better === 'high') return needed > bounds.high ? 0 : needed <= bounds.low ? 1 : null
  return needed < bounds.low ? 0 : needed >= bounds.high ? 1 : null
}

/** How many of the answers to come must be promoters instead of detractors, beyond what is expected of them; 0 for none. */
export const promotersNeeded = ({ needed, likely }: Pick<Odds, 'needed' | 'likely'>, expected: number): number =>
  Math.max(0, Math.ceil(((needed - likely) * expected) / 200 - 1e-9))
