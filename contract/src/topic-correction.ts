import { sentiments } from '@kaiku/core/lexicon.ts'
import { z } from 'zod'
import { call } from './call.ts'

const at = z.strictObject({ survey: z.string().min(1).max(200), interviewId: z.uuid() })
const locale = z.strictObject({ locale: z.string().max(20).optional() })

/** A topic of a comment, as it is found and as people put it right. */
const topic = z.object({
  id: z.string(),
  title: z.string(),
  mood: z.enum(['praise', 'complaint']).nullable(),
  /** False: somebody said that the comment does not speak of it. */
  isThere: z.boolean(),
  /** Who put it right; null: it is found, and nobody said otherwise. */
  by: z.string().nullable(),
})

/** A comment of an interview and of what it speaks. */
export const commentTopics = z
  .object({
    question: z.string(),
    text: z.string(),
    sentiment: z.enum(sentiments),
    topics: z.array(topic),
    /** Topics that it could speak of, too. */
    others: z.array(z.object({ id: z.string(), title: z.string() })),
  })
  .meta({ id: 'CommentTopics' })
export type CommentTopics = z.output<typeof commentTopics>

const reply = z.object({ comments: z.array(commentTopics) })

export const topicCorrectionCalls = {
  read: call({
    method: 'GET',
    path: 'vuejs/interview/topics/:survey/:interviewId',
    summary: 'Of what the comments of an interview speak, as it is heard and as people put it right',
    params: at,
    query: locale,
    reply,
    needs: 'seeInterviews',
  }),
  correct: call({
    method: 'POST',
    path: 'vuejs/interview/topics/:survey/:interviewId',
    summary: 'Say that a comment does or does not speak of a topic, or take back what was said',
    params: at,
    query: locale,
    body: z.strictObject({
      question: z.string().min(1).max(200),
      topic: z.string().min(1).max(200),
      /** Null: as it is found. */
      isThere: z.boolean().nullable(),
    }),
    reply,
    needs: 'importData',
  }),
  table: call({
    method: 'GET',
    path: 'vuejs/reports/topiccorrections/:survey',
    summary: 'Comments whose topics people put right, as CSV: as they are heard, and as they should be',
    params: at.pick({ survey: true }),
    reply: z.string(),
    kind: 'file',
    needs: 'export',
  }),
}
