import { z } from 'zod'

/** `shown`; `few`: below minimum n, shown greyed; `hidden`: protected, no figure leaves the server; `none`: no valid answer. */
const state = z.enum(['shown', 'few', 'hidden', 'none'])

/** One indicator's value with its uncertainty. */
export const figure = z
  .object({
    state,
    /** Valid answers, unweighted. Null when hidden. */
    n: z.int().nullable(),
    value: z.number().nullable(),
    /** 95 % interval; null where n does not allow one. */
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .meta({ id: 'Figure' })
export type Figure = z.output<typeof figure>

/** A difference to the comparison, with 95 % interval. `significant`: more than chance explains. */
export const change = z
  .object({
    before: z.number().nullable(),
    beforeN: z.int(),
    value: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    significant: z.boolean(),
  })
  .meta({ id: 'Change' })
export type Change = z.output<typeof change>
