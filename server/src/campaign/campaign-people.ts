import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { campaignCalls } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type MessageKind, recipientStates } from '@kaiku/core/campaign.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { readCode } from '@kaiku/core/recipient-code.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number, numbers, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { noteReturned } from '../recipient/recipient.ts'
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
  complained: 'r.complained_at is not null',
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

const letterColumns = {
  hasAnswered: bool,
  code: text,
  universe: text,
  survey: number,
  id: text,
  sample: text,
  state: oneOf(...recipientStates),
}

/** Marks letters of a campaign that came back, by their codes as people type them. Throws Fault `not_found`. */
export async function markReturned(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  campaignId: string,
  codes: readonly string[],
): Promise<ReplyOf<(typeof campaignCalls)['returned']>> {
  const { values, bind, from } = recipientsSeen(who, dictionary)
  const typed = new Map(codes.map((one) => [readCode(one), one]))
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { kind } = (await seenCampaign(client, who, dictionary, campaignId)).stored
    const letters = kind === 'letter' ? [...typed.keys()] : []
    const { rows } = await query(
      client,
      letterColumns,
      `select r.code, r.universe, r.survey, r.id, r.sample, r.state, ${answeredSql} as "hasAnswered" from ${from}
         and r.campaign = ${bind(campaignId)} and r.code = any(${bind(letters)}) order by r.id for update of r`,
      values,
    )
    const sent = rows.filter(({ state, hasAnswered }) => state === 'delivered' && !hasAnswered)
    for (const one of sent) await noteReturned(client, one, { why: 'returned', said: '' })
    const [found, marked] = [rows, sent].map((some) => new Set(some.map(({ code }) => code)))
    const told = (isMeant: (code: string) => boolean) =>
      [...typed].flatMap(([code, asTyped]) => (isMeant(code) ? [asTyped] : []))
    return {
      marked: sent.length,
      unknown: told((code) => !found?.has(code)),
      others: told((code) => found?.has(code) === true && !marked?.has(code)),
    }
  })
}
