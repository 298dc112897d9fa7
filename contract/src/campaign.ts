import {
  campaignStandings,
  leftReasons,
  mailActions,
  messageKinds,
  recipientStates,
  splitArms,
} from '@kaiku/core/campaign.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { campaignRules } from './campaign-rules.ts'
import { figure } from './figure.ts'
import { localised } from './localised.ts'

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const campaignId = z.uuid()
const at = z.strictObject({ survey, campaignId })
const count = z.int().min(0)

/** Recipients by where they are; who answered also got their message. */
export const campaignCounts = z.object({
  audience: count,
  left: count,
  waiting: count,
  delivered: count,
  failed: count,
  opened: count,
  clicked: count,
  answered: count,
  unsubscribed: count,
  complained: count,
})
export type CampaignCounts = z.output<typeof campaignCounts>

const summary = z.object({
  campaignId,
  name: z.string(),
  kind: z.enum(messageKinds),
  action: z.enum(mailActions),
  state: z.enum(campaignStandings),
  isContinuous: z.boolean(),
  /** Why it was stopped: `answers`, `bounces`, `complaints`, `person`, `rights`; null: it was not. */
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  begunAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Null: their account is gone. */
  by: z.string(),
  /** Of the places at which the viewer may send campaigns. */
  counts: campaignCounts,
})
export type CampaignSummary = z.output<typeof summary>

/** What is compared with the first template: a second one, or in mails the first with another subject. */
const second = z.strictObject({
  templateId: z.uuid().optional(),
  subject: localised.optional(),
  /** Of a hundred people, how many get it. */
  share: z.int().min(10).max(50).default(50),
  /** Whether who has no message yet gets the better one, once it is decided. */
  restGetsBetter: z.boolean().default(false),
})

const sentTemplate = z.object({ templateId: z.uuid(), title: z.string(), version: z.int() })

const split = z.object({
  share: z.int(),
  restGetsBetter: z.boolean(),
  /** Of the places at which the viewer may send campaigns; `rest` only where it gets the better one. */
  arms: z.array(
    z.object({
      arm: z.enum(splitArms),
      template: sentTemplate.nullable(),
      /** Its own, in the viewer’s language; null: the template’s. */
      subject: z.string().nullable(),
      counts: campaignCounts,
      /** Answered, of those whom a message reached. */
      rate: figure,
    }),
  ),
  /** Of all recipients, hence for whoever may write to all of them; null: the viewer may not. */
  result: z
    .object({
      /** `few`: too few were reached; `open`: it is not decided; else which brings more answers, which stays. */
      verdict: z.enum(['few', 'open', 'a', 'b']),
      /** Of B over A as shares, with an interval that holds whenever one looks; null: too few. */
      difference: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
      decidedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Since when who had no message yet gets the better one, and which; null: nobody does. */
  rest: z.object({ arm: z.enum(['a', 'b']), since: z.iso.datetime() }).nullable(),
})

/** In the universe’s currency. `messages`: as many are paid for, of SMS about so many. */
const cost = z.object({
  currency: z.string(),
  messages: count,
  total: z.number(),
  /** Null: nobody answered, or nothing is known to expect. */
  perAnswer: z.number().nullable(),
})

const byReason = z.array(z.object({ reason: z.enum(leftReasons), n: count }))
export const campaign = summary
  .extend({
    template: sentTemplate.nullable(),
    /** Two templates that are compared; null: there is one. */
    split: split.nullable(),
    parent: z.object({ campaignId, name: z.string() }).nullable(),
    path: z.string(),
    rules: campaignRules,
    /** Whether the viewer may stop it and go on with it. */
    mayChange: z.boolean(),
    /** Of messages to people whom the viewer may write to; null: the universe says no price, or none went. */
    cost: cost.nullable(),
    left: byReason,
    /** Who came in the last seven days, today first, by day of the survey’s time zone; null: it writes once. */
    came: z.array(z.object({ day: z.string(), n: count })).nullable(),
    /** By day of the survey’s time zone, from the first message on. */
    days: z.array(z.object({ day: z.string(), delivered: count, answered: count })),
    places: z.array(z.object({ title: z.string(), delivered: count, answered: count })),
    /** By what stands behind the @, else by what was said, the most first. */
    bounces: z.array(z.object({ domain: z.string(), n: count, said: z.string() })),
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.output<typeof campaign>

const recipient = z.object({
  sampleId: z.uuid(),
  /** Null: the viewer may not know who it is. */
  name: z.string().nullable(),
  /** Where the message goes: a mail address, a number. */
  address: z.string().nullable(),
  place: z.string(),
  state: z.enum(recipientStates),
  reason: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime().nullable(),
  clickedAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  unsubscribedAt: z.iso.datetime().nullable(),
})
export type CampaignRecipient = z.output<typeof recipient>

/** What a number of a campaign counts, which its list opens. */
export const recipientGroups = [
  ...([
    'left',
    'waiting',
    'delivered',
    'failed',
    'opened',
    'clicked',
    'answered',
    'unsubscribed',
    'complained',
  ] as const),
] as const

const wanted = z.strictObject({
  action: z.enum(mailActions),
  /** The campaign that is followed up; only for reminders and another try. */
  parent: campaignId.optional(),
  path,
  rules: campaignRules,
})

/** Letters whose codes are told at once. */
const mostCodes = 500

export const campaignCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/campaigns/list/:survey',
    summary: 'The campaigns of a survey whose recipients the viewer may write to, newest first',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.array(summary),
    needs: 'sendCampaigns',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/campaigns/one/:survey/:campaignId',
    summary: 'A campaign: how far it is, who was left out and why, answers by day and place, what came back',
    params: at,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: campaign,
    needs: 'sendCampaigns',
  }),
  audience: call({
    method: 'POST',
    path: 'vuejs/campaigns/audience/:survey',
    summary: 'Who would get a message and who would not, with the reasons, before anything is sent',
    params: z.strictObject({ survey }),
    /** The template says by which way messages go; without one by mail. */
    body: wanted.extend({ templateId: z.uuid().optional(), second: second.optional() }),
    reply: z.object({
      audience: count,
      recipients: count,
      /** SMS that are paid for: what is longer goes as several; of many people about so many. Null: none are sent. */
      smsParts: count.nullable(),
      left: byReason,
      /** Of a hundred who were written to in the last two years, how many answered; null: nobody was. */
      usualRate: z.number().nullable(),
      /** If as many answer as usual; null: the universe says no price. */
      cost: cost.nullable(),
      /** Places with the most recipients first. */
      /** `expected`: answers, if as many of the place answer as before; null: nobody was written to. */
      places: z.array(z.object({ title: z.string(), recipients: count, expected: count.nullable() })),
    }),
    needs: 'sendCampaigns',
    changesNothing: true,
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/campaigns/create/:survey',
    summary: 'Make a campaign and send it when its time has come; `test` goes to the viewer alone',
    params: z.strictObject({ survey }),
    body: wanted.extend({
      name: z.string().trim().min(1).max(200),
      templateId: z.uuid(),
      /** Mails and SMS alone. */
      second: second.optional(),
      testTo: z.string().max(40).optional(),
      /** Of a continuous campaign: who has not answered so many days after the message is reminded. */
      reminder: z
        .strictObject({
          name: z.string().trim().min(1).max(200),
          templateId: z.uuid(),
          afterDays: z.int().min(1).max(30),
        })
        .optional(),
    }),
    reply: summary,
    needs: 'sendCampaigns',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/campaigns/change/:survey/:campaignId',
    summary: 'Hold a campaign, go on with it, or end it: who has no message yet gets none',
    params: at,
    body: z.strictObject({ to: z.enum(['paused', 'waiting', 'stopped']) }),
    reply: summary,
    needs: 'sendCampaigns',
  }),
  returned: call({
    method: 'POST',
    path: 'vuejs/campaigns/returned/:survey/:campaignId',
    summary: 'Mark letters that came back, by their codes: nobody is written to there until the address changes',
    params: at,
    body: z.strictObject({ codes: z.array(z.string().trim().min(1).max(100)).min(1).max(mostCodes) }),
    reply: z.object({
      marked: count,
      /** Not of this campaign, or of people whom the viewer may not write to. */
      unknown: z.array(z.string()),
      /** Of letters that were marked before, were answered, or are not sent yet. */
      others: z.array(z.string()),
    }),
    needs: 'sendCampaigns',
  }),
  recipients: call({
    method: 'GET',
    path: 'vuejs/campaigns/recipients/:survey/:campaignId',
    summary: 'The people behind a number of a campaign',
    params: at,
    query: z.strictObject({
      group: z.enum(recipientGroups),
      reason: z.enum(leftReasons).optional(),
      arm: z.enum(splitArms).optional(),
      after: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({ rows: z.array(recipient), next: z.uuid().nullable() }),
    needs: 'sendCampaigns',
  }),
}
