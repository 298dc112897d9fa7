import { randomBytes } from 'node:crypto'
import { recipientStates, type SplitArm, splitArms } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { noteBounced } from '../sample/message-samples.ts'

const columns = {
  universe: text,
  survey: number,
  /** Null: an effect block writes to them. */
  campaign: nullable(text),
  id: text,
  sample: text,
  code: text,
  locale: text,
  state: oneOf(...recipientStates),
  /** Null: their campaign has one template. */
  arm: nullable(oneOf(...splitArms)),
} satisfies Shape
/** Somebody whom a campaign or an effect block writes to. */
export type CampaignRecipient = RowOf<typeof columns>
const selected = 'r.universe, r.survey, r.campaign, r.id, r.sample, r.code, r.locale, r.state, r.arm'

// Crockford's letters, of which none looks like another: 80 bits.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** What a link of a message holds. */
export const newCode = () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('')
const codePattern = /^[0-9a-hjkmnp-tv-z]{16}$/

/** Whose link holds this code; null: nobody’s. */
export async function recipientByCode({ service }: Stores, code: string): Promise<CampaignRecipient | null> {
  if (!codePattern.test(code)) return null
  const { rows } = await query(service, columns, `select ${selected} from campaign_recipient r where code = $1`, [code])
  return rows[0] ?? null
}

/** To whom a message of a universe went; null: to nobody’s recipient. */
export async function recipientOfMessage(
  client: pg.PoolClient,
  universe: string,
  message: string,
): Promise<CampaignRecipient | null> {
  const { rows } = await query(
    client,
    columns,
    `select ${selected} from campaign_recipient r where r.universe = $1 and r.mail = $2`,
    [universe, message],
  )
  return rows[0] ?? null
}

export type NewRecipient = {
  readonly sample: string
  readonly locale: string
  readonly reason: string | null
  readonly arm: SplitArm | null
  /** When their message may go; null: at once. */
  readonly dueAt: Date | null
}
type Of = { readonly universe: string; readonly survey: number }

/** Rows of one statement. */
const atOnce = 5_000

/** The audience of a campaign: who has a reason is left out, the others wait. */
export async function addRecipients(
  client: pg.PoolClient,
  { universe, survey }: Of,
  campaign: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  for (let at = 0; at < recipients.length; at += atOnce) {
    const rows = recipients.slice(at, at + atOnce).map((one) => Object.assign({ code: newCode() }, one))
    await client.query(
      `insert into campaign_recipient (universe, survey, campaign, sample, code, locale, state, reason, arm, due_at)
       select $1, $2, $3, sample, code, locale, case when reason is null then 'waiting' else 'left' end, reason, arm,
         coalesce("dueAt", now())
       from jsonb_to_recordset($4)
         as given (sample uuid, code text, locale text, reason text, arm text, "dueAt" timestamptz)`,
      [universe, survey, campaign, JSON.stringify(rows)],
    )
  }
}

/** Somebody whom an effect writes to; `id`: that of its run, so there is one at most. */
export async function addOfEffect(
  client: pg.PoolClient,
  { universe, survey }: Of,
  { id, sample, locale }: Pick<CampaignRecipient, 'id' | 'sample' | 'locale'>,
): Promise<CampaignRecipient> {
  const { rows } = await query(
    client,
    columns,
    `insert into campaign_recipient as r (universe, survey, id, sample, code, locale)
     values ($1, $2, $3, $4, $5, $6) returning ${selected}`,
    [universe, survey, id, sample, newCode(), locale],
  )
  const [made] = rows
  if (!made) throw new Error('a recipient was not kept')
  return made
}

/** Whose clocks let messages go now: those who live in one of the zones, and `others`: those of whom none is known. */
export type OpenZones = { readonly zones: readonly string[]; readonly others: boolean }

/** The next whose time has come, locked. */
export async function waitingRecipients(
  client: pg.PoolClient,
  universe: string,
  campaign: string,
  most: number,
  { zones, others }: OpenZones,
): Promise<readonly CampaignRecipient[]> {
  const { rows } = await query(
    client,
    columns,
    `select ${selected} from campaign_recipient r
     where r.universe = $1 and r.campaign = $2 and r.state = 'waiting' and r.due_at <= now()
       and exists (select from sample s where (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
         and coalesce(s.time_zone = any($4), $5))
     order by r.due_at, r.id limit $3 for update`,
    [universe, campaign, most, zones, others],
  )
  return rows
}

/** When the next message of a campaign may go; null: nobody waits. */
export async function nextDue(client: pg.PoolClient, universe: string, campaign: string): Promise<Date | null> {
  const { rows } = await query(
    client,
    { dueAt: nullable(time) },
    `select min(due_at) as "dueAt" from campaign_recipient where universe = $1 and campaign = $2 and state = 'waiting'`,
    [universe, campaign],
  )
  return rows[0]?.dueAt ?? null
}

/** How many have a message that waits for the mail server, were given one within the hour, and wait for one whose time has come. */
export async function onTheirWay(client: pg.PoolClient, universe: string, campaign: string) {
  const { rows } = await query(
    client,
    { queued: number, lately: number, waiting: number },
    `select count(*) filter (where state = 'queued')::int as queued, 
       count(*) filter (where state = 'waiting' and due_at <= now())::int as waiting,
       count(*) filter (where queued_at > now() - interval '1 hour')::int as lately
     from campaign_recipient where universe = $1 and campaign = $2`,
    [universe, campaign],
  )
  return rows[0] ?? { queued: 0, lately: 0, waiting: 0 }
}

/** Their messages are where the mail server takes them from. */
export const setQueued = (client: pg.PoolClient, universe: string, mails: ReadonlyMap<string, string>) =>
  client.query(
    `update campaign_recipient r set state = 'queued', queued_at = now(), mail = given.mail
     from unnest($2::uuid[], $3::uuid[]) as given (id, mail) where r.universe = $1 and r.id = given.id`,
    [universe, [...mails.keys()], [...mails.values()]],
  )

/** The letters of a batch were made: who waited for theirs has been sent it. */
export const setPrinted = (client: pg.PoolClient, universe: string, batch: string) =>
  client.query(
    `update campaign_recipient r set state = 'delivered', sent_at = now() from letter l
     where r.universe = $1 and l.universe = $1 and l.batch = $2 and l.recipient = r.id and r.state = 'queued'`,
    [universe, batch],
  )

/** They get no message after all. */
export const setLeft = (client: pg.PoolClient, universe: string, reasons: ReadonlyMap<string, string>) =>
  client.query(
    `update campaign_recipient r set state = 'left', reason = given.reason
     from unnest($2::uuid[], $3::text[]) as given (id, reason) where r.universe = $1 and r.id = given.id`,
    [universe, [...reasons.keys()], [...reasons.values()]],
  )

/** Who waits still gets nothing any more. */
export const leaveWaiting = (client: pg.PoolClient, universe: string, campaign: string) =>
  client.query(
    `update campaign_recipient set state = 'left', reason = 'ended' where universe = $1 and campaign = $2 and state = 'waiting'`,
    [universe, campaign],
  )

/** Who waits still gets the better of two templates. */
export const giveBetter = (client: pg.PoolClient, universe: string, campaign: string) =>
  client.query(
    `update campaign_recipient set arm = 'rest' where universe = $1 and campaign = $2 and state = 'waiting'`,
    [universe, campaign],
  )

/** Messages that wait or were sent, whatever way they go. */
const messages = `select id, state, sent_at, fault, is_bounced, begun_at from mailbox
  union all select id, state, sent_at, fault, false, begun_at from sms`

/** What was said of messages where they were sent to since it was looked last. Who did not want one for good is asked no more. */
export async function noteDeliveries(client: pg.PoolClient): Promise<void> {
  const { rows } = await query(
    client,
    { universe: text, survey: number, sample: text, reason: nullable(text) },
    `update campaign_recipient r set sent_at = m.sent_at, fault = m.fault,
       state = case m.state when 'sent' then 'delivered' else 'failed' end,
       reason = case when m.state = 'sent' then null when m.is_bounced then 'bounced'
         when m.begun_at is not null then 'lost' else 'notSent' end
     from (${messages}) m where r.state = 'queued' and m.id = r.mail and m.state <> 'waiting'
     returning r.universe, r.survey, r.sample, r.reason`,
  )
  const bounced = rows.filter(({ reason }) => reason === 'bounced')
  for (const survey of new Set(bounced.map((one) => one.survey))) {
    const of = bounced.filter((one) => one.survey === survey)
    const universe = of[0]?.universe ?? ''
    await noteBounced(
      client,
      { universe, survey },
      of.map(({ sample }) => sample),
    )
  }
}

/**
 * A message came back after it had been sent; the first time counts. `bounced`: for good, nobody is written to there any
 * more. `returned`: a letter.
 */
export async function noteReturned(
  client: pg.PoolClient,
  { universe, survey, id, sample }: Pick<CampaignRecipient, 'universe' | 'survey' | 'id' | 'sample'>,
  { why, said }: { readonly why: 'bounced' | 'notSent' | 'returned'; readonly said: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `update campaign_recipient set state = 'failed', reason = $3, fault = $4, bounced_at = now()
     where universe = $1 and id = $2 and state = 'delivered'`,
    [universe, id, why, said],
  )
  if (rowCount === 1 && why === 'bounced') await noteBounced(client, { universe, survey }, [sample])
}

/** Its reader marked it as spam, and wants no more. */
export const noteComplained = (client: pg.PoolClient, { universe, id }: Pick<CampaignRecipient, 'universe' | 'id'>) =>
  client.query(
    `update campaign_recipient set complained_at = coalesce(complained_at, now()),
       unsubscribed_at = coalesce(unsubscribed_at, now())
     where universe = $1 and id = $2`,
    [universe, id],
  )

type Seen = 'opened_at' | 'clicked_at' | 'unsubscribed_at' | 'machine_at'

/**
 * Notes when they first did something with their message; who clicks has opened it. `precision`: of a protected survey
 * the day alone is kept, since the moment would tell which answers are theirs.
 */
export const noteSeen = (
  { service }: Stores,
  { universe, id }: CampaignRecipient,
  what: Seen,
  precision: 'day' | 'microseconds' = 'microseconds',
) =>
  service.query(
    `update campaign_recipient set ${what} = coalesce(${what}, date_trunc($3, now()))
       ${what === 'clicked_at' || what === 'unsubscribed_at' ? ', opened_at = coalesce(opened_at, date_trunc($3, now()))' : ''}
     where universe = $1 and id = $2`,
    [universe, id, precision],
  )

/** The last message to this number was answered by words that say so. */
export const noteUnsubscribedBy = (client: pg.PoolClient, universe: string, phone: string) =>
  client.query(
    `update campaign_recipient set unsubscribed_at = coalesce(unsubscribed_at, now())
     where universe = $1 and mail = (select id from sms where universe = $1 and recipient = $2 order by at desc, id desc limit 1)`,
    [universe, phone],
  )

/** In SQL over a sample `s`: it said by an earlier message, or under its contact, that it wants none. */
const wantsNone = `(exists (select from campaign_recipient o where (o.universe, o.survey, o.sample) = (s.universe, s.survey, s.id)
    and o.unsubscribed_at >= r.queued_at)
  or exists (select from contact_consent o where o.universe = s.universe and o.consent = 'optedOut'
    and o.contact_hash = sha256(convert_to(s.universe::text || E'\\n' || s.contact, 'UTF8'))))`

/** Why a message may not go any more: its reader has said that they want none, or its campaign was ended. Null: it may. */
export async function withholdFrom({ service }: Stores, mail: string): Promise<string | null> {
  const { rows } = await query(
    service,
    { reason: oneOf('unsubscribed', 'ended') },
    `update campaign_recipient r set state = 'left', mail = null,
       reason = case when s.state = 'unsubscribed' or r.campaign is null then 'unsubscribed' else 'ended' end
     from sample s where r.mail = $1 and (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
       and (s.state = 'unsubscribed' or r.campaign is null and ${wantsNone}
         or exists (select from campaign c where (c.universe, c.id) = (r.universe, r.campaign) and c.state = 'stopped'))
     returning r.reason`,
    [mail],
  )
  const [found] = rows
  if (!found) return null
  return found.reason === 'unsubscribed' ? 'its reader wants no more messages' : 'the campaign was ended'
}
