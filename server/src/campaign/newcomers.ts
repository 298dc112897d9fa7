import type { Continuously } from '@kaiku/contract/campaign-rules.ts'
import { seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import type { Outcome } from '../background-work/queue.ts'
import { localeOf } from '../campaign-message/message-sender.ts'
import type { Bind } from '../db/bind.ts'
import { bool, number, query, texts } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { goneForms } from '../gone-contact/gone-contact.ts'
import { addRecipients, nextDue, onTheirWay } from '../recipient/recipient.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { type Already, candidates, type JudgedSample, judge, placeNumber, type Wanted } from './audience.ts'
import { noteBegun, noteSentTo, noteTaken, type StoredCampaign, setStanding, settledTo } from './campaign.store.ts'
import { armFor } from './campaign-split.ts'

const hour = 3_600_000
/** People of one look. */
const most = 5_000
/** Milliseconds until the next look: while there are more, and while nobody has come. */
const [soon, pause] = [200, 15_000]
/** Milliseconds after its end during which whoever was coming then is waited for. */
const grace = 120_000

/**
 * Takes up who has come since a continuous campaign looked last. Answers when it is to be looked again, or that it is
 * over; null: somebody’s time has come. `who`: whoever made it, as of now; null: they have no account any more.
 */
export async function takeUp(
  client: pg.PoolClient,
  who: Viewer | null,
  dictionary: Dictionary,
  campaign: StoredCampaign,
  how: Continuously,
  now: number,
): Promise<Outcome | null> {
  const { universe, id } = campaign
  if (!who || !maySend(who, dictionary)) {
    await setStanding(client, universe, id, ['waiting'], { state: 'stopped', reason: 'rights' })
    return 'taken'
  }
  await noteBegun(client, campaign)
  const came =
    campaign.parent === null
      ? await arrived(client, who, dictionary, campaign, how, now)
      : await unanswered(client, who, dictionary, campaign, how, now)
  if (came === most) return { again: now + soon }
  const due = await nextDue(client, universe, id)
  if (due !== null) return due.getTime() <= now ? null : { again: Math.min(due.getTime(), now + pause) }
  if (came > 0 || !(await isOver(client, campaign, how, now))) return { again: now + pause }
  await setStanding(client, universe, id, ['waiting'], { state: 'sent' })
  return 'taken'
}

const maySend = (who: Viewer, dictionary: Dictionary): boolean =>
  seesSurvey(who, dictionary.extName) && quietScopeOf(who, dictionary, 'sendCampaigns').roles?.length !== 0

const notYet = (bind: Bind, { universe, id }: StoredCampaign) =>
  `not exists (select from campaign_recipient o
     where o.universe = ${bind(universe)} and o.campaign = ${bind(id)} and o.sample = s.id)`

/** Samples that are new; how many. */
async function arrived(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  campaign: StoredCampaign,
  { until, afterHours }: Continuously,
  now: number,
): Promise<number> {
  const settled = await settledTo(client, campaign)
  const rows = await candidates(client, who, dictionary, campaign, now, (bind) => {
    const since = campaign.takenTo === null ? 'true' : `s.id > ${bind(campaign.takenTo)}::uuid`
    const before = until === null ? 'true' : `s.created_at < ${bind(until)}::timestamptz`
    return `${since} and ${before} and ${notYet(bind, campaign)} order by s.id limit ${most}`
  })
  const { timeZone } = dictionary.definition.settings
  await add(client, dictionary, campaign, rows, now, (one) => cameAt(one, timeZone) + afterHours * hour)
  const isAll = rows.length < most
  const last = isAll ? null : (rows.at(-1)?.id ?? null)
  await noteTaken(client, campaign, settled, last)
  return rows.length
}

/** From when on messages that are followed are looked at: what became of one is noted a moment after it was sent. */
function sentFrom({ sentTo, at, rules }: StoredCampaign, withPresent: boolean): number {
  const start = withPresent ? 0 : Math.max(at.getTime(), rules.sendAt === null ? 0 : Date.parse(rules.sendAt))
  return Math.max(start, (sentTo?.getTime() ?? 0) - hour)
}

/** Who was sent the message that is followed, so long ago, and is not in yet; how many. */
async function unanswered(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  campaign: StoredCampaign,
  { until, afterHours, withPresent }: Continuously,
  now: number,
): Promise<number> {
  const upTo = Math.min(now - afterHours * hour, until === null ? now : Date.parse(until))
  const rows = await candidates(client, who, dictionary, campaign, now, (bind) => {
    const since = `r.sent_at >= ${bind(new Date(sentFrom(campaign, withPresent)))}`
    const before = `r.sent_at < ${bind(new Date(upTo))}`
    return `r.state = 'delivered' and ${since} and ${before} and ${notYet(bind, campaign)} order by r.sent_at limit ${most}`
  })
  await add(client, dictionary, campaign, rows, now, ({ beforeAt }) => (beforeAt?.getTime() ?? now) + afterHours * hour)
  const last = rows.length < most ? new Date(upTo) : rows.at(-1)?.beforeAt
  if (last && (campaign.sentTo === null || last > campaign.sentTo)) await noteSentTo(client, campaign, last)
  return rows.length
}

async function add(
  client: pg.PoolClient,
  dictionary: Dictionary,
  campaign: StoredCampaign & Wanted,
  rows: Awaited<ReturnType<typeof candidates>>,
  now: number,
  dueOf: (one: JudgedSample) => number,
): Promise<void> {
  if (rows.length === 0) return
  const contacts = rows.flatMap(({ contact }) => contact ?? [])
  const people = await judge(
    client,
    dictionary,
    campaign,
    rows,
    now,
    await already(client, dictionary, campaign, contacts),
  )
  const recipients = people.map((one) => ({
    sample: one.id,
    locale: localeOf(dictionary, one.locale),
    reason: one.left,
    arm: one.left === null ? armFor(campaign, one.id) : null,
    dueAt: new Date(dueOf(one)),
  }))
  await addRecipients(client, dictionary, campaign.id, recipients)
}

/**
 * When somebody came, in milliseconds since 1970: on the day of their visit when they were put into the sample; else at
 * the end of that day, since the hour is not known.
 */
export function cameAt({ createdAt, day }: Pick<JudgedSample, 'createdAt' | 'day'>, timeZone: string): number {
  const created = createdAt.getTime()
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day) || dayIn(timeZone, created) === day) return created
  return momentIn(timeZone, day, 24 * 60)
}

/** Contacts and places that a campaign has already. */
async function already(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { universe, survey, id, rules }: StoredCampaign,
  contacts: readonly string[],
): Promise<Already> {
  const inside = `campaign_recipient r join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
    where r.universe = $1 and r.survey = $2 and r.campaign = $3 and r.state <> 'left'`
  const gone = await goneForms(client, universe, contacts)
  const { rows } = await query(
    client,
    { contacts: texts },
    `select coalesce(array_agg(distinct coalesce(s.contact, s.gone_contact)), '{}') as contacts from ${inside}
       and (s.contact = any($4) or s.gone_contact = any($5))`,
    [universe, survey, id, contacts, [...gone.keys()]],
  )
  const counted =
    rules.quota === null
      ? { rows: [] }
      : await query(
          client,
          { place: number, n: number },
          `select coalesce(s.leaves[$4], $5) as place, count(*)::int as n from ${inside} group by 1`,
          [universe, survey, id, placeNumber(dictionary), rootNumber],
        )
  return {
    contacts: new Set(rows[0]?.contacts.map((one) => gone.get(one) ?? one)),
    places: new Map(counted.rows.map(({ place, n }) => [place, n])),
    // The days in which somebody is not asked anew count when their message goes.
    later: 'restPeriod',
  }
}

/** Whether nobody can come any more, and nobody’s message is under way. */
async function isOver(
  client: pg.PoolClient,
  { universe, id, parent }: StoredCampaign,
  { until, afterHours }: Continuously,
  now: number,
): Promise<boolean> {
  const hasEnded = until !== null && now > Date.parse(until) + (parent === null ? 0 : afterHours * hour) + grace
  if (!hasEnded && (parent === null || (await mayFollow(client, universe, parent, afterHours)))) return false
  return (await onTheirWay(client, universe, id)).queued === 0
}

/** Whether a campaign still brings somebody to be reminded. */
async function mayFollow(
  client: pg.PoolClient,
  universe: string,
  parent: string,
  afterHours: number,
): Promise<boolean> {
  const { rows } = await query(
    client,
    { may: bool },
    `select c.state in ('waiting', 'paused') or exists (select from campaign_recipient r
         where r.universe = $1 and r.campaign = $2 and (r.state in ('waiting', 'queued')
           or (r.state = 'delivered' and r.sent_at > now() - make_interval(hours => $3)))) as may
     from campaign c where c.universe = $1 and c.id = $2`,
    [universe, parent, afterHours],
  )
  return rows[0]?.may ?? false
}
