import { z } from 'zod'

/** Topic -> whether the comment speaks of it, who said so, and when. */
const topicsOfComment = z.record(z.string(), z.object({ there: z.boolean(), by: z.string(), at: z.string() }))
export type Righted = Readonly<z.output<typeof topicsOfComment>>

/** By comment question, as they are stored with an interview. */
export const storedTopics = z.record(z.string(), topicsOfComment)
export type AllRighted = Readonly<z.output<typeof storedTopics>>
