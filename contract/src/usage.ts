import { visitKinds } from '@kaiku/core/visit.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { user } from './user.ts'

const survey = z.string().min(1).max(200)
const locale = z.string().max(20).optional()

/** Weeks for which usage is told, this one among them; they begin on Monday. */
export const usageWeeks = 13
/** Days after which a page that nobody opens is called unused. */
export const unusedDays = 90

const week = z.object({
  /** Null: visits were not counted yet. */
  visits: z.int().nullable(),
  /** Null: it was not kept who they were. */
  people: z.int().nullable(),
})

/** A page, a view, or what else is opened, and how much it is. */
const used = z
  .object({
    kind: z.enum(visitKinds),
    subject: z.string(),
    /** Null: the survey’s definition names it nowhere. */
    title: z.string().nullable(),
    visits: z.int(),
    /** Different people of these weeks, as far back as that is kept; null: it is not. */
    people: z.int().nullable(),
    /** By the weeks of the answer. */
    weeks: z.array(week),
    /** When it was opened last, at any time; null: never since visits are counted. */
    lastDay: z.iso.date().nullable(),
  })
  .meta({ id: 'UsedThing' })
export type UsedThing = z.output<typeof used>

const unusedPage = z.object({
  page: z.string(),
  title: z.string(),
  components: z.int(),
  /** When it was first published; null: it was never written in a file. */
  since: z.iso.date().nullable(),
  lastDay: z.iso.date().nullable(),
})
export type UnusedPage = z.output<typeof unusedPage>

/** What was taken along: a kind of report, or another kind of export. */
const taken = z.object({ what: z.string(), times: z.int(), people: z.int(), lastDay: z.iso.date() })
export type TakenAlong = z.output<typeof taken>

export const surveyUsage = z
  .object({
    /** The first day of which visits of the universe are known; null: none is. */
    countedSince: z.iso.date().nullable(),
    /** Whether it is kept who opened what, and for how many days. */
    hasNames: z.boolean(),
    peopleDays: z.int(),
    /** The Mondays of the weeks, the oldest first. */
    weeks: z.array(z.iso.date()),
    /** Of all pages together. */
    total: z.array(week),
    used: z.array(used),
    /** Pages of the survey that nobody has opened for ninety days, or since they exist. */
    unused: z.array(unusedPage),
    taken: z.array(taken),
    /** Of the whole universe. `active`: they have opened something; null: that is not kept. */
    members: z.object({
      all: z.int(),
      neverSignedIn: z.int(),
      active30: z.int().nullable(),
      active90: z.int().nullable(),
    }),
  })
  .meta({ id: 'SurveyUsage' })
export type SurveyUsage = z.output<typeof surveyUsage>

/** A member and how much they use Kaiku. */
export const memberUsage = z
  .object({
    userId: z.uuid(),
    username: z.string(),
    name: z.string(),
    state: user.shape.state,
    roles: user.shape.roles,
    createdAt: z.string(),
    /** Last sign-in to the universe; null: never. */
    seenAt: z.string().nullable(),
    /** Days of the last thirty and ninety on which they opened something; null: that is not kept for so long. */
    days30: z.int().nullable(),
    days90: z.int().nullable(),
    /** An invitation can be mailed to them again. */
    canInvite: z.boolean(),
  })
  .meta({ id: 'MemberUsage' })
export type MemberUsage = z.output<typeof memberUsage>

export const usageCalls = {
  survey: call({
    method: 'GET',
    path: 'usage/survey/:survey',
    summary: 'What is opened in a survey, by week; pages that nobody opens; what is taken along',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale }),
    reply: surveyUsage,
    needs: 'manageUniverse',
  }),
  people: call({
    method: 'GET',
    path: 'usage/people',
    summary: 'The members of the universe: when they signed in last and on how many days they opened something',
    query: z.strictObject({ locale }),
    reply: z.array(memberUsage),
    needs: 'manageUniverse',
  }),
  exportPeople: call({
    method: 'GET',
    path: 'usage/people/export',
    summary: 'The same as CSV; the export is written down',
    query: z.strictObject({ locale }),
    reply: z.object({ rows: z.int(), csv: z.string() }),
    needs: 'manageUniverse',
  }),
}
