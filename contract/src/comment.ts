import { z } from 'zod'
import { call } from './call.ts'

/** In which order comments stand; what has no score or sentiment comes last. */
export const commentSort = z.enum([
  'newest',
  'oldest',
  'lowest',
  'highest',
  'negative',
  'positive',
  'longest',
  'shortest',
])
export type CommentSort = z.output<typeof commentSort>

const at = z.strictObject({ survey: z.string().min(1).max(200) })
const comment = { interviewId: z.uuid(), question: z.string().min(1).max(200) }

export const commentCalls = {
  stars: call({
    method: 'GET',
    path: 'vuejs/comments/stars/:survey',
    summary: 'The comments that the viewer has starred and may still read',
    params: at,
    reply: z.object({ stars: z.array(z.object(comment)) }),
    needs: 'seeComments',
  }),
  star: call({
    method: 'PUT',
    path: 'vuejs/comments/stars/:survey',
    summary: 'Star a comment for oneself, or no longer',
    params: at,
    body: z.strictObject({ ...comment, isStarred: z.boolean() }),
    reply: z.object({ isStarred: z.boolean() }),
    needs: 'seeComments',
  }),
}
