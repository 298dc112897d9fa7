import { sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { certificate } from './erasure.ts'
import { day } from './localised.ts'
import { importModes } from './sample.ts'

/** Interviews that are taken at once. */
export const largestBatch = 10_000
/** Bytes. */
const largestBatchBody = 64 * 1024 ** 2

const inSurvey = z.strictObject({ survey: z.string().min(1).max(200) })
const atInterview = inSurvey.extend({ interviewId: z.uuid() })

const answer = z.union([z.string(), z.number(), z.array(z.string())])
// An upper bound for any question; what each one takes is checked later.
const longestText = 100_000
const text = z.string().max(longestText)
const sentAnswer = z.union([text, z.number(), z.array(text).max(10_000)])
const answers = z.record(z.string().max(200), sentAnswer.nullable()).meta({
  description:
    'By question: a scale and a number as a number in its own unit, a choice as its code, a multiple choice as a list of codes, a text as a text, a date as yyyy-mm-dd or with a time by ISO 8601. Null or absent: not answered.',
})

/** What the caller knows an interview by: the same again is the same interview. */
export const externalId = z.string().trim().min(1).max(200)

const asked = {
  /** The sample that it answers, by its id or external id. Absent: the one with the same contact. */
  sample: z.string().trim().min(1).max(200).optional(),
  /** True: it was broken off. */
  isPartial: z.boolean().optional(),
}

/** One of a batch is looked at by itself, so that one that cannot be taken does not stand in the way of the others. */
export const sentInterview = z.strictObject({ externalId, answers, ...asked }).meta({ id: 'SentInterview' })

const stored = z.object({ externalId: z.string(), interviewId: z.uuid() })

const batchReject = z
  .object({
    /** Which of the interviews sent, the first is 0. */
    index: z.int(),
    /** Empty: it had none. */
    externalId: z.string(),
    /** The question, or another part of the interview. */
    place: z.string(),
    found: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'RejectedInterview' })
export type BatchReject = z.output<typeof batchReject>

export const apiInterview = z
  .object({
    interviewId: z.uuid(),
    /** Null: it did not come with one. */
    externalId: z.string().nullable(),
    survey: z.string(),
    day: day.nullable(),
    answers: z.record(z.string(), answer),
    /** What it was before it was corrected; null: it never was. */
    original: z.record(z.string(), answer).nullable(),
    /** Corrected by hand: an import, or the same interview sent again, changes it no more. */
    corrected: z.boolean(),
    arrivedAt: z.iso.datetime(),
  })
  .meta({ id: 'StoredInterview' })
export type ApiInterview = z.output<typeof apiInterview>

const known = z.string().trim().min(1).max(200)

/** One of a batch is looked at by itself. Known by its external id, else by its contact. */
export const sentSample = z
  .strictObject({
    externalId: externalId.optional(),
    /** By what the person is known in every survey. Absent: the mail address, else the phone number. */
    contact: z.string().trim().min(1).max(320).optional(),
    name: known.optional(),
    email: z.email().max(320).optional(),
    phone: z.string().trim().min(3).max(40).optional(),
    /** Where letters go: the street with house and flat; lines are parted by line breaks. */
    street: known.optional(),
    postcode: z.string().trim().min(1).max(20).optional(),
    town: z.string().trim().min(1).max(100).optional(),
    country: z.string().trim().min(1).max(100).optional(),
    /** Language of what is written to them: `fi`. */
    locale: z.string().trim().min(2).max(20).optional(),
    /** IANA, such as Europe/Helsinki: messages go by its clocks. Absent: by the survey’s. */
    timeZone: z.string().trim().min(1).max(64).optional(),
    /** An opt-out holds in every survey; it is not lifted by sending `given`. */
    consent: z.enum(['given', 'optedOut']).optional(),
    /** What is known before the interview, by question; the place is taken from it. */
    background: answers.default({}),
  })
  .meta({ id: 'SentSample' })

const storedSample = z.object({
  /** Which of the samples sent, the first is 0. */
  index: z.int(),
  sampleId: z.uuid(),
  externalId: z.string().nullable(),
  did: z.enum(['inserted', 'updated', 'unchanged']),
  state: z.enum(sampleStates),
  /** Why it is not invited; null: it is in another state. */
  reason: z.enum(sampleReasons).nullable(),
})

export const publicApiCalls = {
  create: call({
    method: 'POST',
    path: 'v1/surveys/:survey/interviews',
    summary: 'Send one interview. The answer means that it is stored; sent again it is the same interview',
    params: inSurvey,
    body: z.strictObject({
      /** Absent: the header Idempotency-Key, else a new one. */
      externalId: externalId.optional(),
      answers,
      ...asked,
    }),
    reply: stored,
    scope: 'interviews:write',
  }),
  createMany: call({
    method: 'POST',
    path: 'v1/surveys/:survey/interviews/batch',
    summary:
      'Send up to 10,000 interviews. Those that can be taken are stored together, the others told with the reason',
    params: inSurvey,
    body: z.strictObject({
      interviews: z
        .array(z.unknown())
        .min(1)
        .max(largestBatch)
        .meta({ items: { $ref: '#/components/schemas/SentInterview' } }),
    }),
    reply: z.object({
      /** In the order in which they were sent. */
      stored: z.array(stored),
      rejected: z.array(batchReject),
    }),
    scope: 'interviews:write',
    largestBody: largestBatchBody,
    judgesTexts: true,
  }),
  one: call({
    method: 'GET',
    path: 'v1/surveys/:survey/interviews/:interviewId',
    summary: 'One interview as it is stored. Not in a survey whose respondents are protected',
    params: atInterview,
    reply: apiInterview,
    scope: 'interviews:read',
  }),
  correct: call({
    method: 'PATCH',
    path: 'v1/surveys/:survey/interviews/:interviewId',
    summary: 'Correct some answers of an interview by hand; null takes an answer away. What was first stored is kept',
    params: atInterview,
    body: z.strictObject({ answers }),
    reply: z.object({ interviewId: z.uuid(), corrected: z.literal(true) }),
    scope: 'corrections:write',
  }),
  storeSamples: call({
    method: 'POST',
    path: 'v1/surveys/:survey/samples',
    summary:
      'Send up to 10,000 people who are or may be asked. Those that can be taken are stored together, the others told with the reason; the same again changes nothing',
    params: inSurvey,
    body: z.strictObject({
      /** `merge`: who is known is changed, others are added. `new`: who is known stays. `update`: who is unknown is rejected. */
      mode: z.enum(importModes).default('merge'),
      samples: z
        .array(z.unknown())
        .min(1)
        .max(largestBatch)
        .meta({ items: { $ref: '#/components/schemas/SentSample' } }),
    }),
    reply: z.object({ stored: z.array(storedSample), rejected: z.array(batchReject) }),
    scope: 'samples:write',
    largestBody: largestBatchBody,
    judgesTexts: true,
  }),
  erase: call({
    method: 'POST',
    path: 'v1/surveys/:survey/erasures',
    summary:
      'Erase a contact in this survey: interviews, samples and what names them. They are gone from every answer at once, from disk after the night',
    params: inSurvey,
    body: z.strictObject({ contact: z.string().min(1).max(1_000) }),
    reply: z.object({
      /** Of the whole: what was removed, and what remains and why. */
      certificate,
      /** One per erased interview. */
      certificates: z.array(z.object({ certificateId: z.uuid(), interviewId: z.uuid(), erasedAt: z.iso.datetime() })),
    }),
    scope: 'erasure:write',
  }),
}
