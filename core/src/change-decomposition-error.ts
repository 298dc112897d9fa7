import type { Compared, ComparedUnit, Split, SplitUnit, Whole } from './change-decomposition.ts'
import type { Sums } from './sums.ts'

/** What of the change is asked about. `within` and `segmentMix`: of these units; the rest: of all. */
export type ChangePart =
  | { readonly of: 'within'; readonly units: ReadonlySet<string> }
  | { readonly of: 'own'; readonly unit: string }
  | { readonly of: 'segmentMix' }
  | { readonly of: 'segmentOwn' | 'segmentShare'; readonly segment: string }
  | { readonly of: 'unitMix' | 'opened' | 'closed' }
  | { readonly of: 'mixOfUnit'; readonly unit: string }

/** How a part moves with what it is made of, in one period: shares and means of units and of the segments in them, and the mean of the whole. */
type Slope = {
  readonly whole: number
  readonly units: readonly {
    readonly share: number
    readonly mean: number
    readonly segments: readonly { readonly share: number; readonly mean: number }[]
  }[]
}

const sides = ['now', 'before'] as const
type Side = (typeof sides)[number]

/**
 * Standard errors of parts by the delta method: the interviews of each period are a sample of their own, of which both
 * the scores and the units and segments they fall into are left to chance. Unequal weights count as in Kish's effective
 * number of answers. Null below two effective answers in either period.
 */
export function partErrors(units: readonly ComparedUnit[], whole: Whole): (part: ChangePart) => number | null {
  const byKey = new Map(units.map((unit) => [unit.key, new Map(unit.segments.map((one) => [one.key, one]))]))
  const periods = sides.map((side) => {
    const sums = whole.units.map(({ key, segments }) =>
      segments.map((one) => sumsOf(byKey.get(key)?.get(one.key), side)),
    )
    const all = sums.flat()
    return { side, sums, W: total(all.map(({ W }) => W)), W2: total(all.map(({ W2 }) => W2)) }
  })
  const known = periods.every(({ W, W2 }) => W2 > 0 && (W * W) / W2 >= 2)
  return (part) =>
    known
      ? Math.sqrt(
          total(periods.map(({ side, sums, W }) => sideVariance(whole, side, slopeOf(whole, side, part), sums, W))),
        )
      : null
}

const sumsOf = (compared: Compared | undefined, side: Side): Sums =>
  compared?.[side] ?? { n: 0, W: 0, W2: 0, S: 0, SS: 0 }

/** Σ of squared influences of the interviews of one period; an interview moves the part by w·(level + tilt·(y − mean of its segment)). */
function sideVariance(whole: Whole, side: Side, slope: Slope, sums: readonly (readonly Sums[])[], W: number): number {
  const meanShare = total(whole.units.map((unit, at) => unit[side].share * (slope.units[at]?.share ?? 0)))
  let variance = 0
  for (const [at, unit] of whole.units.entries()) {
    const own = slope.units[at]
    const unitW = unit[side].share * W
    if (!own || !(unitW > 0)) continue
    const inUnit = total(unit.segments.map((one, nth) => one[side].share * (own.segments[nth]?.share ?? 0)))
    for (const [nth, segment] of unit.segments.entries()) {
      const [slopes, cell] = [own.segments[nth], sums[at]?.[nth]]
      if (!slopes || !cell || !(cell.W > 0)) continue
      const tilt = slopes.mean / cell.W + own.mean / unitW + slope.whole / W
      const level =
        (own.share - meanShare) / W +
        (slopes.share - inUnit) / unitW +
        (own.mean * (segment[side].mean - unit[side].mean)) / unitW +
        (slope.whole * (segment[side].mean - whole[side])) / W
      const spread = Math.max(0, cell.SS - (cell.S * cell.S) / cell.W)
      variance += (cell.W2 / cell.W) * (level * level * cell.W + tilt * tilt * spread)
    }
  }
  return variance
}

/** Where a group stands while its share changes; one of a single period at its mean there. */
const height = (one: Split) =>
  inBoth(one) ? middle(one, 'mean') : one.presence === 'opened' ? one.now.mean : one.before.mean
const middle = (one: Split, what: 'share' | 'mean') => (one.now[what] + one.before[what]) / 2
const inBoth = ({ presence }: Split) => presence === 'both'
/** +1 where more of it now raises the change, −1 in the compared period. */
const signOf = (side: Side) => (side === 'now' ? 1 : -1)
const step = (one: Split, what: 'share' | 'mean') => one.now[what] - one.before[what]

function slopeOf(whole: Whole, side: Side, part: ChangePart): Slope {
  switch (part.of) {
    case 'within':
      return inside(whole, (unit) => (part.units.has(unit.key) ? ownSlopes(unit, side, () => true) : flat(unit)))
    case 'own':
      return inside(whole, (unit) => (part.unit === unit.key ? wholeOwnSlopes(unit, side) : flat(unit)))
    case 'segmentOwn':
      return inside(whole, (unit) => ownSlopes(unit, side, ({ key }) => key === part.segment))
    case 'segmentMix':
      return inside(whole, (unit) => segmentMixSlopes(unit, side, () => true))
    case 'segmentShare':
      return inside(whole, (unit) => segmentMixSlopes(unit, side, ({ key }) => key === part.segment))
    case 'unitMix':
      return mixSlopes(whole, side, inBoth)
    case 'opened':
    case 'closed':
      return mixSlopes(whole, side, ({ presence }) => presence === part.of)
    case 'mixOfUnit':
      return mixSlopes(whole, side, ({ key }) => key === part.unit)
  }
}

type UnitSlope = Slope['units'][number]
const flat = ({ segments }: SplitUnit): UnitSlope => ({
  share: 0,
  mean: 0,
  segments: segments.map(() => ({ share: 0, mean: 0 })),
})

/** For what happens within the units of both periods. */
const inside = ({ units }: Whole, slopes: (unit: SplitUnit) => UnitSlope): Slope => ({
  whole: 0,
  units: units.map((unit) => (inBoth(unit) ? slopes(unit) : flat(unit))),
})

/** Of p̄·Σ q̄·Δm over the segments of a unit that are meant. */
function ownSlopes(unit: SplitUnit, side: Side, isMeant: (segment: Split) => boolean): UnitSlope {
  const share = middle(unit, 'share')
  const meant = (one: Split) => inBoth(one) && isMeant(one)
  return {
    share: total(unit.segments.filter(meant).map((one) => middle(one, 'share') * step(one, 'mean'))) / 2,
    mean: 0,
    segments: unit.segments.map((one) =>
      meant(one)
        ? { share: (share * step(one, 'mean')) / 2, mean: signOf(side) * share * middle(one, 'share') }
        : { share: 0, mean: 0 },
    ),
  }
}

/** Of p̄·Δm of the unit as a whole. */
const wholeOwnSlopes = (unit: SplitUnit, side: Side): UnitSlope => ({
  ...flat(unit),
  share: step(unit, 'mean') / 2,
  mean: signOf(side) * middle(unit, 'share'),
})

/** Of p̄·Σ Δq·(m̄ − m̄ of the unit) over the segments that are meant; a segment of one period stands at its mean there. */
function segmentMixSlopes(unit: SplitUnit, side: Side, isMeant: (segment: Split) => boolean): UnitSlope {
  const share = middle(unit, 'share')
  const around = middle(unit, 'mean')
  const moved = total(unit.segments.filter(isMeant).map((one) => step(one, 'share')))
  return {
    share: total(unit.segments.filter(isMeant).map((one) => step(one, 'share') * (height(one) - around))) / 2,
    mean: -(share * moved) / 2,
    segments: unit.segments.map((one) =>
      isMeant(one)
        ? {
            share: signOf(side) * share * (height(one) - around),
            mean: (share * step(one, 'share')) / (inBoth(one) ? 2 : 1),
          }
        : { share: 0, mean: 0 },
    ),
  }
}

/** Of Σ Δp·(m̄ − V̄) over the units that are meant; a unit of one period stands at its mean there. */
function mixSlopes(whole: Whole, side: Side, isMeant: (unit: Split) => boolean): Slope {
  const around = (whole.now + whole.before) / 2
  return {
    whole: -total(whole.units.filter(isMeant).map((unit) => step(unit, 'share'))) / 2,
    units: whole.units.map((unit) =>
      isMeant(unit)
        ? {
            ...flat(unit),
            share: signOf(side) * (height(unit) - around),
            mean: step(unit, 'share') / (inBoth(unit) ? 2 : 1),
          }
        : flat(unit),
    ),
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
