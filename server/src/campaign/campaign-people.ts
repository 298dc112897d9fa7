import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { campaignCalls } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type MessageKind, recipientStates } from '@kaiku/core/campaign.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, numbers, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import type { Scope } from '../selection/scope.ts'
import { seenCampaign } from './campaign.ts'
import { answeredSql, recipientsSeen } from './campaign-count.ts'

type Asked = InputOf<(typeof campaignCalls)['recipients']>

const columns = {
  id: text,
  sample: text,
  name: nullable(text),
  address: nullable(text),
  leaves: numbers,
  state: oneOf(...recipientStates),
  reason: nullable(text),
  sentAt: nullable(time),
  openedAt: nullable(time),
  clickedAt: nullable(time),
  unsubscribedAt: nullable(time),
  respondedAt: nullable(time),
  hasAnswered: bool,
} satisfies Shape

/** In SQL: where a message to a sample `s` goes. */
const addressSql: Readonly<Record<MessageKind, string>> = {
  mail: 's.email',
  sms: 's.phone',
  letter: `nullif(concat_ws(', ', s.street, concat_ws(' ', s.postcode, s.town), s.country), '')`,
}

const conditions: Readonly<Record<Asked['group'], string>> = {
  left: `r.state = 'left'`,
  waiting: `r.state in ('waiting', 'queued')`,
  delivered: `r.state = 'delivered'`,
  failed: `r.state = 'failed'`,
  opened: 'r.opened_at is not null',
  clicked: 'r.clicked_at is not null',
  answered: answeredSql,
  unsubscribed: 'r.unsubscribed_at is not null',
}

/** The people behind a number of a campaign, as far as the viewer may write to them; `within`: of a place alone. Throws Fault `not_found`. */
export async function peopleOfCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { campaignId, group, reason, arm, after, limit, locale }: Omit<Asked, 'survey'>,
  within?: Scope,
): Promise<ReplyOf<(typeof campaignCalls)['recipients']>> {
  const { values, bind, from } = recipientsSeen(who, dictionary, within)
  const where = [conditions[group], `r.campaign = ${bind(campaignId)}`]
  if (reason !== undefined) where.push(`r.reason = ${bind(reason)}`)
  if (arm !== undefined) where.push(`r.arm = ${bind(arm)}`)
  if (after !== undefined) where.push(`r.id > ${bind(after)}`)
  const { rows } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { kind } = (await seenCampaign(client, who, dictionary, campaignId)).stored
    return query(
      client,
      columns,
      `select r.id, r.sample, s.name, ${addressSql[kind]} as address, s.leaves, r.state, r.reason, r.sent_at as "sentAt", r.opened_at as "openedAt",
         r.clicked_at as "clickedAt", r.unsubscribed_at as "unsubscribedAt", s.responded_at as "respondedAt",
         ${answeredSql} as "hasAnswered"
       from ${from} and ${where.join(' and ')} order by r.id limit ${bind(limit + 1)}`,
      values,
    )
  })
  const say = (one: Localised) => localise(one, locale ?? who.locale, dictionary.definition.settings.locale)
  const shown = rows.slice(0, limit).map((row) => {
    const isKnown = seesPerson(who, dictionary, row)
    return {
      sampleId: row.sample,
      name: isKnown ? row.name : null,
      address: isKnown ? row.address : null,
      place: placeTitle(dictionary, row.leaves, say),
      state: row.state,
      reason: row.reason,
      sentAt: row.sentAt?.toISOString() ?? null,
      openedAt: row.openedAt?.toISOString() ?? null,
      clickedAt: row.clickedAt?.toISOString() ?? null,
      answeredAt: row.hasAnswered ? (row.respondedAt?.toISOString() ?? null) : null,
      unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
    }
  })
  return { rows: shown, next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null }
}
