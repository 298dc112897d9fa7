import { consents, sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { sampleSteps } from '@kaiku/core/sample-step.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { reject } from './import.ts'
import { shownAnswer } from './interview.ts'
import { day } from './localised.ts'
import { version } from './version.ts'

const state = z.enum(sampleStates)
const reason = z.enum(sampleReasons)
const consent = z.enum(consents)
const moment = z.iso.datetime()

/** What tells who somebody is; null where the viewer may not know it. */
const person = z.object({
  externalId: z.string().nullable(),
  contact: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  town: z.string().nullable(),
  country: z.string().nullable(),
})

const summary = z.object({
  sampleId: z.uuid(),
  /** Rises with each change; sent back with the next one. */
  version: z.int(),
  state,
  reason: reason.nullable(),
  /** Null: the viewer may not know who it is. */
  person: person.nullable(),
  locale: z.string().nullable(),
  /** By whose clocks messages go; null: the survey’s. */
  timeZone: z.string().nullable(),
  /** Of the place that was asked for: its path, and the names from its root down (empty where they are kept from the viewer). */
  place: z.object({ path: z.string(), names: z.array(z.string()) }),
  /** Null: there is none, it is gone, or the viewer may not open it. */
  interviewId: z.uuid().nullable(),
  invitedAt: moment.nullable(),
  respondedAt: moment.nullable(),
  createdAt: moment,
  changedAt: moment,
})
export const sampleSummary = summary.meta({ id: 'SampleSummary' })
export type SampleSummary = z.output<typeof summary>

const event = z.object({
  eventId: z.uuid(),
  at: moment,
  kind: z.enum(['created', 'changed', 'interview', 'consent']),
  /** Null: Kaiku, a file or a program; empty: their account is gone. */
  by: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type SampleEvent = z.output<typeof event>

const asked = z.object({ survey: z.string(), title: z.string() })

/** One sample with everything that is known of the person. */
export const sample = summary
  .extend({
    survey: z.string(),
    /** What the person said about being asked, in every survey. `source`: `file`, `person`, `program` or `respondent`. */
    consent: z.object({ consent, at: moment.nullable(), source: z.string().nullable() }),
    background: z.array(z.object({ id: z.string(), title: z.string(), answer: shownAnswer })),
    /** The states it may be brought into by hand. */
    nextStates: z.array(state),
    /** Every interview of the contact that the viewer may open, newest first. */
    interviews: z.array(asked.extend({ interviewId: z.uuid(), day: day.nullable() })),
    /** The same contact elsewhere, as far as the viewer may see it. */
    others: z.array(asked.extend({ sampleId: z.uuid(), state, changedAt: moment })),
    /** Mail to the contact, newest first. */
    messages: z.array(z.object({ at: moment, subject: z.string(), sentAt: moment.nullable() })),
    /** The newest last. */
    timeline: z.array(event),
  })
  .meta({ id: 'Sample' })
export type Sample = z.output<typeof sample>

/** `merge`: who is known is changed, others are added. `new`: who is known stays. `update`: who is unknown is rejected. */
export const importModes = ['merge', 'new', 'update'] as const

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const locale = z.string().max(20).optional()
const at = z.strictObject({ survey, sampleId: z.uuid() })
const split = (text: string) => text.split(',').filter((one) => one !== '')
const written = (length: number) => z.string().trim().max(length)

/** What narrows a list of samples beside the place and its filters. Lists are written `pending,invited`. */
export const sampleFilters = z.strictObject({
  state: z.string().max(500).transform(split).pipe(z.array(state)).optional(),
  reason: z.string().max(500).transform(split).pipe(z.array(reason)).optional(),
  /** Only who got to this step of the way. */
  step: z.enum(sampleSteps).optional(),
  /** Part of a name, an address or an id; only where the viewer may see who somebody is. */
  search: z.string().max(200).optional(),
  locale,
})

export const sampleFields = z.strictObject({
  name: written(200).nullable().optional(),
  email: z
    .union([z.email().max(320), z.literal('')])
    .nullable()
    .optional(),
  phone: written(40).nullable().optional(),
  street: written(200).nullable().optional(),
  postcode: written(20).nullable().optional(),
  town: written(100).nullable().optional(),
  country: written(100).nullable().optional(),
  locale: written(20).nullable().optional(),
})
export type SampleFields = z.output<typeof sampleFields>

const left = z.array(z.object({ sampleId: z.uuid(), reason: z.string() }))

/** What an import of samples did, or (preview) would do. */
const importReport = z
  .object({
    importId: z.uuid().nullable(),
    file: z.string(),
    mode: z.enum(importModes),
    state: z.enum(['preview', 'done', 'undone']),
    rows: z.int(),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** Rows that named the same as an earlier row of the file, and went into it. */
    merged: z.int(),
    /** Of those that are new or changed, by reason. */
    notInvited: z.partialRecord(reason, z.int()),
    rejected: z.int(),
    /** The first thousand. */
    rejects: z.array(reject),
    /** What each column is read as: a part of the person, a question, or null: nothing. */
    columns: z.array(z.object({ column: z.string(), field: z.string().nullable() })),
    at: moment,
  })
  .meta({ id: 'SampleImport' })
export type SampleImport = z.output<typeof importReport>

export const sampleImportCalls = {
  upload: call({
    method: 'POST',
    path: 'vuejs/samples/import/:survey',
    summary:
      'Import a file of people to ask (multipart field `file`), all rows that can be taken or none; or preview it',
    params: z.strictObject({ survey }),
    query: z.strictObject({
      preview: z.enum(['true', 'false']).default('false'),
      mode: z.enum(importModes).default('merge'),
    }),
    reply: importReport,
    kind: 'upload',
    needs: 'importData',
  }),
  list: call({
    method: 'GET',
    path: 'vuejs/samples/import/:survey',
    summary: 'The imports of samples, newest first',
    params: z.strictObject({ survey }),
    reply: z.array(importReport),
    needs: 'importData',
  }),
  undo: call({
    method: 'DELETE',
    path: 'vuejs/samples/import/:survey/:importId',
    summary: 'Take an import of samples back, except who was changed since',
    params: z.strictObject({ survey, importId: z.uuid() }),
    reply: importReport,
    needs: 'importData',
  }),
}

export const sampleCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/samples/list/:survey/:path',
    summary: 'People who are or may be asked, of a place and selection; the last changed first',
    params: z.strictObject({ survey, path }),
    query: sampleFilters.extend({
      sort: z.enum(['changed', 'oldest', 'name']).default('changed'),
      after: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      total: z.int(),
      /** By state, whatever states are chosen, of those who got to the step. */
      counts: z.record(state, z.int()),
      /** Of those not invited, by reason. */
      reasons: z.record(reason, z.int()),
      rows: z.array(sampleSummary),
      /** What `after` goes on from; null: these were all. */
      next: z.string().nullable(),
    }),
    needs: 'manageSamples',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/samples/one/:survey/:sampleId',
    summary: 'One sample: the person, what was asked and answered in every survey, consent, everything that happened',
    params: at,
    query: z.strictObject({ locale }),
    reply: sample,
    needs: 'manageSamples',
  }),
  ofInterview: call({
    method: 'GET',
    path: 'vuejs/samples/interview/:survey/:interviewId',
    summary: 'The sample that an interview answers; null: none, or none that the viewer may see',
    params: z.strictObject({ survey, interviewId: z.uuid() }),
    reply: z.object({ sampleId: z.uuid().nullable() }),
    needs: 'manageSamples',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/samples/change/:survey/:sampleId',
    summary: 'Change who somebody is or where they stand; refused when somebody else changed it meanwhile',
    params: at,
    query: z.strictObject({ locale }),
    body: sampleFields.extend({ version, state: state.optional() }),
    reply: sample,
    needs: 'manageSamples',
  }),
  consent: call({
    method: 'POST',
    path: 'vuejs/samples/consent/:survey/:sampleId',
    summary: 'Write down what somebody said about being asked; it holds in every survey of the universe',
    params: at,
    query: z.strictObject({ locale }),
    body: z.strictObject({ consent }),
    reply: sample,
    needs: 'manageSamples',
  }),
  bulk: call({
    method: 'POST',
    path: 'vuejs/samples/bulk/:survey',
    summary: 'Bring several samples into a state; those that cannot be are left as they are, with the reason',
    params: z.strictObject({ survey }),
    body: z.strictObject({
      samples: z
        .array(z.strictObject({ sampleId: z.uuid(), version }))
        .min(1)
        .max(500),
      state,
    }),
    reply: z.object({
      /** Undoes it; null: nothing was changed. */
      bulkId: z.uuid().nullable(),
      changed: z.array(z.uuid()),
      left,
    }),
    needs: 'manageSamples',
  }),
  undo: call({
    method: 'POST',
    path: 'vuejs/samples/undo/:survey',
    summary: 'Take back what the viewer changed at once, except where somebody changed it since',
    params: z.strictObject({ survey }),
    body: z.strictObject({ bulkId: z.uuid() }),
    reply: z.object({ changed: z.array(z.uuid()), left }),
    needs: 'manageSamples',
  }),
}
