import type { Sums } from '@kaiku/core/sums.ts'
import { keySeparator, noValue } from '../aggregate/grouping.ts'
import { type Bases, totalKey } from '../figure/bases.ts'
import type { Base, Measured } from '../figure/figures.ts'
import type { FigureRow } from '../figure/rows.ts'
import { sumsOf } from '../sums/exact.ts'
import type { Axis } from './crosstab-axis.ts'

/** All that the cells of a table are made of. Each key is a row's and a column's; a whole's is `answered`. */
export type CrosstabBases = {
  readonly inner: Bases
  readonly ofRows: Bases
  readonly ofColumns: Bases
  readonly ofAll: Bases
  readonly weighed: Measured
  readonly measured: Measured | undefined
}

const answered = '1'

/** A row or column of a table. */
export type CrosstabLine = { readonly row: FigureRow; readonly key: string; readonly isNone: boolean }
const wholeRow: FigureRow = { key: totalKey, id: '', name: '', path: null, above: [], opens: false, node: null }
/** The line of totals: everybody with a value. */
export const everyone: CrosstabLine = { row: wholeRow, key: answered, isNone: false }

/** The groups of a side, of those that the other side's whole was met with. */
export function linesOf(axis: Axis, whole: Bases, part: 0 | 1, withNone: boolean): readonly CrosstabLine[] {
  const keys = new Set(whole.keys.map((key) => key.split(keySeparator)[part] ?? ''))
  return axis
    .rows([...keys])
    .map((row) => ({ row, key: row.key, isNone: axis.question !== null && row.key === noValue }))
    .filter(({ isNone }) => withNone || !isNone)
}

const keyOf = (row: string, column: string) => row + keySeparator + column

/** Which of the four groupings tells of a cell. */
const sourceOf = (bases: CrosstabBases, row: CrosstabLine, column: CrosstabLine): Bases =>
  row === everyone
    ? column === everyone
      ? bases.ofAll
      : bases.ofColumns
    : column === everyone
      ? bases.ofRows
      : bases.inner

export const gridOf = (bases: CrosstabBases) => ({
  /** Interviews of a cell, unweighted. */
  n: (row: CrosstabLine, column: CrosstabLine): number =>
    sourceOf(bases, row, column).n(keyOf(row.key, column.key), 'now'),
  /** Their weights. */
  weight: (row: CrosstabLine, column: CrosstabLine): Sums => {
    const exact = sourceOf(bases, row, column).exact(keyOf(row.key, column.key), bases.weighed.indicator.id, 'now')
    return sumsOf(exact, bases.weighed.shape)
  },
  base: (row: CrosstabLine, column: CrosstabLine, measured: Measured): Base =>
    sourceOf(bases, row, column).base(keyOf(row.key, column.key), measured, 'now'),
})
