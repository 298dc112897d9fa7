import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string()

/** Something that happened, which an open screen shows without being asked to load anew. */
export const liveEvent = z
  .discriminatedUnion('kind', [
    /** There are newer figures. */
    z.object({ kind: z.literal('loadCount'), survey, loadCount: z.int() }),
    /** An alert was made, or something about it changed. */
    z.object({ kind: z.literal('alert'), survey, alertId: z.uuid() }),
    /** Something was said about an interview, or it was corrected. */
    z.object({ kind: z.literal('interview'), survey, interviewId: z.uuid() }),
    /** People who are or may be asked came, changed or went: this one; null: several, and this is told once for them. */
    z.object({ kind: z.literal('sample'), survey, sampleId: z.uuid().nullable() }),
    /** Somebody mentioned the viewer in a note about an interview or an alert, of which the other is null. `by`: their name; empty: nobody has that account any more. */
    z.object({
      kind: z.literal('mention'),
      survey,
      by: z.string(),
      interviewId: z.uuid().nullable(),
      alertId: z.uuid().nullable(),
      noteId: z.uuid(),
    }),
    /** A system message was written, changed or ended: what the viewer is shown may be another. */
    z.object({ kind: z.literal('systemMessage'), survey }),
    /** A task of the viewer goes on: it began, came further, ended. */
    z.object({ kind: z.literal('task'), survey, taskId: z.uuid() }),
    /** A file of answers was read, or taken back. The numbers are of interviews, and of rows left out. */
    z.object({
      kind: z.literal('import'),
      survey,
      done: z.enum(['read', 'undone']),
      file: z.string(),
      inserted: z.int(),
      corrected: z.int(),
      rejected: z.int(),
    }),
  ])
  .meta({ id: 'LiveEvent' })
export type LiveEvent = z.output<typeof liveEvent>

export const liveEventCalls = {
  hear: call({
    method: 'GET',
    path: 'vuejs/events',
    summary:
      'A stream (text/event-stream) of what happens and the viewer may see; Last-Event-ID goes on where it ended',
    reply: z.string(),
    kind: 'events',
  }),
}
