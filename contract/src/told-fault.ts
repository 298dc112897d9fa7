import { z } from 'zod'

/** A refusal as it is kept or sent beside something else. */
export const toldFault = z
  .object({
    code: z.string(),
    message: z.string(),
    /** The reason in a form that the browser can translate; null: there is only the message. */
    reason: z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
  })
  .meta({ id: 'ToldFault' })
export type ToldFault = z.output<typeof toldFault>
