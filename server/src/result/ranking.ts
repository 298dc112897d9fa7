import type { AnswerOf } from '@kaiku/contract/result.ts'
import { difference, standardError } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg, rankRanges } from '@kaiku/core/statistics.ts'
import { fewAnswers, hidden } from '@kaiku/core/suppression.ts'
import type { Bases, When } from './bases.ts'
import { totalKey } from './bases.ts'
import { figureOf, figureValue, hiddenFigure, type Measured, nOf, shownChange, testedChange } from './figures.ts'
import type { Row } from './rows.ts'

type Cells = AnswerOf<'RankingTableComponent'>['rows'][number]['cells']

export type RankingInput = {
  readonly rows: readonly Row[]
  readonly bases: Bases
  readonly parent: Bases
  readonly measured: readonly Measured[]
  readonly isCompared: boolean
  readonly isProtected: boolean
  /** Interviews below which a row is few; hidden where the survey is protected. */
  readonly minimumN: number
  /** Answers below which a row stays out of the order. */
  readonly rankedFrom: number
  /** Interviews of the parent that belong to no row, and the group that holds them. */
  readonly remainder: number
  readonly remainderKey: string
}

/** All cells of a ranking, row by row. */
export function rankingCells(input: RankingInput): { hidden: readonly boolean[]; cells: readonly Cells[] } {
  const { rows, bases, isProtected, minimumN, remainder } = input
  const counts = rows.map(({ key }) => ({ n: bases.n(key, 'now') }))
  const hiddenRows = isProtected ? hidden(counts, remainder, minimumN) : rows.map(() => false)
  const columns = input.measured.map((measured) => column(input, measured, hiddenRows))
  return { hidden: hiddenRows, cells: rows.map((_, at) => columns.map((cells) => cells[at] ?? unreachable())) }
}

const unreachable = () => {
  throw new RangeError('a column has a cell per row')
}

function column(input: RankingInput, measured: Measured, hiddenRows: readonly boolean[]): Cells {
  const { rows, bases, parent, isCompared, isProtected } = input
  const hides = (when: When) => hiddenCells(input, measured, when, hiddenRows)
  const [hiddenNow, hiddenBefore] = [hides('now'), isCompared ? hides('before') : hiddenRows]
  const now = rows.map(({ key }) => bases.base(key, measured, 'now'))
  const changes = rows.map(({ key }, at) => {
    const base = now[at]
    if (!isCompared || !base || hiddenNow[at] || hiddenBefore[at]) return null
    return testedChange(base, bases.base(key, measured, 'before'), measured)
  })
  const rests = rows.map(({ key }, at) => {
    const base = now[at]
    const rest = bases.rest(parent, key, measured)
    if (hiddenNow[at] || !base || !('sums' in base) || !rest || !('sums' in rest)) return null
    if (base.sums.n === 0 || rest.sums.n === 0) return null
    return difference(measured.measure, base.sums, rest.sums, measured.bounds)
  })
  const realChange = benjaminiHochberg(
    changes.map((found) => found?.p ?? null),
    alpha,
  )
  const realRest = benjaminiHochberg(
    rests.map((found) => found?.p ?? null),
    alpha,
  )
  const ranks = ranksOf(input, measured, 'now', hiddenNow)
  const ranksBefore = isCompared ? ranksOf(input, measured, 'before', hiddenBefore) : []
  return rows.map((_, at) => {
    const base = now[at] ?? unreachable()
    const found = shownChange(changes[at] ?? null, measured, isProtected)
    const [rank, before, rest] = [ranks[at], ranksBefore[at], rests[at]]
    return {
      indicator: measured.indicator.id,
      figure: hiddenNow[at] ? hiddenFigure : figureOf(base, measured, isProtected),
      change: found && { ...found, significant: realChange[at] === true },
      rank: rank?.rank ?? null,
      rankFrom: rank?.from ?? null,
      rankTo: rank?.to ?? null,
      rankChange: rank && before ? before.rank - rank.rank : null,
      versusRest: rest && realRest[at] ? (rest.value > 0 ? 1 : -1) : 0,
    }
  })
}

/** Cells whose own base is too small, and those that would tell it by subtraction. */
function hiddenCells(input: RankingInput, measured: Measured, when: When, hiddenRows: readonly boolean[]) {
  if (!input.isProtected) return hiddenRows
  const counts = input.rows.map(({ key }) => ({ n: nOf(input.bases.base(key, measured, when)) }))
  const remainder = nOf(input.bases.base(input.remainderKey, measured, when))
  const whole = nOf(input.parent.base(totalKey, measured, when))
  if (fewAnswers(whole, measured.minimum)) return input.rows.map(() => true)
  const own = hidden(counts, remainder, measured.minimum)
  return own.map((hides, at) => hides || hiddenRows[at] === true)
}

/** Ranks of the rows that have a value on enough answers, best first. */
function ranksOf({ rows, bases, rankedFrom }: RankingInput, measured: Measured, when: When, hides: readonly boolean[]) {
  const ranked = rows.flatMap(({ key }, at) => {
    const base = bases.base(key, measured, when)
    const value = figureValue(base, measured)
    const enough = nOf(base) >= Math.max(rankedFrom, measured.minimum)
    if (hides[at] || value === null || !enough) return []
    const error = 'sums' in base ? standardError(measured.measure, base.sums, measured.bounds) : null
    return [{ at, value, standardError: error }]
  })
  const ranges = rankRanges(ranked, measured.indicator.better)
  const result: ((typeof ranges)[number] | undefined)[] = rows.map(() => undefined)
  ranked.forEach(({ at }, index) => {
    result[at] = ranges[index]
  })
  return result
}
