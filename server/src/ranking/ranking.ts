import type { RankingColumn } from '@kaiku/contract/ranking.ts'
import { difference, standardError } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg, type RankRange, rankRanges, ranks } from '@kaiku/core/statistics.ts'
import { isHidden } from '@kaiku/core/suppression.ts'
import type { Bases } from '../figure/bases.ts'
import {
  type Base,
  figureOf,
  figureValue,
  hiddenFigure,
  type Measured,
  nOf,
  shownChange,
  testedChange,
} from '../figure/figures.ts'
import type { FigureRow } from '../figure/rows.ts'

export type RankingInput = {
  readonly rows: readonly FigureRow[]
  readonly bases: Bases
  readonly parent: Bases
  readonly measured: readonly Measured[]
  readonly isCompared: boolean
  readonly isProtected: boolean
  /** Interviews below which a row is few; hidden where the survey is protected. */
  readonly minimumN: number
  /** Answers below which a row stays out of the order. */
  readonly rankedFrom: number
}

/** All figures of a ranking, indicator by indicator, and which rows are hidden as a whole. */
export function rankingColumns(input: RankingInput): {
  hidden: readonly boolean[]
  columns: readonly RankingColumn[]
} {
  const { rows, bases, isProtected, minimumN } = input
  const hiddenRows = rows.map(({ key }) => isHidden(bases.n(key, 'now'), minimumN, isProtected))
  return { hidden: hiddenRows, columns: input.measured.map((measured) => column(input, measured, hiddenRows)) }
}

function column(input: RankingInput, measured: Measured, hiddenRows: readonly boolean[]): RankingColumn {
  const { rows, bases, isCompared, isProtected } = input
  const now = rows.map(({ key }) => bases.base(key, measured, 'now'))
  const before = isCompared ? rows.map(({ key }) => bases.base(key, measured, 'before')) : null
  const hiddenIn = (found: readonly Base[]) =>
    found.map((base, at) => hiddenRows[at] === true || isHidden(nOf(base), measured.minimum, isProtected))
  const hiddenNow = hiddenIn(now)
  const hiddenBefore = before ? hiddenIn(before) : hiddenRows
  const figures = now.map((base, at) => (hiddenNow[at] ? hiddenFigure : figureOf(base, measured, isProtected)))
  const rests = now.map((base, at) => (hiddenNow[at] ? null : againstRest(input, measured, base, rows[at]?.key ?? '')))
  const realRest = marked(rests)
  const ranges = rangesOf(input, measured, now, hiddenNow)
  const ranksBefore = before ? ranksOf(input, measured, before, hiddenBefore) : []
  const hides = now.map((_, at) => hiddenNow[at] === true || hiddenBefore[at] === true)
  return {
    indicator: measured.indicator.id,
    state: figures.map(({ state }) => state),
    n: figures.map(({ n }) => n),
    value: figures.map(({ value }) => value),
    low: figures.map(({ low }) => low),
    high: figures.map(({ high }) => high),
    change: before && changesOf(input, measured, now, before, hides),
    rank: ranges.map((range) => range?.rank ?? null),
    rankFrom: ranges.map((range) => range?.from ?? null),
    rankTo: ranges.map((range) => range?.to ?? null),
    rankChange: ranges.map((range, at) => {
      const earlier = ranksBefore[at]
      return range && earlier ? earlier - range.rank : null
    }),
    versusRest: rests.map((rest, at) => (rest && realRest[at] ? (rest.value > 0 ? 1 : -1) : 0)),
  }
}

function changesOf(
  { isProtected }: RankingInput,
  measured: Measured,
  now: readonly Base[],
  before: readonly Base[],
  hides: readonly boolean[],
): RankingColumn['change'] {
  const found = now.map((base, at) => {
    const earlier = before[at]
    return earlier && !hides[at] ? testedChange(base, earlier, measured) : null
  })
  const real = marked(found)
  const shown = found.map((one) => shownChange(one, measured, isProtected))
  return {
    before: shown.map((one) => one?.before ?? null),
    beforeN: shown.map((one) => one?.beforeN ?? null),
    value: shown.map((one) => one?.value ?? null),
    low: shown.map((one) => one?.low ?? null),
    high: shown.map((one) => one?.high ?? null),
    significant: shown.map((one, at) => one !== null && real[at] === true),
  }
}

/** Of the rows that are not one's own only the place in the order is left. */
export function ownOnly(column: RankingColumn, isOwn: readonly boolean[]): RankingColumn {
  const own = <T, Nothing>(list: readonly T[], nothing: Nothing) => list.map((one, at) => (isOwn[at] ? one : nothing))
  const { indicator, state, n, value, low, high, change, rank, rankFrom, rankTo, rankChange, versusRest } = column
  return {
    indicator,
    rank,
    state: own(state, 'hidden' as const),
    n: own(n, null),
    value: own(value, null),
    low: own(low, null),
    high: own(high, null),
    change: change && {
      before: own(change.before, null),
      beforeN: own(change.beforeN, null),
      value: own(change.value, null),
      low: own(change.low, null),
      high: own(change.high, null),
      significant: own(change.significant, false),
    },
    rankFrom: own(rankFrom, null),
    rankTo: own(rankTo, null),
    rankChange: own(rankChange, null),
    versusRest: own(versusRest, 0 as const),
  }
}

/** A row's difference to the rest of its parent; null where there is no test. */
export function againstRest(
  { bases, parent }: Pick<RankingInput, 'bases' | 'parent'>,
  measured: Measured,
  base: Base,
  key: string,
) {
  const rest = bases.rest(parent, key, measured)
  if (!('sums' in base) || !rest || !('sums' in rest) || base.sums.n === 0 || rest.sums.n === 0) return null
  return difference(measured.measure, base.sums, rest.sums, measured.bounds)
}

/** Which tests of a family stand up together (Benjamini–Hochberg). */
const marked = (tests: readonly ({ p: number | null } | null)[]) =>
  benjaminiHochberg(
    tests.map((test) => test?.p ?? null),
    alpha,
  )

/** The rows that have a value on enough answers. */
function rankedRows(
  { rankedFrom }: RankingInput,
  measured: Measured,
  bases: readonly Base[],
  hides: readonly boolean[],
) {
  const enough = Math.max(rankedFrom, measured.minimum)
  return bases.flatMap((base, at) => {
    const value = figureValue(base, measured)
    return hides[at] || value === null || nOf(base) < enough ? [] : [{ at, base, value }]
  })
}

type Columns = readonly [RankingInput, Measured, readonly Base[], readonly boolean[]]

/** Ranks of the rows, best first, with the places that chance leaves open; nothing for a row without a rank. */
function rangesOf(...column: Columns): readonly (RankRange | undefined)[] {
  const [, { measure, bounds, indicator }] = column
  const ranked = rankedRows(...column)
  const errorOf = (base: Base) => ('sums' in base ? standardError(measure, base.sums, bounds) : null)
  const ranges = rankRanges(
    ranked.map(({ base, value }) => ({ value, standardError: errorOf(base) })),
    indicator.better,
  )
  return spread(ranked, ranges, column[2].length)
}

/** As `rangesOf`, the ranks alone. */
function ranksOf(...column: Columns): readonly (number | undefined)[] {
  const ranked = rankedRows(...column)
  const found = ranks(
    ranked.map(({ value }) => value),
    column[1].indicator.better,
  )
  return spread(ranked, found, column[2].length)
}

/** What was found for some rows, at those rows' places among all. */
function spread<T>(ranked: readonly { at: number }[], found: readonly T[], rows: number): readonly (T | undefined)[] {
  const result = new Array<T | undefined>(rows).fill(undefined)
  ranked.forEach(({ at }, index) => {
    result[at] = found[index]
  })
  return result
}
