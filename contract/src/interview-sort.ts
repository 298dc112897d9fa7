import { z } from 'zod'

/** What a list of interviews is sorted by: a column of it. Absent: the newest first. */
export const interviewSort = z.strictObject({
  by: z
    .string()
    .max(200)
    .regex(/^(day|place|(score|answer):.+)$/, 'day, place, score:<indicator> or answer:<question>'),
  falling: z.boolean().default(false),
})
export type InterviewSort = z.output<typeof interviewSort>
