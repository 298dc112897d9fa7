import { z } from 'zod'
import { call } from './call.ts'

/** What rules remove: whole interviews, contacts in them, personal answers, who samples are, and what was written to them. */
export const removedKinds = ['interviews', 'contacts', 'answers', 'samples', 'messages', 'letters', 'replies'] as const
const kind = z.enum(removedKinds)

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const days = z.coerce.number().int().min(1).max(36_500)

const counts = z.partialRecord(kind, count)
/** What a change of rules removes in the coming night, beyond those before it. Null: some; how much is told to who sees the whole survey. */
export const removedAnew = z.partialRecord(kind, count.nullable())
export type RemovedAnew = z.output<typeof removedAnew>
const ahead = z
  .object({
    /** The coming night. */
    tonight: counts,
    /** Of what is there now, by the month in which it goes, from the present one on; tonight's is not among them. */
    months: z.array(z.object({ month: z.string(), counts })),
  })
  .meta({ id: 'RetentionAhead' })
export type RetentionAhead = z.output<typeof ahead>

const removal = z
  .object({
    day: z.iso.date(),
    /** Its title. */
    survey: z.string(),
    what: kind,
    count,
    /** When it was gone from the disk as well; null: not yet. */
    purgedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RetentionRemoval' })
export type RetentionRemoval = z.output<typeof removal>

export const retentionCalls = {
  ahead: call({
    method: 'GET',
    path: 'universedata/retention',
    summary: 'What would be removed tonight and in the coming months if things were kept for so many days',
    query: z.strictObject({
      /** Whole interviews; absent, here and below: for ever, where a survey says nothing else. */
      days: days.optional(),
      /** Contacts, and what was written to them. */
      contactDays: days.optional(),
      /** Answers to questions that are marked as personal. */
      personalDays: days.optional(),
    }),
    reply: ahead,
    needs: 'manageUniverse',
  }),
  removals: call({
    method: 'GET',
    path: 'universedata/retention/removals',
    summary: 'What was removed by rule, the newest first; of protected surveys nothing',
    reply: z.array(removal),
    needs: 'manageUniverse',
  }),
}
