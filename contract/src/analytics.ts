import { z } from 'zod'
import { call } from './call.ts'

/** Stands in the browser that made it, and says nothing about its user. */
const anonymous = z.uuid()

export const analyticsCalls = {
  hit: call({
    method: 'POST',
    path: 'analytics/hit',
    summary: 'Somebody who is not signed in has followed a link that is counted',
    body: z.strictObject({
      path: z.string().startsWith('/').max(2000),
      survey: z.string().max(200).default(''),
      linkable: z.string().max(200),
      anonymous,
    }),
    reply: z.object({ recorded: z.boolean() }),
    auth: 'none',
  }),
  identify: call({
    method: 'POST',
    path: 'analytics/identify',
    summary: 'Say whose the hits of this browser were',
    body: z.strictObject({ anonymous }),
    reply: z.object({ joined: z.int() }),
    changesNothing: true,
  }),
}
