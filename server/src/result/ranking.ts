import type { AnswerOf } from '@kaiku/contract/result.ts'
import { difference, standardError } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg, rankRanges } from '@kaiku/core/statistics.ts'
import { fewAnswers, hidden } from '@kaiku/core/suppression.ts'
import type { Bases, When } from './bases.ts'
import { totalKey } from './bases.ts'
import {
  type Base,
  figureOf,
  figureValue,
  hiddenFigure,
  type Measured,
  nOf,
  shownChange,
  testedChange,
} from './figures.ts'
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
  const { rows, bases, isCompared, isProtected } = input
  const now = rows.map(({ key }) => bases.base(key, measured, 'now'))
  const before = isCompared ? rows.map(({ key }) => bases.base(key, measured, 'before')) : null
  const hiddenNow = hiddenCells(input, measured, now, 'now', hiddenRows)
  const hiddenBefore = before ? hiddenCells(input, measured, before, 'before', hiddenRows) : hiddenRows
  const changes = now.map((base, at) => {
    const earlier = before?.[at]
    return earlier && !hiddenNow[at] && !hiddenBefore[at] ? testedChange(base, earlier, measured) : null
  })
  const rests = now.map((base, at) => (hiddenNow[at] ? null : againstRest(input, measured, base, rows[at]?.key ?? '')))
  const realChange = marked(changes)
  const realRest = marked(rests)
  const ranks = ranksOf(input, measured, now, hiddenNow)
  const ranksBefore = before ? ranksOf(input, measured, before, hiddenBefore) : []
  return now.map((base, at) => {
    const found = shownChange(changes[at] ?? null, measured, isProtected)
    const [rank, earlier, rest] = [ranks[at], ranksBefore[at], rests[at]]
    return {
      indicator: measured.indicator.id,
      figure: hiddenNow[at] ? hiddenFigure : figureOf(base, measured, isProtected),
      change: found && { ...found, significant: realChange[at] === true },
      rank: rank?.rank ?? null,
      rankFrom: rank?.from ?? null,
      rankTo: rank?.to ?? null,
      rankChange: rank && earlier ? earlier.rank - rank.rank : null,
      versusRest: rest && realRest[at] ? (rest.value > 0 ? 1 : -1) : 0,
    }
  })
}

/** A row's difference to the rest of its parent; null where there is no test. */
function againstRest({ bases, parent }: RankingInput, measured: Measured, base: Base, key: string) {
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

/** Cells whose own base is too small, and those that would tell it by subtraction. */
function hiddenCells(
  input: RankingInput,
  measured: Measured,
  bases: readonly Base[],
  when: When,
  hiddenRows: readonly boolean[],
) {
  if (!input.isProtected) return hiddenRows
  const remainder = nOf(input.bases.base(input.remainderKey, measured, when))
  const whole = nOf(input.parent.base(totalKey, measured, when))
  if (fewAnswers(whole, measured.minimum)) return bases.map(() => true)
  const counts = bases.map((base) => ({ n: nOf(base) }))
  const own = hidden(counts, remainder, measured.minimum)
  return own.map((hides, at) => hides || hiddenRows[at] === true)
}

/** Ranks of the rows that have a value on enough answers, best first. */
function ranksOf({ rankedFrom }: RankingInput, measured: Measured, bases: readonly Base[], hides: readonly boolean[]) {
  const enough = Math.max(rankedFrom, measured.minimum)
  const ranked = bases.flatMap((base, at) => {
    const value = figureValue(base, measured)
    if (hides[at] || value === null || nOf(base) < enough) return []
    const error = 'sums' in base ? standardError(measured.measure, base.sums, measured.bounds) : null
    return [{ at, value, standardError: error }]
  })
  const ranges = rankRanges(ranked, measured.indicator.better)
  const result: ((typeof ranges)[number] | undefined)[] = bases.map(() => undefined)
  ranked.forEach(({ at }, index) => {
    result[at] = ranges[index]
  })
  return result
}
