import { z } from 'zod'
import { call } from './call.ts'
import { comparison } from './page.ts'

const line = z.object({
  /** `strong`: a name with its figure; `muted`: how it was found, or that there is nothing. */
  look: z.enum(['plain', 'strong', 'muted', 'quote']),
  text: z.string(),
  /** Beside it: of what score, of which day, until when, whose. */
  facts: z.array(z.string()),
  /** What it is about, where it can be opened. */
  interviewId: z.uuid().nullable(),
  alertId: z.uuid().nullable(),
})
export type CardLine = z.output<typeof line>

/** What a place should know at the beginning of a week: nothing in it that the statistics do not carry. */
export const mondayCard = z
  .object({
    /** What happened to the first main indicator, in one or two sentences. */
    sentence: z.string(),
    /** In the reader’s language and the order in which they stand. */
    sections: z.array(
      z.object({
        /** `promises`: alerts that are not solved, whatever the period; only for who handles alerts. */
        id: z.enum(['main', 'keep', 'fix', 'quotes', 'promises']),
        title: z.string(),
        lines: z.array(line),
      }),
    ),
  })
  .meta({ id: 'MondayCard' })
export type MondayCard = z.output<typeof mondayCard>
export type CardSection = MondayCard['sections'][number]

export const mondayCardCalls = {
  read: call({
    method: 'GET',
    path: 'vuejs/card/:survey/:path',
    summary: 'The Monday card of a place: one thing to keep, one to fix, two quotes, open promises',
    params: z.strictObject({ survey: z.string().min(1).max(200), path: z.string().min(1).max(8000) }),
    query: z.strictObject({ compare: comparison.default('yearBefore'), locale: z.string().max(20).optional() }),
    reply: mondayCard,
  }),
}
