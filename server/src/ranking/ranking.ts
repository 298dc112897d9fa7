import type { Change, Figure } from '@kaiku/contract/figure.ts'
import type { RankingColumn } from '@kaiku/contract/ranking.ts'
import { difference, standardError } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg, rankRanges, ranks } from '@kaiku/core/statistics.ts'
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

/** Row by row: what one is made of is gone before the next, so that thousands leave little to be carried along. */
function column(input: RankingInput, measured: Measured, hiddenRows: readonly boolean[]): RankingColumn {
  const { rows, bases, isCompared, isProtected } = input
  const found = emptyColumn(measured, isCompared)
  const { change } = found
  const [now, before] = [openOrder(), openOrder()]
  const restTests: (number | null)[] = []
  const changeTests: (number | null)[] = []
  rows.forEach(({ key }, at) => {
    const isHiddenBase = (base: Base) => hiddenRows[at] === true || isHidden(nOf(base), measured.minimum, isProtected)
    const base = bases.base(key, measured, 'now')
    const hides = isHiddenBase(base)
    addFigure(found, hides ? hiddenFigure : figureOf(base, measured, isProtected))
    const rest = hides ? null : againstRest(input, measured, base, key)
    restTests.push(rest?.p ?? null)
    found.versusRest.push(rest === null ? 0 : rest.value > 0 ? 1 : -1)
    if (!hides) addRanked(now, input, measured, base, at)
    if (!change) return
    const earlier = bases.base(key, measured, 'before')
    const hidesEarlier = isHiddenBase(earlier)
    const tested = hides || hidesEarlier ? null : testedChange(base, earlier, measured)
    changeTests.push(tested?.p ?? null)
    addChange(change, shownChange(tested, measured, isProtected))
    if (!hidesEarlier) addRanked(before, input, measured, earlier, at)
  })
  const realRest = benjaminiHochberg(restTests, alpha)
  found.versusRest = found.versusRest.map((side, at) => (realRest[at] ? side : 0))
  if (change) {
    const real = benjaminiHochberg(changeTests, alpha)
    change.significant = change.value.map((value, at) => value !== null && real[at] === true)
  }
  addRanks(found, measured, now, before)
  return found
}

function emptyColumn({ indicator }: Measured, isCompared: boolean): RankingColumn {
  return {
    indicator: indicator.id,
    state: [],
    n: [],
    value: [],
    low: [],
    high: [],
    change: isCompared ? { before: [], beforeN: [], value: [], low: [], high: [], significant: [] } : null,
    rank: [],
    rankFrom: [],
    rankTo: [],
    rankChange: [],
    versusRest: [],
  }
}

function addFigure(to: RankingColumn, { state, n, value, low, high }: Figure) {
  to.state.push(state)
  to.n.push(n)
  to.value.push(value)
  to.low.push(low)
  to.high.push(high)
}

function addChange(to: NonNullable<RankingColumn['change']>, change: Change | null) {
  to.before.push(change?.before ?? null)
  to.beforeN.push(change?.beforeN ?? null)
  to.value.push(change?.value ?? null)
  to.low.push(change?.low ?? null)
  to.high.push(change?.high ?? null)
}

/** The rows that have a value on enough answers: where they stand, what they are and how sure that is. */
type RankedRows = { readonly at: number[]; readonly values: number[]; readonly errors: (number | null)[] }

const openOrder = (): RankedRows => ({ at: [], values: [], errors: [] })

function addRanked(
  { at, values, errors }: RankedRows,
  { rankedFrom }: RankingInput,
  measured: Measured,
  base: Base,
  row: number,
) {
  const value = figureValue(base, measured)
  if (value === null || nOf(base) < Math.max(rankedFrom, measured.minimum)) return
  at.push(row)
  values.push(value)
  errors.push('sums' in base ? standardError(measured.measure, base.sums, measured.bounds) : null)
}

/** Ranks of the rows, best first, with the places that chance leaves open; null for a row without a rank. */
function addRanks(to: RankingColumn, { indicator }: Measured, now: RankedRows, before: RankedRows) {
  const earlier = new Map<number, number>()
  ranks(before.values, indicator.better).forEach((rank, index) => {
    earlier.set(before.at[index] ?? 0, rank)
  })
  const { ranks: ranked, from, to: until } = rankRanges(now.values, now.errors, indicator.better)
  for (const list of [to.rank, to.rankFrom, to.rankTo, to.rankChange]) for (const _ of to.n) list.push(null)
  now.at.forEach((row, index) => {
    const [rank, was] = [ranked[index] ?? 0, earlier.get(row)]
    to.rank[row] = rank
    to.rankFrom[row] = from[index] ?? null
    to.rankTo[row] = until[index] ?? null
    to.rankChange[row] = was === undefined ? null : was - rank
  })
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
