import { bugLengths } from '@kaiku/core/bug.ts'
import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)

export const bugEntry = z
  .object({
    /** Equal errors have the same one. */
    fingerprint: z.string(),
    /** How often it happened. */
    count: z.int(),
    /** Without answers and contact data: what is quoted, numbers and addresses are left out. */
    message: z.string(),
    /** Who met it last; empty: nobody who was signed in. */
    user: z.string(),
    /** When it happened last. */
    datetime: z.string(),
    firstDatetime: z.string(),
    source: z.enum(['browser', 'server']),
    /** File and line in Kaiku’s code; empty: unknown. */
    place: z.string(),
    /** The screen or the call. */
    route: z.string(),
    release: z.string(),
    /** Of the last time, as it stands in the server’s log; empty: none. */
    requestId: z.string(),
  })
  .meta({ id: 'BugEntry' })
export type BugEntry = z.output<typeof bugEntry>

export const bugCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/logs/bugs/:survey',
    summary: 'Errors of a survey’s screens and calls, and of those that belong to no survey, the newest first',
    params: z.strictObject({ survey }),
    reply: z.array(bugEntry),
    needs: 'openBackend',
  }),
  clear: call({
    method: 'DELETE',
    path: 'vuejs/logs/bugs/:survey',
    summary: 'Forget what `list` shows',
    params: z.strictObject({ survey }),
    reply: z.object({ cleared: z.int() }),
    needs: 'openBackend',
  }),
  report: call({
    method: 'POST',
    path: 'bug/report',
    summary: 'The browser client met an error',
    body: z.strictObject({
      /** Empty: on a screen of no survey. */
      survey: z.string().max(200),
      message: z.string().max(bugLengths.message),
      place: z.string().max(bugLengths.place),
      route: z.string().max(100),
      release: z.string().max(100),
      requestId: z.string().max(100).default(''),
    }),
    reply: z.object({ recorded: z.boolean() }),
    changesNothing: true,
    duringSetUp: true,
  }),
}
