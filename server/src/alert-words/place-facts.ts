import { z } from 'zod'
import type { Period } from '../selection/selection.ts'

const period = z.object({ from: z.string(), to: z.string() }) satisfies z.ZodType<Period>

/** What a rule found at a place when it raised an alert, as it was then. */
export const placeFacts = z.object({
  watch: z.enum(['limit', 'change', 'silence']),
  /** Null of silence, as all figures are. */
  indicator: z.string().nullable(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.number().nullable(),
  limit: z.number().nullable(),
  change: z
    .object({
      value: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      before: z.number(),
      beforeN: z.number(),
    })
    .nullable(),
  /** The days that were looked at; of silence those without an answer. */
  period,
  compared: period.nullable(),
  /** Of silence: the day of the last answer, and for how many days there has been none since, as the rule counts them. */
  lastDay: z.string().nullable(),
  days: z.number(),
  /** The filters that interviews had to meet. */
  when: z.string(),
})
export type PlaceFacts = Readonly<z.output<typeof placeFacts>>

export const noFacts = {
  indicator: null,
  value: null,
  low: null,
  high: null,
  n: null,
  limit: null,
  change: null,
  compared: null,
  lastDay: null,
} as const
