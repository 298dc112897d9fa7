import { z } from 'zod'
import { figure } from './figure.ts'

/** Percent of the outcome's variance, with its 95 % interval; null where the answers do not allow one. */
const explained = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })

const driver = z
  .object({
    question: z.string(),
    title: z.string(),
    /** How it does: the mean of its answers as an index, 0–100 (100 is best), over all who answered it. */
    performance: figure,
    /** How much of the outcome goes with it: Johnson's relative weight. All of them add up to `explained`. Null when left out. */
    importance: explained.nullable(),
    /** With the outcome alone, −1 to 1; negative where better answers go with a worse outcome. */
    correlation: z.number().nullable(),
    /** No more than a question that has nothing to do with the outcome may reach. */
    isWeak: z.boolean(),
    /** Why it takes no part: `few` answers beside the outcome's, or all answers `equal`. */
    leftOut: z.enum(['few', 'equal']).nullable(),
  })
  .meta({ id: 'KeyDriver' })

/** What goes with an outcome, and how well each of it does. */
export const keyDrivers = z.object({
  type: z.literal('KeyDrivers'),
  /** An indicator. */
  outcome: z.string(),
  figure,
  /** `few`: too few interviews for so many drivers; `none`: nothing to explain, all outcomes are equal or there are none. */
  state: z.enum(['shown', 'few', 'hidden', 'none']),
  /** Interviews that answered the outcome. */
  answered: z.int().nullable(),
  /** Of those, who answered every driver that takes part: what importance rests on. */
  n: z.int().nullable(),
  explained: explained.nullable(),
  /** Most important first, those left out last. */
  drivers: z.array(driver),
})
export type KeyDrivers = z.output<typeof keyDrivers>
