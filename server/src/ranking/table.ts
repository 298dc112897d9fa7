import type { Component } from '@kaiku/contract/page.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { effectiveN, variance } from '@kaiku/core/indicator.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { keySeparator } from '../aggregate/grouping.ts'
import { type PeriodStep, stepsOf } from '../aggregate/periods.ts'
import { type Grouped, nowOnly, sumsAt } from '../aggregate/scan.ts'
import { type Bases, basesOf, totalKey } from '../figure/bases.ts'
import { baseOf, figureOf, figureValue, type Measured } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { isBlurred, usualUnit } from '../figure/protection.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { answerRows, type FigureRow, placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import { ownScope } from '../selection/scope.ts'
import { isOwnNode, namesHidden, shownNames, visibleNodes } from '../selection/visible-node.ts'
import { type ExactSums, noExactSums, sumOf } from '../sums/exact.ts'
import { questionOf } from '../sums/score.ts'
import { indicatorFigure } from '../trend/trend.ts'
import { ownOnly, rankingColumns } from './ranking.ts'

type Table = Extract<Component, { type: 'RankingTableComponent' }>

type TableRows = {
  readonly title: string
  readonly rows: readonly FigureRow[]
  readonly bases: Bases
  readonly courses: Courses
}
/** The main indicator's course of each row; null without spark lines. */
type Courses = { readonly steps: readonly PeriodStep[]; readonly values: (row: FigureRow) => (number | null)[] }

/** The rows below a place, or the groups of a question, by indicators. */
export async function rankingTable(asked: QueryContext, component: Table): Promise<Ranking> {
  const { scan, isProtected, minimumN } = asked
  const measured = indicatorsOf(asked, component.indicators)
  const [parent, found] = await Promise.all([
    basesOf(scan, { by: 'total' }, measured),
    typeof component.of === 'object' && 'question' in component.of
      ? answerTable(asked, component.of.question, measured)
      : placeTable(asked, component, component.of, measured),
  ])
  const { rows, bases, courses } = found
  const remainder = remainderOf(parent, bases, rows)
  const { hidden: hiddenRows, columns } = rankingColumns({
    rows,
    bases,
    parent,
    measured,
    isProtected,
    minimumN,
    isCompared: scan.compared !== null,
    rankedFrom: component.minimum ?? 1,
  })
  const { scope, view } = scan.selection
  const hiddenNames = namesHidden(asked.who, scope, view)
  const own = component.ownRankOnly ? ownRows(asked, rows) : rows.map(() => true)
  return {
    type: 'RankingTableComponent',
    rowTitle: found.title,
    indicators: measured.map(({ indicator }) => indicator.id),
    parent: measured.map((one) => ({ ...indicatorFigure(asked, one, parent), spread: spreadOf(asked, one, parent) })),
    periods: courses.steps.map(({ from }) => from),
    remainder: isHidden(remainder, minimumN, isProtected) ? null : remainder,
    rows: rows.map((row, at) => {
      if (!own[at]) return withheld(at)
      const n = bases.n(row.key, 'now')
      return {
        id: row.id,
        name: row.name,
        path: row.path,
        above: shownNames(row.above, hiddenNames),
        opens: row.opens,
        n: hiddenRows[at] ? null : n,
        few: fewAnswers(n, minimumN),
        spark: hiddenRows[at] ? courses.steps.map(() => null) : courses.values(row),
      }
    }),
    columns: component.ownRankOnly ? columns.map((column) => ownOnly(column, own)) : [...columns],
  }
}

/** Which rows are the viewer's own, all of it. */
function ownRows(
  { who, scan: { selection }, dictionary }: QueryContext,
  rows: readonly FigureRow[],
): readonly boolean[] {
  const scope = ownScope(who, dictionary)
  return rows.map(({ node }) => node === null || isOwnNode(scope, selection.view, node))
}

/** Another's row in a ranking that shows own ranks only: nothing tells whose it is. */
const withheld = (at: number): Ranking['rows'][number] => ({
  id: `~${at}`,
  name: '',
  path: null,
  above: [],
  opens: false,
  n: null,
  few: false,
  spark: [],
})

/** From the answers alone: pseudo-answers would draw limits to the middle of the scale. */
function spreadOf({ isProtected }: QueryContext, measured: Measured, parent: Bases): number | null {
  const base = parent.base(totalKey, measured, 'now')
  if (!('sums' in base) || unscored.has(measured.indicator.measure)) return null
  if (figureOf(base, measured, isProtected).state === 'hidden') return null
  const found = variance(base.sums)
  return found === null ? null : Math.sqrt((found * base.sums.n) / effectiveN(base.sums))
}
const unscored: ReadonlySet<string> = new Set(['sum', 'median', 'count'])

/** Interviews of the whole in no row; groups that overlap leave none that could be counted so. */
function remainderOf(parent: Bases, bases: Bases, rows: readonly FigureRow[]): number {
  const inRows = rows.reduce((sum, { key }) => sum + bases.n(key, 'now'), 0)
  return Math.max(0, parent.n(totalKey, 'now') - inRows)
}

async function placeTable(
  asked: QueryContext,
  component: Table,
  of: Exclude<Table['of'], { question: string }>,
  measured: readonly Measured[],
): Promise<TableRows> {
  const { scan, translate } = asked
  const { view, node } = scan.selection
  const { nodes, fold } = placeRows(view.tree, node, of)
  const unit = usualUnit(scan.selection)
  const main = component.spark ? mainIndicator(measured) : null
  const [bases, course] = await Promise.all([
    basesOf(scan, { by: 'leaf' }, measured, fold),
    main && isSparkable(main) && !isBlurred(scan.selection)
      ? nowOnly(scan).ask({ by: 'leafBucket', unit, fold }, [main.indicator])
      : null,
  ])
  const rows = rowsOfNodes(view, visibleNodes(scan.selection, nodes), asked.locale, translate)
  const courses = course && main ? coursesOf(asked, course, main, unit, fold, rows) : noCourses
  return { title: rowTitle(view, node, of, translate), rows, bases, courses }
}

const noCourses: Courses = { steps: [], values: () => [] }
const isSparkable = ({ indicator }: Measured) => indicator.measure !== 'median'

function coursesOf(
  { scan, isProtected }: QueryContext,
  course: Grouped,
  main: Measured,
  unit: Parameters<typeof stepsOf>[0],
  fold: ReadonlyMap<number, number>,
  rows: readonly FigureRow[],
): Courses {
  // Rows times steps are many: each cell is read once, and no key is made for it.
  const found: { readonly row: number; readonly bucket: string; readonly sums: ExactSums }[] = []
  for (const [key, cell] of course.cells) {
    const middle = key.indexOf(keySeparator)
    const row = fold.get(Number(key.slice(0, middle)))
    if (row === undefined) continue
    found.push({ row, bucket: key.slice(middle + 1), sums: sumsAt(course, cell, main.indicator.id, 'now') })
  }
  const { period, dictionary } = scan.selection
  const steps = stepsOf(unit, period, [...new Set(found.map(({ bucket }) => bucket))], dictionary.calendar)
  const stepAt = new Map(steps.map(({ key }, at) => [key, at]))
  const sums = new Map(rows.map(({ node }) => [node ?? 0, steps.map(() => noExactSums)]))
  for (const one of found) {
    const [line, at] = [sums.get(one.row), stepAt.get(one.bucket)]
    const before = at === undefined ? undefined : line?.[at]
    if (line && at !== undefined && before) line[at] = before === noExactSums ? one.sums : sumOf(before, one.sums)
  }
  const lines = rows.map(({ node }) => sums.get(node ?? 0) ?? [])
  const index = new Map(rows.map(({ key }, at) => [key, at]))
  return {
    steps,
    values: ({ key }) => {
      const row = index.get(key) ?? -1
      return (lines[row] ?? []).map((own) =>
        isHidden(Number(own[0]), main.minimum, isProtected) ? null : figureValue(baseOf(own, main), main),
      )
    },
  }
}

async function answerTable(asked: QueryContext, id: string, measured: readonly Measured[]): Promise<TableRows> {
  const stored = questionOf(asked.dictionary, id)
  const bases = await basesOf(scanOf(asked, stored.question), { by: 'answer', stored }, measured)
  const rows = answerRows(stored, bases.keys, asked.translate)
  return { title: asked.translate(stored.question.title), rows, bases, courses: noCourses }
}
