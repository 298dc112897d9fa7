import { z } from 'zod'
import { call } from './call.ts'

/** How many people a question for those who may be mentioned is answered with. */
export const mostMentionable = 50

const mention = z
  .object({
    mentionId: z.uuid(),
    survey: z.string(),
    surveyTitle: z.string(),
    /** One of both is null: the note is about the other. */
    interviewId: z.uuid().nullable(),
    alertId: z.uuid().nullable(),
    /** Of the note that mentions: it stands under this id. */
    noteId: z.uuid(),
    /** Who wrote it; empty: their account is gone. */
    by: z.string(),
    at: z.iso.datetime(),
    /** The innermost place that the viewer may know by name; empty: none. */
    place: z.string(),
    /** How the note begins. */
    excerpt: z.string(),
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof mention>

export const mentionCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/mentions/list',
    inPreview: true,
    summary: 'Notes that mention the viewer and that they have not read, where they may open them; the newest first',
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.array(mention),
  }),
  read: call({
    method: 'POST',
    path: 'vuejs/mentions/read',
    summary: 'Say that mentions of the viewer are read',
    body: z.strictObject({ mentionIds: z.array(z.uuid()).min(1).max(100) }),
    reply: z.object({ read: z.int() }),
  }),
}
