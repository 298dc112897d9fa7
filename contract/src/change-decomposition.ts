import { z } from 'zod'
import { change, figure } from './figure.ts'
import { day } from './localised.ts'

const period = z.object({ from: day, to: day })

/** A part of a change, in the indicator's unit, with its 95 % interval; null where the answers do not allow one. */
const amount = z.object({
  value: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** More than chance explains. */
  significant: z.boolean(),
})
export type Amount = z.output<typeof amount>

/**
 * `own`: changes of the units that are each more than chance; `chance`: those of the other units; `unitMix`: units with
 * answers in both periods grew or shrank; `segmentMix`: segments did within them; `opened`, `closed`: units with answers
 * in one period only.
 */
export const changePartKinds = ['own', 'chance', 'unitMix', 'segmentMix', 'opened', 'closed'] as const

const levels = {
  now: figure,
  before: figure,
  /** Percent of the whole's weight in either period; null without answers there. */
  share: z.number().nullable(),
  shareBefore: z.number().nullable(),
}

const unit = z
  .object({
    /** The path segment; null for all others together: hidden ones, and interviews that belong to no unit. */
    id: z.string().nullable(),
    name: z.string(),
    path: z.string().nullable(),
    opens: z.boolean(),
    presence: z.enum(['both', 'opened', 'closed']),
    ...levels,
    /** Its own change; significant as adjusted over all units, as in a ranking. Null unless it is in both periods. */
    change: change.nullable(),
    /** What the own change and the changed share add to the change of the whole. */
    own: amount,
    mix: amount,
  })
  .meta({ id: 'ChangedUnit' })

const segment = z.object({
  /** The answer's code; `~none` for those without an answer; null for all others together. */
  code: z.string().nullable(),
  title: z.string(),
  /** The filter that leaves this segment, where the survey has one. */
  filter: z.object({ name: z.string(), value: z.string() }).nullable(),
  ...levels,
  /** What the segment adds within the units: by its own change, and by its changed share there. */
  own: amount,
  mix: amount,
})

/** The change of an indicator between the two periods, in parts that add up to it exactly. */
export const changeDecomposition = z.object({
  type: z.literal('ChangeDecomposition'),
  indicator: z.string(),
  /** `uncompared`: no closed period, or no comparison; `none`: no answers in one of the periods. */
  state: z.enum(['shown', 'few', 'hidden', 'none', 'uncompared']),
  period: period.nullable(),
  compared: period.nullable(),
  now: figure,
  before: figure,
  /** Null exactly when there are no parts. */
  change: change.nullable(),
  /** In the order of `changePartKinds`; those that cannot occur here are left out. */
  parts: z.array(
    amount.extend({
      kind: z.enum(changePartKinds),
      /** How many units it is made of. */
      units: z.int(),
    }),
  ),
  /** What a unit is called: `Region`, `Store`. Empty at a place without places below it. */
  unitTitle: z.string(),
  /** Those that add most first. */
  units: z.array(unit),
  segmentTitle: z.string().nullable(),
  segments: z.array(segment),
})
export type ChangeDecomposition = z.output<typeof changeDecomposition>
