import { fewAnswers } from '@kaiku/core/suppression.ts'
import { hiddenCounts } from '@kaiku/core/table-suppression.ts'
import { type Count, type CrosstabBases, everyone, fullCounts, gridOf, type Line } from './crosstab-bases.ts'
import { nOf } from './figures.ts'

/** Whether a cell or a total is kept back: its count with all that is made of it, or its indicator alone. */
export type Hides = {
  counts(row: Line, column: Line): boolean
  figures(row: Line, column: Line): boolean
}

export const nothingHidden: Hides = { counts: () => false, figures: () => false }

/** What a protected table hides, so that neither its rows nor its columns, its totals nor its percentages tell a small group. */
export function crosstabHides(
  bases: CrosstabBases,
  down: readonly Line[],
  across: readonly Line[],
  minimumN: number,
): Hides {
  const grid = gridOf(bases)
  const counts = hiddenAt(down, across, grid.n, minimumN)
  const { measured } = bases
  if (!measured) return { counts, figures: counts }
  const own = hiddenAt(down, across, (row, column) => nOf(grid.base(row, column, measured)), measured.minimum)
  return { counts, figures: (row, column) => counts(row, column) || own(row, column) }
}

function hiddenAt(down: readonly Line[], across: readonly Line[], n: Count, minimum: number): Hides['counts'] {
  if (fewAnswers(n(everyone, everyone), minimum)) return () => true
  const hides = hiddenCounts(fullCounts(down, across, n), minimum)
  const [rowAt, columnAt] = [down, across].map((lines) => new Map(lines.map((line, at) => [line, at])))
  // Wholes stand last.
  return (row, column) => hides.at(rowAt?.get(row) ?? -1)?.at(columnAt?.get(column) ?? -1) === true
}
