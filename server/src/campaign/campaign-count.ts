import type { Campaign, CampaignCounts } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { leftReasons, type MessageKind } from '@kaiku/core/campaign.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { number, numbers, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { type Scope, scopeOf, withinBoth } from '../selection/scope.ts'
import { reachesAny, scopeCondition } from '../selection/scope-condition.ts'
import type { StoredCampaign } from './campaign.store.ts'

/** In SQL: a recipient `r` whose sample `s` answered after the message. */
export const answeredSql = `(s.state = 'completed' and r.state = 'delivered' and s.responded_at >= date_trunc('day', r.sent_at))`

/** Recipients whose samples the viewer may write to, as `r` and `s`; `within`: of a place alone. */
export function recipientsSeen(who: Viewer, dictionary: Dictionary, within?: Scope) {
  const { values, bind } = binder()
  const own = scopeOf(who, dictionary, 'sendCampaigns')
  const scope = scopeCondition(within ? withinBoth(own, within) : own, bind, 's.leaves')
  const from = `campaign_recipient r join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
    where r.universe = ${bind(dictionary.universe)} and r.survey = ${bind(dictionary.survey)} and ${scope}`
  return { values, bind, from }
}

export const countColumns = {
  audience: number,
  left: number,
  waiting: number,
  delivered: number,
  failed: number,
  opened: number,
  clicked: number,
  answered: number,
  unsubscribed: number,
  complained: number,
} satisfies Shape

/** In SQL: what these columns count of recipients `r` and their samples `s`. */
export const countsSql = `count(*)::int as audience, count(*) filter (where r.state = 'left')::int as left,
  count(*) filter (where r.state in ('waiting', 'queued'))::int as waiting,
  count(*) filter (where r.state = 'delivered')::int as delivered,
  count(*) filter (where r.state = 'failed')::int as failed, count(r.opened_at)::int as opened,
  count(r.clicked_at)::int as clicked, count(*) filter (where ${answeredSql})::int as answered,
  count(r.unsubscribed_at)::int as unsubscribed, count(r.complained_at)::int as complained`

export const nobody: CampaignCounts = {
  audience: 0,
  left: 0,
  waiting: 0,
  delivered: 0,
  failed: 0,
  opened: 0,
  clicked: 0,
  answered: 0,
  unsubscribed: 0,
  complained: 0,
}

/** By campaign, of the places at which the viewer may send campaigns; one without such people is absent. */
export async function countsOf(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  campaigns: readonly string[],
  within?: Scope,
): Promise<ReadonlyMap<string, CampaignCounts>> {
  const { values, bind, from } = recipientsSeen(who, dictionary, within)
  const { rows } = await query(
    client,
    Object.assign({ campaign: text }, countColumns),
    `select r.campaign, ${countsSql} from ${from} and r.campaign = any(${bind(campaigns)}::uuid[]) group by r.campaign`,
    values,
  )
  return new Map(rows.map(({ campaign, ...counts }) => [campaign, counts]))
}

type Told = Pick<Campaign, 'left' | 'days' | 'places' | 'bounces'>
/** Places and domains that are told. */
const mostTold = 50

/** What a campaign’s page tells beside its counts. */
export async function tellOfCampaign(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { id: campaign, kind }: Pick<StoredCampaign, 'id' | 'kind'>,
  locale: string,
  within?: Scope,
): Promise<Told> {
  const seen = () => {
    const { values, bind, from } = recipientsSeen(who, dictionary, within)
    return { values, bind, from: `${from} and r.campaign = ${bind(campaign)}` }
  }
  const left = seen()
  const reasons = await query(
    client,
    { reason: oneOf(...leftReasons), n: number },
    `select r.reason, count(*)::int as n from ${left.from} and r.state = 'left' group by r.reason order by n desc, r.reason`,
    left.values,
  )
  const byDay = seen()
  const zone = byDay.bind(dictionary.definition.settings.timeZone)
  const days = await query(
    client,
    { day: text, delivered: number, answered: number },
    `select day::text, sum(delivered)::int as delivered, sum(answered)::int as answered from (
       select (r.sent_at at time zone ${zone})::date as day, 1 as delivered, 0 as answered from ${byDay.from} and r.state = 'delivered'
       union all
       select (s.responded_at at time zone ${zone})::date, 0, 1 from ${byDay.from} and ${answeredSql}) d
     group by day order by day limit 400`,
    byDay.values,
  )
  const byPlace = seen()
  const places = await query(
    client,
    { leaves: numbers, delivered: number, answered: number },
    `select s.leaves, count(*) filter (where r.state = 'delivered')::int as delivered,
       count(*) filter (where ${answeredSql})::int as answered
     from ${byPlace.from} group by s.leaves order by delivered desc, s.leaves limit 2000`,
    byPlace.values,
  )
  return {
    left: reasons.rows,
    days: days.rows,
    places: byTitle(dictionary, places.rows, locale),
    bounces: reachesAny(who, dictionary, 'seeContacts') ? await bouncesOf(client, kind, seen()) : [],
  }
}

/** Each of the last seven days, today first: who was put into the sample, or was reminded of what they got before. */
export async function cameByDay(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { id, action }: Pick<StoredCampaign, 'id' | 'action'>,
): Promise<Campaign['came']> {
  const { values, bind, from } = recipientsSeen(who, dictionary)
  const today = `(now() at time zone ${bind(dictionary.definition.settings.timeZone)})::date`
  const at = action === 'reminder' ? 'uuid_extract_timestamp(r.id)' : 's.created_at'
  const { rows } = await query(
    client,
    { day: text, n: number },
    `with came as (
       select ${today.replace('now()', at)} as day, count(*)::int as n
       from ${from} and r.campaign = ${bind(id)} and ${at} > now() - interval '8 days' group by 1)
     select d.day::date::text as day, coalesce(n, 0) as n
     from generate_series(${today} - 6, ${today}, interval '1 day') d (day) left join came on came.day = d.day::date
     order by d.day desc`,
    values,
  )
  return rows
}

type PlaceRow = { readonly leaves: readonly number[]; readonly delivered: number; readonly answered: number }

function byTitle(dictionary: Dictionary, rows: readonly PlaceRow[], locale: string): Campaign['places'] {
  const say = (one: Localised) => localise(one, locale, dictionary.definition.settings.locale)
  const places = new Map<string, { title: string; delivered: number; answered: number }>()
  for (const { leaves, delivered, answered } of rows) {
    const title = placeTitle(dictionary, leaves, say)
    const known = places.get(title) ?? { title, delivered: 0, answered: 0 }
    places.set(title, { title, delivered: known.delivered + delivered, answered: known.answered + answered })
  }
  return [...places.values()].sort((a, b) => b.delivered - a.delivered).slice(0, mostTold)
}

/** By domain; where there are none, by what was said. */
async function bouncesOf(
  client: pg.PoolClient,
  kind: MessageKind,
  { values, from }: { readonly values: unknown[]; readonly from: string },
): Promise<Campaign['bounces']> {
  const { rows } = await query(
    client,
    { domain: text, n: number, said: text },
    `select domain, count(*)::int as n, max(fault) as said
     from (select ${kind === 'mail' ? `coalesce(lower(split_part(s.email, '@', 2)), '')` : `''`} as domain, coalesce(r.fault, '') as fault
       from ${from} and r.state = 'failed') b
     group by domain${kind === 'mail' ? '' : ', fault'} order by n desc, domain, said limit ${mostTold}`,
    values,
  )
  return rows
}
