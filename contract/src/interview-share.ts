import { z } from 'zod'
import { call } from './call.ts'
import { answeredQuestion } from './interview.ts'
import { day } from './localised.ts'
import { shown as universe } from './universe.ts'

/** Days for which a shared interview can be read. */
export const sharedFor = { least: 1, most: 90, usual: 14 } as const

/** A link with which somebody without an account reads one interview. */
export const interviewShare = z
  .object({
    shareId: z.uuid(),
    /** Who made it; empty: their account is gone. */
    by: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isExpired: z.boolean(),
    /** When it was last read; null: never. */
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InterviewShare' })
export type InterviewShare = z.output<typeof interviewShare>

/** What a stranger reads of an interview: nothing that tells who answered. */
export const sharedInterview = z
  .object({
    universe: universe.pick({ title: true, logo: true, colour: true }),
    survey: z.string(),
    day: day.nullable(),
    /** Where it was held; empty: anywhere. */
    place: z.string(),
    questions: z.array(answeredQuestion),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'SharedInterview' })
export type SharedInterview = z.output<typeof sharedInterview>

const at = z.strictObject({ survey: z.string().min(1).max(200), interviewId: z.uuid() })

export const interviewShareCalls = {
  read: call({
    method: 'GET',
    path: 'vuejs/sharing/interview/:survey/:interviewId/:secret',
    summary: 'One interview as it was shared: without contact data, for who has the link',
    params: z.strictObject({
      survey: z.string().max(200),
      interviewId: z.string().max(100),
      secret: z.string().max(200),
    }),
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: sharedInterview,
    auth: 'none',
  }),
  list: call({
    method: 'GET',
    path: 'vuejs/interview/shares/:survey/:interviewId',
    summary: 'The links with which an interview was shared, the newest first',
    params: at,
    reply: z.array(interviewShare),
    needs: 'shareInterviews',
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/interview/shares/:survey/:interviewId',
    summary: 'Share an interview for some days with who has the link, which is shown this once',
    params: at,
    body: z.strictObject({ days: z.int().min(sharedFor.least).max(sharedFor.most).default(sharedFor.usual) }),
    reply: interviewShare.extend({ address: z.string() }),
    needs: 'shareInterviews',
  }),
  revoke: call({
    method: 'DELETE',
    path: 'vuejs/interview/shares/:survey/:interviewId/:shareId',
    summary: 'Share it by this link no longer',
    params: at.extend({ shareId: z.uuid() }),
    reply: z.object({ revoked: z.literal(true) }),
    needs: 'shareInterviews',
  }),
}
