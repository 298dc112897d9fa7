import { upperStudent } from './distribution.ts'
import { checkLevels } from './response-check.ts'
import { grouped } from './response-share.ts'
import { benjaminiHochberg } from './statistics.ts'

/** Scores of a place in a month, or in a part of it: how many, their sum and the sum of their squares. Months count upwards. */
export type MonthScores = {
  readonly place: number
  readonly month: number
  readonly n: number
  readonly sum: number
  readonly squares: number
}

export type Shift = {
  readonly place: number
  readonly month: number
  readonly n: number
  readonly mean: number
  /** What the place’s own past and the movement of all others since would make of it. */
  readonly expected: number
  readonly p: number
  /** Months of places that were compared. */
  readonly looked: number
}

const leastMonth = 20
const leastPast = { months: 3, n: 60 }
const meanOf = ({ n, sum }: Pick<MonthScores, 'n' | 'sum'>) => sum / n

/**
 * Months of places that lie further from the place’s own past than chance, after what all others did since is taken away:
 * the test of each month that is over, and which of them stay when false ones are held at the level (Benjamini–Hochberg).
 * `from`: the first month that is looked at.
 */
export function shifts(scores: readonly MonthScores[], from: number): Tested {
  // What is found no longer counts for what all others did: in a survey of few places it would move them.
  const apart = new Set<string>()
  for (;;) {
    const { tested, found } = shiftsBeside(scores, from, apart)
    const [next] = found.filter((one) => !apart.has(cellOf(one))).sort((a, b) => a.p - b.p)
    if (!next) return { tested, found: found.filter((one) => apart.has(cellOf(one))) }
    apart.add(cellOf(next))
  }
}

type Tested = { readonly tested: readonly Shift[]; readonly found: readonly Shift[] }
const cellOf = ({ place, month }: Pick<MonthScores, 'place' | 'month'>) => `${place} ${month}`

function shiftsBeside(scores: readonly MonthScores[], from: number, apart: ReadonlySet<string>): Tested {
  const others = othersOf(scores, apart)
  const byPlace = grouped(scores, ({ place }) => place)
  const within = withinVariance(scores)
  /** What a place had beyond all others, month by month. */
  const series = new Map(
    [...byPlace].map(([place, own]) => [
      place,
      own
        .filter(({ n }) => n >= 2)
        .map((one) => ({
          month: one.month,
          n: one.n,
          beyond: meanOf(one) - (others(one)?.mean ?? 0),
          of: others(one)?.n ?? Infinity,
        }))
        .sort((a, b) => a.month - b.month),
    ]),
  )
  const { between, df } = betweenMonths(series, within, from)
  const tested = [...byPlace].flatMap(([place, own]) =>
    own.flatMap((one): Shift[] => {
      if (one.month < from || one.n < leastMonth) return []
      const past = (series.get(place) ?? []).filter(({ month }) => month < one.month && month >= one.month - 12)
      const n = past.reduce((sum, month) => sum + month.n, 0)
      if (past.length < leastPast.months || n < leastPast.n) return []
      const other = others(one)
      const usual = past.reduce((sum, month) => sum + month.n * month.beyond, 0) / n
      const expected = usual + (other?.mean ?? 0)
      const ofMonths = past.reduce((sum, month) => sum + (month.n / n) ** 2, 0)
      const ofOthers = other ? 1 / other.n + past.reduce((sum, month) => sum + (month.n / n) ** 2 / month.of, 0) : 0
      const error = Math.sqrt(within * (1 / one.n + 1 / n + ofOthers) + between(place) * (1 + ofMonths))
      const mean = meanOf(one)
      const p = error > 0 ? 2 * upperStudent(Math.abs(mean - expected) / error, df) : 1
      return [{ place, month: one.month, n: one.n, mean, expected, p, looked: 0 }]
    }),
  )
  const all = tested.map((one) => Object.assign({}, one, { looked: tested.length }))
  const kept = benjaminiHochberg(
    all.map(({ p }) => p),
    checkLevels.false,
  )
  return { tested: all, found: all.filter((_, at) => kept[at]) }
}

/** The mean of all other places in the same month. */
function othersOf(scores: readonly MonthScores[], apart: ReadonlySet<string>) {
  const months = new Map<number, { n: number; sum: number }>()
  for (const { place, month, n, sum } of scores) {
    if (apart.has(cellOf({ place, month }))) continue
    const so = months.get(month) ?? { n: 0, sum: 0 }
    months.set(month, { n: so.n + n, sum: so.sum + sum })
  }
  return (one: MonthScores): { readonly n: number; readonly mean: number } | null => {
    const so = months.get(one.month)
    const { n, sum } = apart.has(cellOf(one)) ? { n: 0, sum: 0 } : one
    return so && so.n - n > 0 ? { n: so.n - n, mean: (so.sum - sum) / (so.n - n) } : null
  }
}

/** Variance of scores within a place and month, of all of them. */
function withinVariance(scores: readonly Scores[]): number {
  let [squares, df] = [0, 0]
  for (const { n, sum, squares: all } of scores) {
    squares += Math.max(0, all - (sum * sum) / n)
    df += n - 1
  }
  return df > 0 ? squares / df : 0
}

type Month = { readonly month: number; readonly n: number; readonly beyond: number }

/**
 * How much months of one place differ beyond chance, from those before the ones that are looked at (method of moments): the
 * mean of all places, and of one that is less steady than most half of what it shows by itself.
 */
function betweenMonths(places: ReadonlyMap<number, readonly Month[]>, within: number, from: number) {
  let df = 0
  const own = new Map<number, number>()
  for (const [place, months] of places) {
    const known = months.filter(({ month, n }) => month < from && n >= leastMonth / 2)
    if (known.length < leastPast.months) continue
    const mean = known.reduce((sum, { beyond }) => sum + beyond, 0) / known.length
    const variance = known.reduce((sum, { beyond }) => sum + (beyond - mean) ** 2, 0) / (known.length - 1)
    df += known.length - 1
    own.set(place, variance - (within * known.reduce((sum, { n }) => sum + 1 / n, 0)) / known.length)
  }
  const all = Math.max(0, [...own.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, own.size))
  return {
    between: (place: number) => Math.max(all, (all + (own.get(place) ?? 0)) / 2),
    df: Math.min(mostFreedom, Math.max(2, df)),
  }
}
/** Scores on a short scale have longer tails than the normal curve where a mean is of twenty. */
const mostFreedom = 40

/** Scores of the last days of a month, and of its other days. */
export type MonthParts = { readonly place: number; readonly month: number; readonly end: Scores; readonly rest: Scores }
type Scores = Pick<MonthScores, 'n' | 'sum' | 'squares'>

export type PeriodEnd = {
  readonly place: number
  readonly months: number
  readonly n: number
  /** By how much the last days are better than the others, beyond all other places, on average of the months. */
  readonly beyond: number
  readonly p: number
  readonly looked: number
}

const leastParts = { end: 3, rest: 10, months: 6 }

/**
 * Places whose last days of months are better than their other days, month after month and more than in all others: Student’s
 * test over the months of each, one-sided, and which stay when false ones are held at the level. Months that happen to be
 * nearer to each other than their answers allow count as far apart as those.
 */
export function periodEnds(parts: readonly MonthParts[]): {
  readonly tested: readonly PeriodEnd[]
  readonly found: readonly PeriodEnd[]
} {
  const months = new Map(
    [...grouped(parts, ({ month }) => month)].map(([month, all]) => [
      month,
      { end: added(all.map(({ end }) => end)), rest: added(all.map(({ rest }) => rest)) },
    ]),
  )
  const within = withinVariance(parts.flatMap(({ end, rest }) => [end, rest]).filter(({ n }) => n > 0))
  const tested = [...grouped(parts, ({ place }) => place)].flatMap(([place, own]): PeriodEnd[] => {
    const known = own.filter(({ end, rest }) => end.n >= leastParts.end && rest.n >= leastParts.rest)
    if (known.length < leastParts.months) return []
    const beyond = known.map(({ month, end, rest }) => {
      const all = months.get(month) ?? { end, rest }
      const [otherEnd, otherRest] = [without(all.end, end), without(all.rest, rest)]
      const moved = otherEnd.n > 0 && otherRest.n > 0 ? meanOf(otherEnd) - meanOf(otherRest) : 0
      return meanOf(end) - meanOf(rest) - moved
    })
    const mean = beyond.reduce((sum, one) => sum + one, 0) / beyond.length
    const variance = beyond.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (beyond.length - 1)
    const sampled = known.reduce((sum, { end, rest }) => sum + within * (1 / end.n + 1 / rest.n), 0) / known.length
    const error = Math.sqrt(Math.max(variance, sampled) / known.length)
    const p = mean > 0 && error > 0 ? upperStudent(mean / error, beyond.length - 1) : 1
    return [
      { place, months: known.length, n: known.reduce((sum, { end }) => sum + end.n, 0), beyond: mean, p, looked: 0 },
    ]
  })
  const all = tested.map((one) => Object.assign({}, one, { looked: tested.length }))
  const kept = benjaminiHochberg(
    all.map(({ p }) => p),
    checkLevels.false,
  )
  return { tested: all, found: all.filter((_, at) => kept[at]) }
}

type Whole = Pick<Scores, 'n' | 'sum'>
const added = (all: readonly Whole[]): Whole => ({
  n: all.reduce((sum, { n }) => sum + n, 0),
  sum: all.reduce((sum, one) => sum + one.sum, 0),
})
const without = (all: Whole, one: Whole): Whole => ({ n: all.n - one.n, sum: all.sum - one.sum })
