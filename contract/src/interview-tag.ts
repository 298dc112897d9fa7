import { z } from 'zod'
import { call } from './call.ts'

/** Interviews whose tags are changed at once. */
export const mostTagged = 500

const survey = z.strictObject({ survey: z.string().min(1).max(200) })
const tags = z.array(z.string().trim().min(1).max(40)).max(20).default([])
const changed = z.array(z.object({ interviewId: z.uuid(), tags: z.array(z.string()) }))

export const interviewTagCalls = {
  known: call({
    method: 'GET',
    path: 'vuejs/interview/tags/:survey',
    summary: 'The tags that interviews of the viewer’s places have, by name',
    params: survey,
    reply: z.array(z.string()),
    needs: 'seeInterviews',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/interview/tags/:survey',
    summary: 'Give interviews tags and take others from them',
    params: survey,
    body: z.strictObject({ interviews: z.array(z.uuid()).min(1).max(mostTagged), add: tags, remove: tags }),
    reply: z.object({
      /** Undoes it; null: nothing was changed. */
      bulkId: z.uuid().nullable(),
      changed,
    }),
    needs: 'seeInterviews',
  }),
  undo: call({
    method: 'POST',
    path: 'vuejs/interview/tags/undo/:survey',
    summary: 'Take back what the viewer tagged at once, except where somebody changed it since',
    params: survey,
    body: z.strictObject({ bulkId: z.uuid() }),
    reply: z.object({ changed, /** Changed by somebody since. */ left: z.int() }),
    needs: 'seeInterviews',
  }),
}
