import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)
const title = z.string().trim().min(1).max(80)
const linkable = z.string().min(1).max(200)
/** What a link is for, for those who see the list; and its last day in the survey's time zone, null: it goes on. */
const more = { title, note: z.string().trim().max(500).default(''), until: z.iso.date().nullable().default(null) }

/** A link to a screen that says how often it was followed: it leads, and grants nothing. */
export const countedLink = z
  .object({
    /** Stands in the address as `linkable`. */
    linkable: z.string(),
    title: z.string(),
    note: z.string(),
    /** Path and query of the screen, without `linkable`. */
    path: z.string(),
    /** Who made it; empty: their account is gone. */
    by: z.string(),
    madeAt: z.iso.datetime(),
    /** The last day on which it counts, in the survey's time zone; null: it goes on. */
    until: z.iso.date().nullable(),
    /** It counts no longer: its last day is over, or somebody has ended it. */
    hasEnded: z.boolean(),
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

/** How often somebody followed a link on one day, in the survey's time zone. */
export const linkHit = z
  .object({
    day: z.iso.date(),
    /** Null: somebody who has not signed in since, or whose account is gone. */
    person: z.string().nullable(),
    opened: z.int(),
    beforeSignIn: z.int(),
  })
  .meta({ id: 'LinkHit' })
export type LinkHit = z.output<typeof linkHit>

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
    body: z.strictObject({ ...more, path: z.string().startsWith('/').max(8_000) }),
    reply: countedLink,
  }),
  change: call({
    method: 'PUT',
    path: 'vuejs/links/:survey/:linkable',
    summary: 'Change name, note and last day of a link',
    params: z.strictObject({ survey, linkable }),
    body: z.strictObject(more),
    reply: countedLink,
  }),
  end: call({
    method: 'POST',
    path: 'vuejs/links/:survey/:linkable/end',
    summary: 'Withdraw a link: who follows it is told that it has ended, and is counted no longer',
    params: z.strictObject({ survey, linkable }),
    reply: countedLink,
  }),
  hits: call({
    method: 'GET',
    path: 'vuejs/links/:survey/:linkable/hits',
    summary: 'Who followed a link, day by day, the newest first; the last thousand lines',
    params: z.strictObject({ survey, linkable }),
    reply: z.array(linkHit),
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/links/:survey/:linkable',
    summary: 'Forget a link and what it counted; its address leads on',
    params: z.strictObject({ survey, linkable }),
    reply: z.object({ removed: z.literal(true) }),
  }),
  open: call({
    method: 'POST',
    path: 'vuejs/links/opened',
    summary: 'The viewer has followed a link that counts',
    body: z.strictObject({ linkable }),
    /** `hasEnded`: it is a link of this universe that counts no longer. */
    reply: z.object({ recorded: z.boolean(), hasEnded: z.boolean() }),
    changesNothing: true,
  }),
}
