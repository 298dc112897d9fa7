import { z } from 'zod'
import { figure } from './figure.ts'

/** Percent of a base with its 95 % interval; null limits where the base does not allow one. */
const share = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() }).nullable()

const cell = z
  .object({
    /** Protected: neither a count nor anything made from it is told. */
    hidden: z.boolean(),
    /** Interviews, unweighted. Null when hidden. */
    n: z.int().nullable(),
    /** Of those in the row who have a value in the columns. Null outside the base, and where it is hidden. */
    ofRow: share,
    /** Of those in the column who have a value in the rows. */
    ofColumn: share,
    /** Of those who have a value in both. */
    ofAll: share,
    /** The indicator's value; null where none is asked for. */
    figure: figure.nullable(),
    /** Places of the columns whose share in this row is clearly lower; those of `figure` stand in `figureAbove`. */
    above: z.array(z.int()),
    figureAbove: z.array(z.int()),
  })
  .meta({ id: 'CrosstabCell' })
export type CrosstabCell = z.output<typeof cell>

const group = z.object({
  id: z.string(),
  name: z.string(),
  /** The place, where the groups are places. */
  path: z.string().nullable(),
  /** What a filter of the survey is set to so that only this group is left; null where no filter can. */
  select: z.object({ filter: z.string(), value: z.string() }).nullable(),
  /** Those without a value: counted, and outside every base. */
  isNone: z.boolean(),
  /** Below the minimum n, so greyed and not compared with others. */
  few: z.boolean(),
  /** The whole row or column. Its n is the base of the shares in it. */
  total: cell,
})
export type CrosstabGroup = z.output<typeof group>

const axis = z.object({
  title: z.string(),
  /** One interview may be in several groups. */
  overlaps: z.boolean(),
  groups: z.array(group),
})
export type CrosstabAxis = z.output<typeof axis>

export const crosstab = z.object({
  type: z.literal('Crosstab'),
  rows: axis,
  columns: axis,
  /** Row by row. */
  cells: z.array(z.array(cell)),
  total: cell,
  /** Of the whole table: nobody answered, few did, or so few that all is hidden. */
  state: figure.shape.state,
  indicator: z.string().nullable(),
})
export type Crosstab = z.output<typeof crosstab>
