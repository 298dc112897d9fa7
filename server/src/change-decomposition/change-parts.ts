import type { Amount, ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import { segmentParts, type UnitParts, unitParts, type Whole, wholeOf } from '@kaiku/core/change-decomposition.ts'
import { type ChangePart, partErrors } from '@kaiku/core/change-decomposition-error.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg, critical } from '@kaiku/core/statistics.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { baseOf, figureOf, type Measured, shownChange, testedChange } from '../figure/figures.ts'
import type { QueryContext } from '../figure/query-context.ts'
import type { FigureRow } from '../figure/rows.ts'
import { centreOf, type ExactSums, sumOf, sumsAround } from '../sums/exact.ts'
import { shownSegments } from './segment.ts'
import { type PeriodSums, type SegmentSums, type UnitSums, whole } from './unit-sums.ts'

type Input = {
  readonly asked: QueryContext
  readonly measured: Measured
  readonly groups: UnitSums
  readonly all: PeriodSums
  readonly segment: StoredQuestion | null
  readonly rows: readonly FigureRow[]
}
type Shown = Pick<ChangeDecomposition, 'parts' | 'units' | 'segments'>

/** The parts of a change, and what each unit and each segment adds to it. */
export function changeParts(input: Input): Shown {
  const { groups, segment, asked } = input
  const cells = centred(groups.units, input)
  const split = wholeOf(cells)
  if (split === null) return { parts: [], units: [], segments: [] }
  const amount = amounts(partErrors(cells, split))
  const units = unitsOf(input, split)
  const bySegment = segmentParts(split)
  const none = { own: 0, mix: 0 }
  return {
    parts: partsOf(units, amount, segment !== null),
    units: shownUnits(input, units),
    segments:
      segment === null
        ? []
        : shownSegments({
            stored: segment,
            dictionary: asked.dictionary,
            translate: asked.translate,
            segments: groups.segments,
            levels: (held) => levelsOf(input, held),
            amounts: (key) => {
              const { own, mix } = bySegment.get(key) ?? none
              return {
                own: amount(own, { of: 'segmentOwn', segment: key }),
                mix: amount(mix, { of: 'segmentShare', segment: key }),
              }
            },
          }),
  }
}

/** A unit with what it adds and whether its own change is more than chance, adjusted over all units. */
type Tested = {
  readonly part: UnitParts
  readonly held: PeriodSums
  readonly levels: ReturnType<typeof levelsOf>
  readonly test: Change | null
  readonly isClear: boolean
}

function unitsOf(input: Input, split: Whole): Tested[] {
  const { groups, measured } = input
  const found = unitParts(split).map((part) => {
    const held = whole(groups.units.get(part.key)?.values() ?? [])
    const test =
      part.presence === 'both'
        ? testedChange(baseOf(held.now.sums, measured), baseOf(held.before.sums, measured), measured)
        : null
    return { part, held, test, levels: levelsOf(input, held) }
  })
  const real = benjaminiHochberg(
    found.map(({ test }) => test?.p ?? null),
    alpha,
  )
  return found.map((one, at) => {
    const { now, before } = one.levels
    return { ...one, isClear: real[at] === true && now.state === 'shown' && before.state === 'shown' }
  })
}

type ToAmount = (value: number, part: ChangePart) => Amount

const amounts =
  (errorOf: (part: ChangePart) => number | null): ToAmount =>
  (value, part) => {
    const error = errorOf(part)
    if (error === null || !(error > 0)) return { value, low: null, high: null, significant: false }
    const [low, high] = [value - critical * error, value + critical * error]
    return { value, low, high, significant: low > 0 || high < 0 }
  }

function partsOf(units: readonly Tested[], amount: ToAmount, isSegmented: boolean): Shown['parts'] {
  const among = (wanted: (unit: Tested) => boolean) => units.filter(wanted)
  const sum = (some: readonly Tested[], what: 'within' | 'segmentMix' | 'unitMix') =>
    some.reduce((all, { part }) => all + part[what], 0)
  const both = among(({ part }) => part.presence === 'both')
  const within = (isClear: boolean) => {
    const some = both.filter((unit) => unit.isClear === isClear)
    const keys = new Set(some.map(({ part }) => part.key))
    return { units: some.length, ...amount(sum(some, 'within'), { of: 'within', units: keys }) }
  }
  const cameOrWent = (presence: 'opened' | 'closed') => {
    const some = among(({ part }) => part.presence === presence)
    return { kind: presence, units: some.length, ...amount(sum(some, 'unitMix'), { of: presence }) }
  }
  const mixed = { kind: 'segmentMix' as const, units: isSegmented ? both.length : 0 }
  const found: Shown['parts'] = [
    { kind: 'own', ...within(true) },
    { kind: 'chance', ...within(false) },
    { kind: 'unitMix', units: units.length > 1 ? both.length : 0, ...amount(sum(both, 'unitMix'), { of: 'unitMix' }) },
    { ...mixed, ...amount(sum(both, 'segmentMix'), { of: 'segmentMix' }) },
    cameOrWent('opened'),
    cameOrWent('closed'),
  ]
  return found.filter((part) => part.units > 0)
}

function shownUnits(input: Input, units: readonly Tested[]): Shown['units'] {
  const { asked, measured, groups, rows } = input
  const merged = new Map([...groups.units].map(([key, unit]) => [key, new Map([['', whole(unit.values())]])]))
  const cells = centred(merged, input)
  const split = wholeOf(cells)
  if (split === null) return []
  const amount = amounts(partErrors(cells, split))
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const shown = units.map(({ part, levels, test, isClear }) => {
    const row = rowOf.get(part.key)
    const changed = shownChange(test, measured, asked.isProtected)
    const own = amount(part.within + part.segmentMix, { of: 'own', unit: part.key })
    return {
      id: row?.id ?? null,
      name: row?.name ?? '',
      path: row?.path ?? null,
      opens: row?.opens ?? false,
      presence: part.presence,
      ...levels,
      change: changed && { ...changed, significant: isClear },
      // One verdict on one change: what is adjusted over all units holds for what the unit adds by it, too.
      own: { ...own, significant: own.significant && isClear },
      mix: amount(part.unitMix, { of: 'mixOfUnit', unit: part.key }),
    }
  })
  const size = ({ own, mix }: (typeof shown)[number]) => Math.abs(own.value + mix.value)
  return shown.sort((a, b) => size(b) - size(a))
}

/** A group's figure and its share of the whole in both periods. */
function levelsOf({ asked, measured, all }: Input, held: PeriodSums) {
  const figure = (sums: ExactSums) => figureOf(baseOf(sums, measured), measured, asked.isProtected)
  const share = (own: ExactSums, of: ExactSums) =>
    Number(own[0]) === 0 ? null : (100 * Number(own[1])) / Number(of[1])
  return {
    now: figure(held.now.sums),
    before: figure(held.before.sums),
    share: share(held.now.sums, all.now.sums),
    shareBefore: share(held.before.sums, all.before.sums),
  }
}

/** Sums around the mean of both periods, so that differences lose no digits. */
function centred(units: ReadonlyMap<string, SegmentSums>, { all, measured: { shape } }: Input) {
  const centre = centreOf(sumOf(all.now.sums, all.before.sums))
  return [...units].map(([key, unit]) => ({
    key,
    segments: [...unit].map(([segment, { now, before }]) => ({
      key: segment,
      now: sumsAround(now.sums, shape, centre),
      before: sumsAround(before.sums, shape, centre),
    })),
  }))
}
