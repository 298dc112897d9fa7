import { z } from 'zod'
import { call } from './call.ts'

export const previewFault = z
  .object({
    file: z.string(),
    /** `indicators[3].question`; empty: the file as a whole. Of a text that is no JSON line and column, `3:14`. */
    place: z.string(),
    expected: z.string(),
    found: z.string(),
  })
  .meta({ id: 'PreviewFault' })
export type PreviewFault = z.output<typeof previewFault>

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
      /** The drafts of pages alone, for who edits these and configures nothing. */
      isOfPages: z.boolean(),
      /** The role that it is seen as, and where by names from the view’s root down; null: as no role. */
      role: z.object({ name: z.string(), place: z.array(z.string()) }).nullable(),
      drafts: z.array(z.object({ file: z.string(), by: z.string(), at: z.iso.datetime() })),
      /** Without any the preview is shown. */
      faults: z.array(previewFault),
      /** Titles of questions that have no answers before they are published. */
      awaited: z.array(z.string()),
      /** What the draft hides that turns protection on; null: it does not. No figures are shown of it. */
      protecting: z
        .object({
          minimumN: z.int(),
          minimumNComments: z.int(),
          period: z.enum(['month', 'quarter', 'year']),
          /** Titles of the questions that filters may still look at. */
          background: z.array(z.string()),
        })
        .nullable(),
      /** Something published is stricter than the draft, and holds. */
      isStricter: z.boolean(),
    }),
  }),
}
