import type { Crosstab, CrosstabCell } from '@kaiku/contract/crosstab.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { clearlyAbove, shareOf, shareSums } from '@kaiku/core/crosstab.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Sums } from '@kaiku/core/sums.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { nowOnly } from '../aggregate/scan.ts'
import { basesOf } from '../figure/bases.ts'
import { figureOf, hiddenFigure, type Measured, measuredOf, nOf } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { type Axis, axisOf } from './crosstab-axis.ts'
import { type CrosstabBases, type CrosstabLine, everyone, gridOf, linesOf } from './crosstab-bases.ts'

type CrosstabComponent = Extract<Component, { type: 'Crosstab' }>

export const mostColumns = 26
const mostRows = 200

const counted = (weight: Indicator['weight']): Indicator => ({
  measure: 'count',
  id: `~weighed ${weight}`,
  title: '',
  decimals: 0,
  weight,
  better: 'high',
})

/** Two variables against each other: counts, shares of row, column and all, and an indicator's value in each cell. */
export async function crosstab(asked: QueryContext, component: CrosstabComponent): Promise<Crosstab> {
  if (JSON.stringify(component.rows) === JSON.stringify(component.columns)) throw refuse('invalid', 'figure.same')
  const [rows, columns] = [axisOf(asked, component.rows), axisOf(asked, component.columns)]
  const questions = [rows, columns].flatMap(({ question }) => question ?? [])
  const scan = nowOnly(scanOf(asked, ...questions))
  const weighed = measuredOf(asked.dictionary, counted(component.weight))
  const [measured] = component.indicator === undefined ? [] : indicatorsOf(asked, [component.indicator])
  const wanted = measured ? [weighed, measured] : [weighed]
  const ask = (one: Axis['groups'], other: Axis['groups']) =>
    basesOf(scan, { by: 'pair', rows: one, columns: other }, wanted)
  const [inner, ofRows, ofColumns, ofAll] = await Promise.all([
    ask(rows.groups, columns.groups),
    ask(rows.groups, columns.answered),
    ask(rows.answered, columns.groups),
    ask(rows.answered, columns.answered),
  ])
  const bases: CrosstabBases = { inner, ofRows, ofColumns, ofAll, weighed, measured }
  // Who has no value is what a whole leaves of all interviews: a protected survey does not tell it.
  const withNone = component.noValue && !asked.isProtected
  const down = linesOf(rows, ofRows, 0, withNone)
  const across = linesOf(columns, ofColumns, 1, withNone)
  refuseTooMany(rows, down, mostRows)
  refuseTooMany(columns, across, mostColumns)
  return tableOf(asked, { rows, columns, down, across, bases })
}

function refuseTooMany({ title }: Axis, lines: readonly CrosstabLine[], most: number): void {
  if (lines.length > most) throw refuse('invalid', 'figure.tooManyGroups', { title, n: lines.length, most })
}

type Table = {
  readonly rows: Axis
  readonly columns: Axis
  readonly down: readonly CrosstabLine[]
  readonly across: readonly CrosstabLine[]
  readonly bases: CrosstabBases
}

function tableOf(asked: QueryContext, table: Table): Crosstab {
  const { rows, columns, down, across, bases } = table
  const { isProtected, minimumN } = asked
  const hides = hidesOf(asked, bases)
  const fewAt = (row: CrosstabLine, column: CrosstabLine) =>
    !isProtected && fewAnswers(gridOf(bases).n(row, column), minimumN)
  const grid = [...down, everyone].map((row) =>
    lettered(
      asked,
      table,
      [...across, everyone].map((column) => cellOf(asked, bases, hides, row, column)),
      row,
      hides,
    ),
  )
  const nothing = cellOf(asked, bases, hides, everyone, everyone)
  const last = grid.at(-1) ?? []
  const total = last.at(-1) ?? nothing
  const group = (line: CrosstabLine, few: boolean, whole: CrosstabCell | undefined, axis: Axis) => ({
    id: line.row.id,
    name: line.row.name,
    path: line.row.path,
    isNone: line.isNone,
    few,
    select: axis.select(line.row),
    total: whole ?? nothing,
  })
  const n = gridOf(bases).n(everyone, everyone)
  return {
    type: 'Crosstab',
    rows: {
      title: rows.title,
      overlaps: rows.overlaps,
      groups: down.map((line, at) => group(line, fewAt(line, everyone), grid[at]?.at(-1), rows)),
    },
    columns: {
      title: columns.title,
      overlaps: columns.overlaps,
      groups: across.map((line, at) => group(line, fewAt(everyone, line), last[at], columns)),
    },
    cells: grid.slice(0, -1).map((line) => line.slice(0, -1)),
    total,
    state: isHidden(n, minimumN, isProtected) ? 'hidden' : n === 0 ? 'none' : fewAnswers(n, minimumN) ? 'few' : 'shown',
    indicator: bases.measured?.indicator.id ?? null,
  }
}

/** Whether a cell or a total of a protected survey is kept back: its count with all that is made of it, or its indicator alone. */
type Hides = {
  counts(row: CrosstabLine, column: CrosstabLine): boolean
  figures(row: CrosstabLine, column: CrosstabLine): boolean
}

function hidesOf({ isProtected, minimumN }: QueryContext, bases: CrosstabBases): Hides {
  const grid = gridOf(bases)
  const { measured } = bases
  const counts = (row: CrosstabLine, column: CrosstabLine) => isHidden(grid.n(row, column), minimumN, isProtected)
  return {
    counts,
    figures: (row, column) =>
      counts(row, column) ||
      (measured !== undefined && isHidden(nOf(grid.base(row, column, measured)), measured.minimum, isProtected)),
  }
}

const hiddenCell: CrosstabCell = {
  hidden: true,
  n: null,
  ofRow: null,
  ofColumn: null,
  ofAll: null,
  figure: null,
  above: [],
  figureAbove: [],
}

function cellOf(
  { isProtected }: QueryContext,
  bases: CrosstabBases,
  hides: Hides,
  row: CrosstabLine,
  column: CrosstabLine,
): CrosstabCell {
  if (hides.counts(row, column)) return { ...hiddenCell, figure: bases.measured ? hiddenFigure : null }
  const grid = gridOf(bases)
  const part = grid.weight(row, column)
  const share = (isOutside: boolean, baseRow: CrosstabLine, baseColumn: CrosstabLine) =>
    isOutside || hides.counts(baseRow, baseColumn) ? null : shareOf(grid.weight(baseRow, baseColumn), part)
  return {
    hidden: false,
    n: grid.n(row, column),
    ofRow: share(column.isNone, row, everyone),
    ofColumn: share(row.isNone, everyone, column),
    ofAll: share(row.isNone || column.isNone, everyone, everyone),
    figure: bases.measured ? figureIn(bases.measured, bases, hides, row, column, isProtected) : null,
    above: [],
    figureAbove: [],
  }
}

const figureIn = (
  measured: Measured,
  bases: CrosstabBases,
  hides: Hides,
  row: CrosstabLine,
  column: CrosstabLine,
  isProtected: boolean,
) =>
  hides.figures(row, column) ? hiddenFigure : figureOf(gridOf(bases).base(row, column, measured), measured, isProtected)

/** The cells of a row with the columns each lies clearly above. Columns that overlap are not independent: no letters. */
function lettered(
  { minimumN }: QueryContext,
  { columns, across, bases }: Table,
  cells: readonly CrosstabCell[],
  row: CrosstabLine,
  hides: Hides,
): CrosstabCell[] {
  if (columns.overlaps) return [...cells]
  const { measured } = bases
  const grid = gridOf(bases)
  const isEnough = (column: CrosstabLine) => !fewAnswers(grid.n(everyone, column), minimumN)
  const shares = across.map((column, at): Sums | null =>
    row === everyone || !cells[at]?.ofColumn || !isEnough(column)
      ? null
      : shareSums(grid.weight(everyone, column), grid.weight(row, column)),
  )
  const above = clearlyAbove(shares, 'share', undefined)
  const values = across.map((column, at): Sums | null => {
    const base = measured && grid.base(row, column, measured)
    return base && 'sums' in base && cells[at]?.figure?.state === 'shown' && !hides.figures(row, column)
      ? base.sums
      : null
  })
  const figureAbove = measured ? clearlyAbove(values, measured.measure, measured.bounds) : []
  return cells.map((cell, at) => ({ ...cell, above: above[at] ?? [], figureAbove: figureAbove[at] ?? [] }))
}
