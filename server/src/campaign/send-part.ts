import type { LeftReason } from '@kaiku/core/campaign.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import type { Outcome } from '../background-work/queue.ts'
import { type Put, senderOf } from '../campaign-message/message-sender.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { closeBatch } from '../letter/letter-batch.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { nextQuarter, openZones } from '../recipient/open-hours.ts'
import { type CampaignRecipient, onTheirWay, setLeft, setQueued, waitingRecipients } from '../recipient/recipient.ts'
import { noteInvited } from '../sample/message-samples.ts'
import { readSamples, type StoredSample } from '../sample/stored-sample.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { contentOf } from '../template/template.ts'
import { addressing, messageStanding, ofState, wasAsked } from './audience.ts'
import { campaignToSend, noteBegun, type StoredCampaign, setStanding } from './campaign.store.ts'
import { takeUp } from './newcomers.ts'

type How = {
  readonly publicUrl: string
  readonly now: number
  /** Where messages come back to; null: to their sender. */
  readonly bounces: string | null
}

/** Messages of one transaction, and messages of a campaign that wait to be sent at most. */
const [part, mostQueued] = [200, 600]
/** Milliseconds until a campaign goes on: while there is more to hand over, and while it waits for what it handed over. */
const [soon, later] = [200, 2_000]

/**
 * Hands the next messages of a campaign to the queue of their kind, in one transaction with the state of their recipients: nobody
 * is written to twice, and nobody is forgotten, wherever this dies. Answers when it goes on.
 */
export async function sendPart(stores: Stores, id: string, { publicUrl, now, bounces }: How): Promise<Outcome> {
  const made = await madeBy(stores, id)
  if (made === null) return 'taken'
  const dictionary = await surveyByNumber(stores, made.survey)
  const maker = made.person && made.isContinuous ? await viewerNow(stores, made.person, made.universe) : null
  return inTransaction(stores.service, async (client): Promise<Outcome> => {
    const campaign = await campaignToSend(client, id)
    if (!campaign) return 'taken'
    const { universe, rules } = campaign
    if (rules.continuous !== null) {
      const later = await takeUp(client, maker?.who ?? null, dictionary, campaign, rules.continuous, now)
      if (later !== null) return later
    }
    const why = await reasonToStop(client, campaign)
    if (why !== null) {
      await setStanding(client, universe, id, ['waiting'], { state: 'stopped', reason: why })
      return 'taken'
    }
    // Paper waits for no hours: a task makes it at once.
    const isPaper = campaign.kind === 'letter'
    const open = openZones(dictionary, isPaper ? always : rules, now)
    const quarter = { again: nextQuarter(now) }
    if (!open.others && open.zones.length === 0) return quarter
    const { queued, lately, waiting } = await onTheirWay(client, universe, id)
    if (waiting === 0 && queued === 0) {
      await setStanding(client, universe, id, ['waiting'], { state: 'sent' })
      return 'taken'
    }
    const left = isPaper || rules.perHour === null ? part : rules.perHour - lately
    const room = Math.max(0, Math.min(part, left, isPaper ? part : mostQueued - queued))
    if (room === 0 || waiting === 0) return { again: now + (left <= 0 ? 30_000 : later) }
    const next = await waitingRecipients(client, universe, id, room, open)
    // Where everybody who waits has no hour for it now.
    if (next.length === 0) return quarter
    await noteBegun(client, campaign)
    await handOver(client, dictionary, campaign, next, { stores, publicUrl, now, bounces })
    if (isPaper) await closeBatch(client, universe, id, waiting <= room ? 'all' : 'full')
    return { again: now + soon }
  })
}

async function madeBy({ service }: Stores, id: string) {
  const { rows } = await query(
    service,
    { universe: text, survey: number, person: nullable(text), isContinuous: bool },
    `select universe, survey, person, coalesce(jsonb_typeof(rules -> 'continuous') = 'object', false) as "isContinuous"
     from campaign where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

const always = { fromHour: 0, toHour: 24, daysOff: [] }

/** Messages after which coming back is judged. */
const enough = 50

async function reasonToStop(
  client: pg.PoolClient,
  { universe, id, kind, rules }: StoredCampaign,
): Promise<string | null> {
  const { rows } = await query(
    client,
    { answered: number, sent: number, bounced: number, complained: number },
    `select count(*) filter (where s.state = 'completed' and r.state = 'delivered')::int as answered,
       count(*) filter (where r.state in ('delivered', 'failed'))::int as sent,
       count(*) filter (where r.state = 'failed' and (r.reason = 'bounced' or $3))::int as bounced,
       count(r.complained_at)::int as complained
     from campaign_recipient r join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
     where r.universe = $1 and r.campaign = $2`,
    // Gateways do not tell a number that is unknown from others that they can’t reach.
    [universe, id, kind === 'sms'],
  )
  const { answered = 0, sent = 0, bounced = 0, complained = 0 } = rows[0] ?? {}
  if (rules.stopAtAnswers !== null && answered >= rules.stopAtAnswers) return 'answers'
  const { stopAtComplaints } = rules
  if (stopAtComplaints !== null && complained > 1 && complained * 1_000 > stopAtComplaints * sent) return 'complaints'
  return rules.stopAtBounces !== null && sent >= enough && bounced * 100 > rules.stopAtBounces * sent ? 'bounces' : null
}

async function handOver(
  client: pg.PoolClient,
  dictionary: Dictionary,
  campaign: StoredCampaign,
  recipients: readonly CampaignRecipient[],
  { stores, publicUrl, now, bounces }: How & { readonly stores: Stores },
): Promise<void> {
  const { universe, action } = campaign
  const ids = recipients.map(({ sample }) => sample)
  const samples = new Map((await readSamples(client, dictionary, ids, 'lock')).map((one) => [one.id, one]))
  const reasons = await reasonsNow(client, campaign, [...samples.values()], now)
  const addressOf = await addressing(client, universe, campaign.kind)
  const putOf = await putting(campaign, { stores, client, dictionary, publicUrl, now, bounces })
  const [messages, left] = [new Map<string, string>(), new Map<string, string>()]
  for (const recipient of recipients) {
    const sample = samples.get(recipient.sample)
    const address = sample ? addressOf(sample) : null
    const reason = sample ? (reasons.get(sample.id) ?? null) : 'excluded'
    if (!sample || address === null || reason !== null) left.set(recipient.id, reason ?? 'noAddress')
    else messages.set(recipient.id, await putOf(recipient)({ recipient, sample, address }))
  }
  await setQueued(client, universe, messages)
  await setLeft(client, universe, left)
  const asked = recipients.filter(({ id }) => messages.has(id)).map(({ sample }) => sample)
  if (action !== 'reminder') await noteInvited(client, dictionary, asked)
  crashPoint('handed')
}

/** Tells what hands over the message of the template that somebody gets. */
async function putting(
  { universe, template, version, splitTemplate, splitVersion, splitSubject, splitBetter }: StoredCampaign,
  handing: Parameters<typeof senderOf>[1],
): Promise<(recipient: CampaignRecipient) => Put> {
  const sending = async (id: string | null, at: number | null, subject: Localised | null): Promise<Put> => {
    const content = id && at !== null ? await contentOf(handing.client, universe, id, at) : null
    if (!content) throw new Error('the template of the campaign is gone')
    return senderOf(
      subject === null || content.kind !== 'mail' ? content : Object.assign({}, content, { subject }),
      handing,
    )
  }
  const a = await sending(template, version, null)
  if (splitTemplate === null) return () => a
  const b = await sending(splitTemplate, splitVersion, splitSubject)
  const puts = { a, b, rest: splitBetter === 'b' ? b : a }
  return ({ arm }) => puts[arm ?? 'a']
}

/** Why somebody gets no message after all: since the campaign was made, something may have happened. */
async function reasonsNow(
  client: pg.PoolClient,
  { universe, kind, action, rules }: StoredCampaign,
  samples: readonly StoredSample[],
  now: number,
) {
  const standing = await messageStanding(client, universe, samples, { kind, action, restDays: rules.restDays }, now)
  return new Map<string, LeftReason | null>(
    samples.map((one) => [
      one.id,
      ofState(one) ?? (action === 'new' && wasAsked(one) ? 'alreadyInvited' : standing(one)),
    ]),
  )
}
