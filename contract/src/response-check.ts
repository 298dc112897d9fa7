import { checkKinds } from '@kaiku/core/response-check.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { day } from './localised.ts'

/** Findings that are shown; interviews of a finding that are shown and left out at once; characters of a note or reason. */
export const responseCheckLimits = { findings: 500, interviews: 5_000, text: 500 } as const

export const findingStates = ['new', 'looked', 'explained', 'excluded'] as const
export type FindingState = (typeof findingStates)[number]

const count = z.int().min(0)

/** What a finding is made of, as it was when it was found. */
export const findingDetail = z.object({
  /** Interviews that were looked at, of the place and time. */
  n: count,
  /** Those that stand out; of comparisons of scores: null. */
  count: count.nullable(),
  /** As many as were to be expected; of comparisons of scores: the score that was. */
  usual: z.number(),
  /** The score; null: interviews are counted. */
  value: z.number().nullable(),
  /** Windows, places or weeks that were looked at, so that one of them stands out by chance now and then. */
  looked: count,
  /** The question that it is about. */
  question: z.string().nullable(),
  /** Of scores: their mean, or how many of a hundred give the best answer. */
  of: z.enum(['mean', 'best']).nullable(),
  /** Clock of the survey, `14:05`; null: whole days. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** What stands out and what was before it: days, weeks or months by their first day, or hours. */
  series: z.array(z.object({ at: z.string(), value: z.number().nullable(), n: count })),
})
export type FindingDetail = z.output<typeof findingDetail>

const finding = findingDetail
  .extend({
    findingId: z.uuid(),
    kind: z.enum(checkKinds),
    /** Names from below the root down; empty: all of the survey. */
    place: z.array(z.string()),
    /** A drill path to the interviews of the place in these days. */
    path: z.string(),
    fromDay: day,
    toDay: day,
    /** Chance of as much by chance alone. */
    p: z.number(),
    /** The question’s title. */
    questionTitle: z.string().nullable(),
    interviews: count,
    excluded: count,
    /** Campaigns that began to be sent within these days or the three before. */
    campaigns: count,
    state: z.enum(findingStates),
    note: z.string(),
    /** Who set the state, and when; empty and null: nobody did. */
    by: z.string(),
    changedAt: z.iso.datetime().nullable(),
    foundAt: z.iso.datetime(),
    /** False: it is kept for what people said of it, and would not be found any more. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'ResponseFinding' })
export type ResponseFinding = z.output<typeof finding>

const findings = z
  .object({
    /** When it was last looked for, and in how many interviews; null: never. */
    checked: z.object({ at: z.iso.datetime(), interviews: count }).nullable(),
    findings: z.array(finding),
    /** Interviews at the viewer’s places that are left out of every figure. */
    excluded: count,
    /** Where the viewer may leave interviews out. */
    mayExclude: z.boolean(),
  })
  .meta({ id: 'ResponseFindings' })
export type ResponseFindings = z.output<typeof findings>

const listed = z
  .object({
    interviewId: z.uuid(),
    day: day.nullable(),
    /** Clock of the survey; null: not known. */
    time: z.string().nullable(),
    place: z.array(z.string()),
    /** Why and since when it counts in no figure, and who left it out; null: it counts. */
    exclusion: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
    mayExclude: z.boolean(),
  })
  .meta({ id: 'CheckedInterview' })
export type CheckedInterview = z.output<typeof listed>

const survey = z.string().min(1).max(200)
const findingId = z.uuid()
const locale = z.string().max(20)
const text = z.string().trim().max(responseCheckLimits.text)
const interviews = z.array(z.uuid()).min(1).max(responseCheckLimits.interviews)
const changed = z.object({ changed: count })

export const responseCheckCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/responsecheck/list/:survey',
    summary: 'What may make answers look made, at places whose interviews the viewer may open',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale: locale.optional() }),
    reply: findings,
    needs: 'seeInterviews',
  }),
  interviews: call({
    method: 'GET',
    path: 'vuejs/responsecheck/interviews/:survey/:findingId',
    summary: 'The interviews behind a finding',
    params: z.strictObject({ survey, findingId }),
    query: z.strictObject({ locale: locale.optional() }),
    reply: z.array(listed),
    needs: 'seeInterviews',
  }),
  excluded: call({
    method: 'GET',
    path: 'vuejs/responsecheck/excluded/:survey',
    summary: 'Interviews that people left out of every figure, the newest first',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale: locale.optional() }),
    reply: z.array(listed),
    needs: 'seeInterviews',
  }),
  state: call({
    method: 'POST',
    path: 'vuejs/responsecheck/state/:survey/:findingId',
    summary: 'Say that somebody looked at a finding, or what explains it',
    params: z.strictObject({ survey, findingId }),
    body: z.strictObject({ state: z.enum(['new', 'looked', 'explained']), note: text.default('') }),
    reply: changed,
    needs: 'seeInterviews',
  }),
  exclude: call({
    method: 'POST',
    path: 'vuejs/responsecheck/exclude/:survey',
    summary: 'Leave interviews out of every figure, for a reason; they can be taken back',
    params: z.strictObject({ survey }),
    body: z.strictObject({ interviews, reason: text.min(1), findingId: findingId.nullable().default(null) }),
    reply: changed,
    needs: 'importData',
  }),
  restore: call({
    method: 'POST',
    path: 'vuejs/responsecheck/restore/:survey',
    summary: 'Let interviews count again that were left out',
    params: z.strictObject({ survey }),
    body: z.strictObject({ interviews }),
    reply: changed,
    needs: 'importData',
  }),
  check: call({
    method: 'POST',
    path: 'vuejs/responsecheck/check/:survey',
    summary: 'Look anew, in the background',
    params: z.strictObject({ survey }),
    reply: z.object({ taskId: z.uuid() }),
    needs: 'importData',
  }),
}
