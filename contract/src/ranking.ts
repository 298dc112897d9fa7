import { z } from 'zod'
import { type Change, change, type Figure, figure } from './figure.ts'
import { day } from './localised.ts'

/** A row of a ranking: a place below, or an answer's group. */
const row = z.object({
  /** The path segment, or the answer's code; `~none` for the group without a value. */
  id: z.string(),
  name: z.string(),
  /** Drill path without filters; null where the row is not a place. */
  path: z.string().nullable(),
  /** Names from below the root down to the parent, for rows deeper than one level. */
  above: z.array(z.string()),
  /** Has places below it. */
  opens: z.boolean(),
  /** Interviews, unweighted; null when hidden. */
  n: z.int().nullable(),
  few: z.boolean(),
  /** One value per period of the answer's `periods`, null where there is none or it is not shown. */
  spark: z.array(z.number().nullable()),
})

const numbers = z.array(z.number().nullable())
const wholes = z.array(z.int().nullable())

/** An indicator down the rows: every list holds one entry per row, in their order. */
const column = z
  .object({
    indicator: z.string(),
    /** The figures of the rows, as `Figure` says. */
    state: z.array(figure.shape.state),
    n: wholes,
    value: numbers,
    low: numbers,
    high: numbers,
    /** Changes of the rows, as `Change` says, all null where a row has none. Null without comparison. */
    change: z
      .object({
        before: numbers,
        beforeN: wholes,
        value: numbers,
        low: numbers,
        high: numbers,
        significant: z.array(z.boolean()),
      })
      .nullable(),
    /** Competition rank among ranked rows, best first; null for few, hidden or no value. */
    rank: wholes,
    /** Places the row may hold as far as chance goes. */
    rankFrom: wholes,
    rankTo: wholes,
    /** Rank before minus rank now: positive is up. Null without comparison. */
    rankChange: wholes,
    /** Tested against the rest of the parent, adjusted over the rows: +1 above, −1 below, 0 no clear difference. */
    versusRest: z.array(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  })
  .meta({ id: 'RankingColumn' })
export type RankingColumn = z.output<typeof column>

export const ranking = z.object({
  type: z.literal('RankingTableComponent'),
  /** What a row is called: `Region`, `Store`, a question's title. */
  rowTitle: z.string(),
  indicators: z.array(z.string()),
  /** The parent's own figures, for the dashed line. */
  parent: z.array(
    z.object({
      indicator: z.string(),
      figure,
      change: change.nullable(),
      /** Standard deviation of the scores, widened for unequal weights, so that divided by √n it is the standard error. Null where there is none. */
      spread: z.number().nullable(),
    }),
  ),
  periods: z.array(day),
  rows: z.array(row.meta({ id: 'RankingRow' })),
  /** One per indicator, in the order of `indicators`. */
  columns: z.array(column),
  /** Interviews that belong to the parent and to no row. */
  remainder: z.int().nullable(),
})
export type Ranking = z.output<typeof ranking>

/** One indicator of one row; what its parts mean, `RankingColumn` says. */
export type RankingCell = {
  readonly indicator: string
  readonly figure: Figure
  readonly change: Change | null
  readonly rank: number | null
  readonly rankFrom: number | null
  readonly rankTo: number | null
  readonly rankChange: number | null
  readonly versusRest: -1 | 0 | 1
}
export type RankingRow = z.output<typeof row> & { readonly cells: readonly RankingCell[] }
