import { z } from 'zod'
import { call } from './call.ts'
import { copyTask } from './copy-task.ts'
import { name } from './localised.ts'

const needs = 'editConfiguration'

/** A survey that goes into a file, or is made of one. */
export const surveyCopy = copyTask
  .extend({
    /** Of an export: the survey’s name in addresses. */
    survey: z.string().nullable(),
    /** What came of an import; null until it is done. */
    made: z
      .object({
        survey: z.string(),
        interviews: z.number(),
        /** Settings that are others in this universe, so that figures may be too. */
        differing: z.array(z.string()),
        notCarried: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'SurveyCopy' })
export type SurveyCopy = z.output<typeof surveyCopy>

export const surveyCopyCalls = {
  exportSurvey: call({
    method: 'POST',
    path: 'surveycopy/export/:survey',
    summary: 'Write a survey into a file: its definition, or with answers, or with contacts too',
    params: z.strictObject({ survey: name }),
    body: z.strictObject({ withAnswers: z.boolean(), withContacts: z.boolean() }),
    reply: surveyCopy,
    needs,
  }),
  importSurvey: call({
    method: 'POST',
    path: 'surveycopy',
    summary: 'Make a new survey of an export (multipart field `file`)',
    query: z.strictObject({ as: name.optional() }),
    reply: surveyCopy,
    kind: 'upload',
    needs: 'addSurvey',
  }),
  list: call({
    method: 'GET',
    path: 'surveycopy',
    summary: 'Surveys that the viewer had written into files or made of them lately, the newest first',
    reply: z.array(surveyCopy),
    needs,
  }),
  file: call({
    method: 'GET',
    path: 'surveycopy/:taskId/file',
    summary: 'The file of one’s own export, or what is told of an import',
    params: z.strictObject({ taskId: z.uuid() }),
    reply: z.string(),
    kind: 'file',
    needs,
  }),
}
