import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Campaign, CampaignCounts, CampaignSummary, campaignCalls } from '@kaiku/contract/campaign.ts'
import type { TemplateContent } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type LeftReason, leftReasons, type MessageKind } from '@kaiku/core/campaign.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { seesPlaceFigures } from '../mail-figure/mail-figure.ts'
import { figureBlocks } from '../mail-figure/mail-figure-layout.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { namesOf } from '../person/person-name.ts'
import { addRecipients } from '../recipient/recipient.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { readGateway } from '../sms/gateway.ts'
import { contentOf, publishedVersion, templateOf } from '../template/template.ts'
import { testTemplate } from '../template/template-preview.ts'
import { type JudgedSample, judgeAudience } from './audience.ts'
import { insertCampaign, readCampaign, readCampaigns, type StoredCampaign, setStanding } from './campaign.store.ts'
import { costOf, priceOf, spentOn } from './campaign-cost.ts'
import { countsOf, nobody, recipientsSeen, tellOfCampaign } from './campaign-count.ts'
import { armOf, secondOf, tellSplit } from './campaign-split.ts'
import { localeOf, smsPartsOf } from './message-sender.ts'

type Calls = typeof campaignCalls

const notThere = () => new Fault('not_found', 'There is no such campaign.')

const summaryOf = (
  stored: StoredCampaign,
  counts: CampaignCounts,
  names: ReadonlyMap<string, string>,
): CampaignSummary => ({
  campaignId: stored.id,
  name: stored.name,
  kind: stored.kind,
  action: stored.action,
  state: stored.state,
  reason: stored.reason,
  at: stored.at.toISOString(),
  begunAt: stored.begunAt?.toISOString() ?? null,
  endedAt: stored.endedAt?.toISOString() ?? null,
  by: names.get(stored.person ?? '') ?? '',
  counts,
})

/** Those that the viewer made, and those that write to people of their places. */
export async function listCampaigns(stores: Stores, who: Viewer, dictionary: Dictionary): Promise<CampaignSummary[]> {
  const { stored, counts } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const found = await readCampaigns(client, dictionary)
    const ids = found.map(({ id }) => id)
    return { stored: found, counts: await countsOf(client, who, dictionary, ids) }
  })
  const names = await namesOf(
    stores.service,
    stored.map(({ person }) => person),
  )
  return stored
    .filter(({ id, person }) => person === who.userId || counts.has(id))
    .map((one) => summaryOf(one, counts.get(one.id) ?? nobody, names))
}

/** One that the viewer may see. Throws Fault `not_found`. */
export async function seenCampaign(client: pg.PoolClient, who: Viewer, dictionary: Dictionary, id: string) {
  const stored = await readCampaign(client, dictionary, id)
  const counts = stored && (await countsOf(client, who, dictionary, [id])).get(id)
  if (!stored || (!counts && stored.person !== who.userId)) throw notThere()
  return { stored, counts: counts ?? nobody }
}

/** Whether every recipient is one whom the viewer may write to: whoever reaches a part alone changes nothing for all. */
async function reachesWhole(client: pg.PoolClient, { universe }: Dictionary, id: string, { audience }: CampaignCounts) {
  const { rows } = await query(
    client,
    { n: number },
    'select count(*)::int as n from campaign_recipient where universe = $1 and campaign = $2',
    [universe, id],
  )
  return rows[0]?.n === audience
}

export async function showCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  { locale, publicUrl }: { readonly locale: string; readonly publicUrl: string },
): Promise<Campaign> {
  const { stored, counts, told, isWhole, split, cost } = await inUniverse(
    stores.pool,
    dictionary.universe,
    async (client) => {
      const found = await seenCampaign(client, who, dictionary, id)
      const more = await tellOfCampaign(client, who, dictionary, found.stored, locale)
      const whole = await reachesWhole(client, dictionary, id, found.counts)
      const both = await tellSplit(client, who, dictionary, found.stored, whole)
      const spent = await spentOn(client, { who, dictionary, publicUrl }, found.stored, found.counts.answered)
      return { ...found, told: more, cost: spent, isWhole: whole, split: both }
    },
  )
  const { template, templateTitle, version, parent, parentName, path, rules, person } = stored
  const names = await namesOf(stores.service, [person])
  return {
    ...summaryOf(stored, counts, names),
    ...told,
    path,
    rules,
    template: template && version !== null ? { templateId: template, title: templateTitle ?? '', version } : null,
    split,
    parent: parent ? { campaignId: parent, name: parentName ?? '' } : null,
    cost,
    mayChange: isWhole && (stored.state === 'waiting' || stored.state === 'paused'),
  }
}

type Wanted = Pick<InputOf<Calls['audience']>, 'action' | 'parent' | 'path' | 'rules'> & { readonly kind: MessageKind }

/** The same as the audience of the new campaign is found by. Throws Fault `invalid` for a follow-up of none. */
async function judged(client: pg.PoolClient, who: Viewer, dictionary: Dictionary, wanted: Wanted, now: number) {
  const { kind, action, parent = null, path, rules } = wanted
  const follows = action === 'reminder' || action === 'again'
  if (follows !== (parent !== null)) throw refuse('invalid', 'campaign.followUp')
  if (parent !== null) await seenCampaign(client, who, dictionary, parent)
  return judgeAudience(client, who, dictionary, { kind, action, parent, path, rules }, now)
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
    const usual = await usualRate(client, who, dictionary)
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
        .map(([title, n]) => ({ title, recipients: n }))
        .sort((a, b) => b.recipients - a.recipients)
        .slice(0, mostPlaces),
    }

    /** With a second template about so many. */
    async function partsOf(content: TemplateContent, recipients: readonly JudgedSample[]): Promise<number | null> {
      const first = await smsPartsOf(client, dictionary, content, recipients, publicUrl)
      if (first === null || second === undefined) return first
      const other = await templateOf(client, dictionary, second.templateId)
      const more = await smsPartsOf(client, dictionary, other.content, recipients, publicUrl)
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

/** Of a hundred whom messages of the last two years reached, how many answered. */
async function usualRate(client: pg.PoolClient, who: Viewer, dictionary: Dictionary): Promise<number | null> {
  const { values, from } = recipientsSeen(who, dictionary)
  const { rows } = await query(
    client,
    { rate: nullable(number) },
    `select avg((s.state = 'completed')::int)::float8 * 100 as rate from ${from} and r.state = 'delivered'
       and r.sent_at between now() - interval '2 years' and now() - interval '14 days'`,
    values,
  )
  return rows[0]?.rate ?? null
}

/** Makes a campaign; a queue sends it. Throws Fault `invalid` where nobody would get a message, or nothing is published. */
export async function createCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<Calls['create']>,
  { now, publicUrl, address }: Making & { readonly address: string },
): Promise<CampaignSummary> {
  const { action, parent = null, path, rules, name, templateId, testTo: to } = asked
  const { locale } = dictionary.definition.settings
  if (action === 'test' && asked.second) throw refuse('invalid', 'campaign.splitKind')
  if (action === 'test') await testTemplate(stores, who, dictionary, { templateId, locale, to }, { publicUrl, address })
  const id = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { kind, version } = await publishedVersion(client, dictionary, templateId)
    const second = await secondOf(client, dictionary, kind, asked)
    if (kind === 'sms' && !(await readGateway(client, dictionary.universe))) throw refuse('invalid', 'sms.noGateway')
    const people = action === 'test' ? [] : await judged(client, who, dictionary, { ...asked, kind }, now)
    if (action !== 'test' && people.every(({ left }) => left !== null)) throw refuse('invalid', 'campaign.empty')
    // Who has letters printed reads who they go to.
    if (kind === 'letter' && people.some((one) => one.left === null && !seesPerson(who, dictionary, one)))
      throw refuse('forbidden', 'campaign.letterContacts')
    const sent = [{ template: templateId, version, people }]
    const { splitTemplate, splitVersion } = second
    if (splitTemplate !== null) sent.push({ template: splitTemplate, version: splitVersion, people })
    for (const one of sent)
      if (kind === 'mail' && !(await mayTellFigures(client, who, dictionary, one)))
        throw refuse('forbidden', 'campaign.figures')
    const state = action === 'test' ? 'sent' : 'waiting'
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
      state,
      person: who.userId,
    } as const
    const campaign = await insertCampaign(client, dictionary, made)
    const recipients = people.map((one) => ({
      sample: one.id,
      locale: localeOf(dictionary, one.locale),
      reason: one.left,
      arm: one.left === null && second.splitShare !== null ? armOf(campaign, one.id, second.splitShare) : null,
    }))
    await addRecipients(client, dictionary, campaign, recipients)
    return campaign
  })
  return summaryNow(stores, who, dictionary, id)
}

type Sending = { readonly template: string; readonly version: number; readonly people: readonly JudgedSample[] }

/** Whether whoever sends figures of places sees all of them. */
async function mayTellFigures(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { template, version, people }: Sending,
): Promise<boolean> {
  const content = await contentOf(client, dictionary.universe, template, version)
  if (content?.kind !== 'mail' || figureBlocks(content).length === 0) return true
  return people.every(({ left, leaves }) => left !== null || seesPlaceFigures(who, dictionary, leaves))
}

async function summaryNow(stores: Stores, who: Viewer, dictionary: Dictionary, id: string): Promise<CampaignSummary> {
  const { stored, counts } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    seenCampaign(client, who, dictionary, id),
  )
  return summaryOf(stored, counts, await namesOf(stores.service, [stored.person]))
}

const from = { paused: ['waiting'], waiting: ['paused'], stopped: ['waiting', 'paused'] } as const

/** Throws Fault `forbidden` where it writes to others, too, `conflict` where it can’t be brought there. */
export async function changeCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { campaignId, to }: InputOf<Calls['change']>,
): Promise<CampaignSummary> {
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { counts } = await seenCampaign(client, who, dictionary, campaignId)
    if (!(await reachesWhole(client, dictionary, campaignId, counts)))
      throw new Fault('forbidden', 'This campaign also writes to people of other places.')
    const reason = to === 'stopped' ? 'person' : null
    if (!(await setStanding(client, dictionary.universe, campaignId, from[to], { state: to, reason })))
      throw refuse('conflict', 'campaign.state')
  })
  return summaryNow(stores, who, dictionary, campaignId)
}
