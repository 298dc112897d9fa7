import { campaignStandings, mailActions } from '@kaiku/core/campaign.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { campaignCounts } from './campaign.ts'
import { figure } from './figure.ts'

const count = z.int().min(0)
const survey = z.string().min(1).max(200)
/** A filtered drill path: of its filters that by campaigns alone says something here. */
const path = z.string().min(1).max(8000)
const asked = z.strictObject({
  /** Rates of fewer people are few, also where the survey asks for less. */
  minimumN: z.coerce.number().int().min(1).max(1000).optional(),
  locale: z.string().max(20).optional(),
})

const row = z.object({
  campaignId: z.uuid(),
  name: z.string(),
  /** By which channel. */
  kind: z.string(),
  action: z.enum(mailActions),
  state: z.enum(campaignStandings),
  isContinuous: z.boolean(),
  at: z.iso.datetime(),
  /** Of the place, as far as the viewer may send campaigns there. */
  counts: campaignCounts,
  /** Answered, of those whom a message reached. */
  rate: figure,
})
export type CampaignRow = z.output<typeof row>

const details = row.extend({
  days: z.array(z.object({ day: z.string(), delivered: count, answered: count })),
  places: z.array(z.object({ title: z.string(), delivered: count, answered: count, rate: figure })),
  /** By what stands behind the @, for whoever may see contacts. */
  bounces: z.array(z.object({ domain: z.string(), n: count, said: z.string() })),
})
export type CampaignDetails = z.output<typeof details>

export const campaignFigureCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/campaigns/below/:survey/:path',
    summary: 'The campaigns that write to people of a place, newest first, with how many were reached and answered',
    params: z.strictObject({ survey, path }),
    query: asked,
    reply: z.array(row),
    needs: 'sendCampaigns',
  }),
  details: call({
    method: 'GET',
    path: 'vuejs/campaigns/details/:survey/:path',
    summary: 'One campaign at a place by day and place below: that of the filter, the asked one, or the newest',
    params: z.strictObject({ survey, path }),
    query: asked.extend({ campaignId: z.uuid().optional() }),
    /** Null: none writes to people of this place. */
    reply: z.object({ campaign: details.nullable() }),
    needs: 'sendCampaigns',
  }),
}
