import { z } from 'zod'
import { figure } from './figure.ts'
import { shownIndicator } from './indicator.ts'
import { day } from './localised.ts'
import { timeUnit } from './page.ts'

/** With 95 % interval; null limits where there is no test. `significant`: more than chance explains, over the whole map. */
const difference = z.object({
  value: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  significant: z.boolean(),
})

const cell = z
  .object({
    figure,
    /** Of a place or an answer: to all others of the whole; of a period: to the period before. Null where either is missing. */
    difference: difference.nullable(),
  })
  .meta({ id: 'HeatMapCell' })
export type HeatMapCell = z.output<typeof cell>

const group = z.object({
  id: z.string(),
  /** Empty for periods, whose days tell it. */
  name: z.string(),
  /** The place, where the groups are places. */
  path: z.string().nullable(),
  /** Names of the places above, from below the root. */
  above: z.array(z.string()),
  period: z.object({ from: day, to: day }).nullable(),
  /** What a filter of the survey is set to so that only this group is left; null where no filter can. */
  select: z.object({ filter: z.string(), value: z.string() }).nullable(),
  /** Interviews; null when hidden. */
  n: z.int().nullable(),
  few: z.boolean(),
})
export type HeatMapGroup = z.output<typeof group>

export const heatMap = z.object({
  type: z.literal('HeatMap'),
  /** Indicators of the survey, then questions as indices. */
  measures: z.array(shownIndicator),
  /** What the groups are called; empty for periods. */
  groupTitle: z.string(),
  /** The unit of the groups where they are periods. */
  by: timeUnit.nullable(),
  groups: z.array(group),
  /** Group by group, one cell per measure. */
  cells: z.array(z.array(cell)),
  /** The whole, per measure: what colours are relative to. */
  total: z.array(figure),
  /** Interviews of the whole; null when hidden. */
  n: z.int().nullable(),
  /** Of the whole: nobody answered, few did, or so few that all is hidden. */
  state: figure.shape.state,
})
export type HeatMap = z.output<typeof heatMap>
