import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)
const title = z.string().trim().min(1).max(80)
const linkable = z.string().min(1).max(200)

/** A link to a screen that says how often it was followed: it leads, and grants nothing. */
export const countedLink = z
  .object({
    /** Stands in the address as `linkable`. */
    linkable: z.string(),
    title: z.string(),
    /** Path and query of the screen, without `linkable`. */
    path: z.string(),
    /** Who made it; empty: their account is gone. */
    by: z.string(),
    madeAt: z.iso.datetime(),
    /** How often it led somebody in, and how many people. */
    opened: z.int(),
    people: z.int(),
    /** How often it was followed by somebody who was not signed in. */
    beforeSignIn: z.int(),
    /** When it was last followed; null: never. */
    lastAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CountedLink' })
export type CountedLink = z.output<typeof countedLink>

export const countedLinkCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/links/:survey',
    summary: 'Links that count how often they are followed: one’s own, for administrators everybody’s',
    params: z.strictObject({ survey }),
    reply: z.array(countedLink),
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/links/:survey',
    summary: 'Make a link to a screen of the survey that counts how often it is followed',
    params: z.strictObject({ survey }),
    body: z.strictObject({ title, path: z.string().startsWith('/').max(8_000) }),
    reply: countedLink,
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/links/:survey/:linkable',
    summary: 'Count this link no longer; its address leads on',
    params: z.strictObject({ survey, linkable }),
    reply: z.object({ removed: z.literal(true) }),
  }),
  open: call({
    method: 'POST',
    path: 'vuejs/links/opened',
    summary: 'The viewer has followed a link that counts',
    body: z.strictObject({ linkable }),
    reply: z.object({ recorded: z.boolean() }),
    changesNothing: true,
  }),
}
