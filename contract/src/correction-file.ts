import { z } from 'zod'
import { call } from './call.ts'
import { reject } from './import.ts'
import { shownAnswer } from './interview.ts'

/** A value that a file corrects. */
const change = z
  .object({
    line: z.int(),
    interviewId: z.uuid(),
    question: z.string(),
    title: z.string(),
    type: z.enum(['scale', 'number', 'choice', 'multiple', 'text', 'date']),
    /** Null, here and below: no answer. */
    before: shownAnswer.nullable(),
    after: shownAnswer.nullable(),
  })
  .meta({ id: 'FileCorrection' })
export type FileCorrection = z.output<typeof change>

/** What a file of corrections did, or (preview) would do. */
const report = z
  .object({
    fileId: z.uuid().nullable(),
    file: z.string(),
    state: z.enum(['preview', 'done', 'undone']),
    /** Values that the file holds, with those that are rejected. */
    values: z.int(),
    /** Values that are others now. */
    changed: z.int(),
    /** Interviews that these belong to. */
    interviews: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    /** Columns that name nothing. */
    ignored: z.array(z.string()),
    /** The first five hundred. */
    changes: z.array(change),
    /** The first thousand. */
    rejects: z.array(reject),
    /** Stands for all that would change, from what to what: sent back, it makes sure that nothing else is done. */
    seen: z.string(),
  })
  .meta({ id: 'CorrectionReport' })
export type CorrectionReport = z.output<typeof report>

/** A file of corrections that was stored. */
const stored = z
  .object({
    fileId: z.uuid(),
    file: z.string(),
    changed: z.int(),
    interviews: z.int(),
    rejected: z.int(),
    /** Empty: their account is gone. */
    by: z.string(),
    at: z.iso.datetime(),
    /** Null: it was not taken back. `kept`: values that somebody changed since, which stay. */
    undone: z.object({ by: z.string(), at: z.iso.datetime(), kept: z.int() }).nullable(),
  })
  .meta({ id: 'CorrectionFile' })
export type CorrectionFile = z.output<typeof stored>

const survey = z.string().min(1).max(200)
const locale = z.string().max(20).optional()

export const correctionFileCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/surveys/metainterviewdata/:survey',
    summary: 'The files of corrections that were stored, the newest first; the last hundred',
    params: z.strictObject({ survey }),
    reply: z.array(stored),
    needs: 'importData',
  }),
  upload: call({
    method: 'POST',
    path: 'vuejs/surveys/metainterviewdata/:survey',
    summary: 'Correct interviews by a file (multipart field `file`), all of its values at once; or preview it',
    params: z.strictObject({ survey }),
    query: z.strictObject({
      preview: z.enum(['true', 'false']).default('false'),
      /** Whether the good values are taken where others are rejected. */
      leaveRejects: z.enum(['true', 'false']).default('false'),
      /** Of the preview. Anything else would be done now: a conflict. */
      seen: z.string().max(100).default(''),
      locale,
    }),
    reply: report,
    kind: 'upload',
    needs: 'importData',
  }),
  undo: call({
    method: 'POST',
    path: 'vuejs/surveys/metainterviewdata/:survey/undo/:fileId',
    summary: 'Take the corrections of a file back, except what somebody changed since',
    params: z.strictObject({ survey, fileId: z.uuid() }),
    query: z.strictObject({ locale }),
    reply: z.object({
      /** Values that are as before the file. */
      restored: z.int(),
      /** What stays, with what it is now: the first five hundred. */
      kept: z.array(
        z.object({
          interviewId: z.uuid(),
          question: z.string(),
          title: z.string(),
          type: change.shape.type,
          now: shownAnswer.nullable(),
        }),
      ),
    }),
    needs: 'importData',
  }),
}
