import { z } from 'zod'
import { shownIndicator } from './indicator.ts'
import { day } from './localised.ts'

const number = z.number().nullable()

/** What a rule found at a place when it raised an alert. */
export const placeFigure = z
  .object({
    watch: z.enum(['limit', 'change', 'silence']),
    /** Null of silence, and where the survey has it no more. */
    indicator: shownIndicator.pick({ id: true, title: true, measure: true, decimals: true }).nullable(),
    value: number,
    low: number,
    high: number,
    n: z.int().nullable(),
    /** What it crossed; null of other rules. */
    limit: number,
    /** Against as many days before; null of other rules. */
    change: z.object({ value: z.number(), low: number, high: number, before: z.number(), beforeN: z.int() }).nullable(),
    /** The days that were looked at; of silence those without an answer. */
    from: day,
    to: day,
    /** Of silence: the day of the last answer. */
    lastDay: day.nullable(),
    /** Filters that interviews had to meet, as a token; empty: none. */
    when: z.string(),
  })
  .meta({ id: 'PlaceFigure' })
export type PlaceFigure = z.output<typeof placeFigure>
