import { periodPattern, targetUnits } from '@kaiku/core/target.ts'
import { z } from 'zod'
import { figure } from './figure.ts'
import { day, name } from './localised.ts'

const period = z.string().regex(periodPattern, 'a year, quarter or month: "2026", "2026-Q3", "2026-11"')
/** A place as in addresses, `region,all,fi`; the root of a view is all. */
const path = z.string().min(3).max(2_000)
const wanted = z.number().min(-1e12).max(1e12)

/** `targets.json`: by indicator, then by place, then by period; what a place has holds below it, too. */
export const targetsFile = z.strictObject({
  $schema: z.string().optional(),
  targets: z.record(name, z.record(path, z.record(period, wanted))).default({}),
})
export type Targets = z.output<typeof targetsFile>['targets']

export const targetUnit = z.enum(targetUnits)

const odds = z
  .object({
    /** That the target is met when the period is over, 0 to 1. */
    chance: z.number(),
    /** No answer on the scale changes any more whether it is met. */
    isCertain: z.boolean(),
    /** Answers still to come, at the pace of the last eight weeks. */
    expected: z.number(),
    /** What they have to average; beyond the scale where the target is out of reach. */
    needed: z.number(),
    /** What they are expected to average. */
    likely: z.number(),
    /** Of an NPS: how many of them must be promoters instead of detractors, beyond what is expected; null for others. */
    promoters: z.int().nullable(),
    /** Earlier periods that took part. */
    periods: z.int(),
  })
  .meta({ id: 'TargetOdds' })

const cell = z
  .object({
    /** Of the period, as far as it has gone. */
    figure,
    /** `own`: the place has it; `above`: a place above; `indicator`: it holds everywhere and always. Null: there is none. */
    target: z.object({ value: z.number(), from: z.enum(['own', 'above', 'indicator']) }).nullable(),
    /** `open`: the period goes on. `none`: no target, or no figure to hold against it. */
    state: z.enum(['open', 'reached', 'missed', 'none']),
    odds: odds.nullable(),
    /**
     * Why an open target has no odds: answers are `few`; `noneToCome` at the place's pace; the `measure` is no mean of
     * scores; the survey is `protected`; the viewer sees `part` of the place; one answer per `contact` is counted.
     */
    why: z.enum(['few', 'noneToCome', 'measure', 'protected', 'part', 'contact']).nullable(),
  })
  .meta({ id: 'TargetCell' })
export type TargetCell = z.output<typeof cell>

/** Where a place and those right below it stand against their targets of a period. */
export const targets = z.object({
  type: z.literal('Targets'),
  by: targetUnit,
  /** `2026-Q4` */
  period: z.string(),
  from: day,
  to: day,
  isOver: z.boolean(),
  /** What the places below are called; empty for none. */
  rowTitle: z.string(),
  indicators: z.array(z.string()),
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      path: z.string(),
      above: z.array(z.string()),
      /** The place itself; the others lie right below. */
      isWhole: z.boolean(),
      /** One for each indicator. */
      cells: z.array(cell),
    }),
  ),
})
export type TargetsAnswer = z.output<typeof targets>
