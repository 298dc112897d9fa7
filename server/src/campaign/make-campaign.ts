import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { CampaignSummary, campaignCalls } from '@kaiku/contract/campaign.ts'
import type { CampaignRules, Continuously } from '@kaiku/contract/campaign-rules.ts'
import type { TemplateContent } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type LeftReason, leftReasons, type MailAction, type MessageKind } from '@kaiku/core/campaign.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { localeOf, smsPartsOf } from '../campaign-message/message-sender.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, numbers, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { seesPlaceFigures } from '../mail-figure/mail-figure.ts'
import { figureBlocks } from '../mail-figure/mail-figure-layout.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { addRecipients } from '../recipient/recipient.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { readGateway } from '../sms/gateway.ts'
import { contentOf, publishedVersion, templateOf } from '../template/template.ts'
import { leadsEverywhere } from '../template/template-check.ts'
import { testTemplate } from '../template/template-preview.ts'
import { type JudgedSample, judgeAudience } from './audience.ts'
import { insertCampaign } from './campaign.store.ts'
import { seenCampaign, summaryNow } from './campaign.ts'
import { costOf, priceOf } from './campaign-cost.ts'
import { recipientsSeen } from './campaign-count.ts'
import { armFor, noSecond, secondOf } from './campaign-split.ts'

type Calls = typeof campaignCalls

type Wanted = Pick<InputOf<Calls['audience']>, 'action' | 'parent' | 'path' | 'rules'> & { readonly kind: MessageKind }

/** The same as the audience of the new campaign is found by. Throws Fault `invalid` for a follow-up of none. */
async function judged(client: pg.PoolClient, who: Viewer, dictionary: Dictionary, wanted: Wanted, now: number) {
  const { kind, action, parent = null, path, rules } = wanted
  refuseOnceOnly(action, rules)
  const follows = action === 'reminder' || action === 'again'
  if (follows !== (parent !== null)) throw refuse('invalid', 'campaign.followUp')
  if (parent !== null) await seenCampaign(client, who, dictionary, parent)
  const { continuous } = rules
  if (continuous !== null) checkContinuous(kind, Math.max(now, Date.parse(rules.sendAt ?? '') || now), continuous)
  const people = await judgeAudience(client, who, dictionary, { kind, action, parent, path, rules }, now)
  return continuous === null || continuous.withPresent ? people : []
}

function refuseOnceOnly(action: MailAction, { continuous }: Pick<CampaignRules, 'continuous'>): void {
  if (continuous !== null && action !== 'new' && action !== 'reminder')
    throw refuse('invalid', 'campaign.continuousAction')
}

/** Throws Fault `invalid` for what cannot go on. `start`: milliseconds since 1970. */
function checkContinuous(kind: MessageKind, start: number, { until }: Continuously): void {
  if (kind === 'letter') throw refuse('invalid', 'campaign.continuousLetter')
  if (until !== null && Date.parse(until) <= start) throw refuse('invalid', 'campaign.continuousUntil')
}

type Making = { readonly now: number; readonly publicUrl: string }

/** Places that are told before anything is sent. */
const mostPlaces = 20

export async function audienceOf(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, second, ...wanted }: InputOf<Calls['audience']>,
  { now, publicUrl }: Making,
): Promise<ReplyOf<Calls['audience']>> {
  const say = (text: Localised) => localise(text, who.locale, dictionary.definition.settings.locale)
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const found = templateId === undefined ? null : await templateOf(client, dictionary, templateId)
    const people = await judged(client, who, dictionary, { ...wanted, kind: found?.kind ?? 'mail' }, now)
    const recipients = people.filter(({ left }) => left === null)
    const places = new Map<string, number>()
    for (const { leaves } of recipients) {
      const title = placeTitle(dictionary, leaves, say)
      places.set(title, (places.get(title) ?? 0) + 1)
    }
    const smsParts = found?.kind === 'sms' ? await partsOf(found.content, recipients) : null
    const { rate: usual, expectedAt } = await usualRates(client, who, dictionary, say)
    const price = await priceOf(client, dictionary.universe, found?.kind ?? 'mail')
    const messages = found?.kind === 'sms' ? smsParts : recipients.length
    return {
      audience: people.length,
      recipients: recipients.length,
      smsParts,
      left: reasonsOf(people),
      usualRate: usual,
      cost: price && messages !== null ? costOf(price, messages, (recipients.length * (usual ?? 0)) / 100) : null,
      places: [...places]
        .map(([title, n]) => ({ title, recipients: n, expected: expectedAt(title, n) }))
        .sort((a, b) => b.recipients - a.recipients)
        .slice(0, mostPlaces),
    }

    /** With a second template about so many. */
    async function partsOf(content: TemplateContent, to: readonly JudgedSample[]): Promise<number | null> {
      const first = await smsPartsOf(client, dictionary, content, to, publicUrl)
      if (first === null || second?.templateId === undefined) return first
      const other = await templateOf(client, dictionary, second.templateId)
      const more = await smsPartsOf(client, dictionary, other.content, to, publicUrl)
      return more === null ? null : Math.round((first * (100 - second.share) + more * second.share) / 100)
    }
  })
}

function reasonsOf(people: readonly JudgedSample[]): { reason: LeftReason; n: number }[] {
  const counts = new Map<LeftReason, number>()
  for (const { left } of people) if (left !== null) counts.set(left, (counts.get(left) ?? 0) + 1)
  return leftReasons.flatMap((reason) => {
    const n = counts.get(reason)
    return n === undefined ? [] : [{ reason, n }]
  })
}

/** Messages at the rate of all places that count beside those of one place: few of its own say little. */
const weightOfAll = 20

/** Of a hundred who were written to in the last two years, how many answered: of all, and what a place may expect of so many. */
async function usualRates(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  say: (text: Localised) => string,
): Promise<{ rate: number | null; expectedAt: (title: string, recipients: number) => number | null }> {
  const { values, from } = recipientsSeen(who, dictionary)
  const { rows } = await query(
    client,
    { leaves: numbers, answered: number, sent: number },
    `select s.leaves, count(*) filter (where s.state = 'completed')::int as answered, count(*)::int as sent
     from ${from} and r.state = 'delivered' and r.sent_at between now() - interval '2 years' and now() - interval '14 days'
     group by s.leaves`,
    values,
  )
  const all = { answered: 0, sent: 0 }
  const places = new Map<string, { answered: number; sent: number }>()
  for (const { leaves, answered, sent } of rows) {
    const title = placeTitle(dictionary, leaves, say)
    const place = places.get(title) ?? { answered: 0, sent: 0 }
    places.set(title, { answered: place.answered + answered, sent: place.sent + sent })
    all.answered += answered
    all.sent += sent
  }
  if (all.sent === 0) return { rate: null, expectedAt: () => null }
  const rate = all.answered / all.sent
  const expectedAt = (title: string, recipients: number) => {
    const { answered, sent } = places.get(title) ?? { answered: 0, sent: 0 }
    return Math.round((recipients * (answered + weightOfAll * rate)) / (sent + weightOfAll))
  }
  return { rate: 100 * rate, expectedAt }
}

/** Makes a campaign; a queue sends it. Throws Fault `invalid` where nobody would get a message, or nothing is published. */
export async function createCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<Calls['create']>,
  { now, publicUrl, address }: Making & { readonly address: string },
): Promise<CampaignSummary> {
  const { action, rules, templateId, testTo: to, reminder } = asked
  const { locale } = dictionary.definition.settings
  refuseOnceOnly(action, rules)
  if (action === 'test' && asked.second) throw refuse('invalid', 'campaign.splitKind')
  if (action === 'test') await testTemplate(stores, who, dictionary, { templateId, locale, to }, { publicUrl, address })
  const id = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { kind, version } = await sendable(client, dictionary, templateId)
    const second = await secondOf(client, dictionary, kind, asked, publicUrl)
    const people = action === 'test' ? [] : await judged(client, who, dictionary, { ...asked, kind }, now)
    if (action !== 'test' && rules.continuous === null && people.every(({ left }) => left !== null))
      throw refuse('invalid', 'campaign.empty')
    // Who has letters printed reads who they go to.
    if (kind === 'letter' && people.some((one) => one.left === null && !seesPerson(who, dictionary, one)))
      throw refuse('forbidden', 'campaign.letterContacts')
    const told = rules.continuous === null ? people : anybody
    await refuseFigures(client, who, dictionary, { template: templateId, version }, told)
    const { splitTemplate, splitVersion, splitSubject } = second
    if (splitTemplate !== null && splitVersion !== null && splitSubject === null)
      await refuseFigures(client, who, dictionary, { template: splitTemplate, version: splitVersion }, told)
    const { name, path, parent = null } = asked
    const made = {
      ...second,
      kind,
      name,
      action,
      parent,
      template: templateId,
      version,
      path,
      rules,
      person: who.userId,
    }
    const campaign = await insertCampaign(client, dictionary, made, action === 'test' ? 'sent' : 'waiting')
    if (reminder !== undefined) await addReminder(client, who, dictionary, { ...asked, reminder }, campaign)
    // A continuous campaign takes up everybody by itself.
    if (rules.continuous !== null) return campaign
    const recipients = people.map((one) => ({
      sample: one.id,
      locale: localeOf(dictionary, one.locale),
      reason: one.left,
      arm: one.left === null ? armFor({ ...second, id: campaign }, one.id) : null,
      dueAt: null,
    }))
    await addRecipients(client, dictionary, campaign, recipients)
    return campaign
  })
  return summaryNow(stores, who, dictionary, id)
}

type Reached = readonly Pick<JudgedSample, 'left' | 'leaves'>[]
/** Somebody of the whole survey: who will come is not known. */
const anybody: Reached = [{ left: null, leaves: [] }]

/** Throws Fault `forbidden` where a template tells figures of places and whoever sends it does not see all of them. */
async function refuseFigures(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { template, version }: { readonly template: string; readonly version: number },
  people: Reached,
): Promise<void> {
  const content = await contentOf(client, dictionary.universe, template, version)
  if (content?.kind !== 'mail' || figureBlocks(content).length === 0) return
  const sees = people.every(({ left, leaves }) => left !== null || seesPlaceFigures(who, dictionary, leaves))
  if (!sees) throw refuse('forbidden', 'campaign.figures')
}

/** The published version of a template, where its messages can be sent. */
async function sendable(client: pg.PoolClient, dictionary: Dictionary, templateId: string) {
  const found = await publishedVersion(client, dictionary, templateId)
  if (found.kind === 'sms' && !(await readGateway(client, dictionary.universe)))
    throw refuse('invalid', 'sms.noGateway')
  const content = await contentOf(client, dictionary.universe, templateId, found.version)
  // Only effects send what leads nobody to the form.
  if (content && !(await leadsEverywhere(content, dictionary)))
    throw refuse('invalid', content.kind === 'letter' ? 'campaign.letterNoCode' : 'campaign.noLink')
  return found
}

type Asked = InputOf<Calls['create']>
const hoursOfDay = 24

/** A campaign that follows a continuous one, as long as that goes on. Throws Fault `invalid` for another. */
async function addReminder(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { action, path, rules, reminder }: Asked & { readonly reminder: NonNullable<Asked['reminder']> },
  parent: string,
): Promise<void> {
  if (rules.continuous === null || action !== 'new') throw refuse('invalid', 'campaign.continuousReminder')
  const { kind, version } = await sendable(client, dictionary, reminder.templateId)
  if (kind === 'letter') throw refuse('invalid', 'campaign.continuousLetter')
  await refuseFigures(client, who, dictionary, { template: reminder.templateId, version }, anybody)
  const continuous = { afterHours: reminder.afterDays * hoursOfDay, until: null, withPresent: true }
  const own = { ...rules, continuous, quota: null, holdout: 0 }
  const made = { kind, name: reminder.name, action: 'reminder', parent, template: reminder.templateId } as const
  await insertCampaign(
    client,
    dictionary,
    { ...made, ...noSecond, version, path, rules: own, person: who.userId },
    'waiting',
  )
}
