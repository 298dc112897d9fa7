import { visitKinds } from '@kaiku/core/visit.ts'
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
  visit: call({
    method: 'POST',
    path: 'analytics/visit',
    summary: 'The viewer has opened a page or a screen of a survey; the same again within half an hour counts as one',
    body: z.strictObject({
      survey: z.string().min(1).max(200),
      visits: z
        .array(
          z.strictObject({
            kind: z.enum(visitKinds),
            /** A page, a view or an area; empty: the kind says all. */
            subject: z.string().max(200),
            /** What tells it from others of its subject; it is kept nowhere. */
            which: z.string().max(200),
          }),
        )
        .max(4),
    }),
    /** How many of them are counted. */
    reply: z.object({ counted: z.int() }),
    changesNothing: true,
  }),
}
