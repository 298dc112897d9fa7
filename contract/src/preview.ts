import { z } from 'zod'
import { call } from './call.ts'

const fault = z
  .object({
    file: z.string(),
    /** `indicators[3].question`; empty: the file as a whole. Of a text that is no JSON line and column, `3:14`. */
    place: z.string(),
    expected: z.string(),
    found: z.string(),
  })
  .meta({ id: 'PreviewFault' })

export const previewCalls = {
  state: call({
    method: 'GET',
    path: 'vuejs/surveys/preview/:survey',
    inPreview: true,
    summary: 'What is drafted of a survey, and why its preview can’t be shown',
    params: z.strictObject({ survey: z.string().min(1).max(200) }),
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.object({
      /** Another one from the moment that what a preview shows is another. */
      state: z.string(),
      drafts: z.array(z.object({ file: z.string(), by: z.string(), at: z.iso.datetime() })),
      /** Without any the preview is shown. */
      faults: z.array(fault),
      /** Titles of questions that have no answers before they are published. */
      awaited: z.array(z.string()),
      /** Something published is stricter than the draft, and holds. */
      isStricter: z.boolean(),
    }),
  }),
}
