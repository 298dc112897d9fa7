import type { InputOf } from '@kaiku/contract/call.ts'
import type { Campaign, CampaignCounts, CampaignSummary, campaignCalls } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { holdsText, writtenInPath } from '../db/holds-text.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { isEverywhere, scopeOf } from '../selection/scope.ts'
import { readCampaign, readCampaigns, remindersOf, type StoredCampaign, setStanding } from './campaign.store.ts'
import { spentOn } from './campaign-cost.ts'
import { cameByDay, countsOf, nobody, tellOfCampaign } from './campaign-count.ts'
import { tellSplit } from './campaign-split.ts'

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
  isContinuous: stored.rules.continuous !== null,
  reason: stored.reason,
  at: stored.at.toISOString(),
  begunAt: stored.begunAt?.toISOString() ?? null,
  endedAt: stored.endedAt?.toISOString() ?? null,
  by: names.get(stored.person ?? '') ?? '',
  counts,
})

/** Whether a campaign is the viewer’s own, or goes on to write to people none of whom is out of their reach. */
const holds = (who: Viewer, dictionary: Dictionary, { person, rules }: StoredCampaign): boolean =>
  person === who.userId || (rules.continuous !== null && isEverywhere(scopeOf(who, dictionary, 'sendCampaigns')))

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
    .filter((one) => counts.has(one.id) || holds(who, dictionary, one))
    .map((one) => summaryOf(one, counts.get(one.id) ?? nobody, names))
}

/** One that the viewer may see. Throws Fault `not_found`. */
export async function seenCampaign(client: pg.PoolClient, who: Viewer, dictionary: Dictionary, id: string) {
  const stored = await readCampaign(client, dictionary, id)
  const counts = stored && (await countsOf(client, who, dictionary, [id])).get(id)
  if (!stored || (!counts && !holds(who, dictionary, stored))) throw notThere()
  return { stored, counts: counts ?? nobody }
}

/** Whether everybody it writes to is one whom the viewer may write to: whoever reaches a part alone changes nothing for all. */
async function reachesWhole(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { stored, counts: { audience } }: { readonly stored: StoredCampaign; readonly counts: CampaignCounts },
) {
  if (stored.rules.continuous !== null && !holds(who, dictionary, stored)) return false
  const { rows } = await query(
    client,
    { n: number },
    'select count(*)::int as n from campaign_recipient where universe = $1 and campaign = $2',
    [dictionary.universe, stored.id],
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
      const came = found.stored.rules.continuous && (await cameByDay(client, who, dictionary, found.stored))
      const whole = await reachesWhole(client, who, dictionary, found)
      const both = await tellSplit(client, who, dictionary, found.stored, whole)
      const spent = await spentOn(client, { who, dictionary, publicUrl }, found.stored, found.counts.answered)
      return { ...found, told: { ...more, came }, cost: spent, isWhole: whole, split: both }
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

export async function summaryNow(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
): Promise<CampaignSummary> {
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
    const found = await seenCampaign(client, who, dictionary, campaignId)
    if (!(await reachesWhole(client, who, dictionary, found)))
      throw new Fault('forbidden', 'This campaign also writes to people of other places.')
    const reason = to === 'stopped' ? 'person' : null
    if (!(await setStanding(client, dictionary.universe, campaignId, from[to], { state: to, reason })))
      throw refuse('conflict', 'campaign.state')
    if (to === 'stopped')
      for (const reminder of await remindersOf(client, dictionary.universe, campaignId))
        await setStanding(client, dictionary.universe, reminder, from[to], { state: to, reason })
  })
  return summaryNow(stores, who, dictionary, campaignId)
}

/**
 * Takes one of the texts, in lower case, out of the filters and names of campaigns, which stay: they tell who was
 * written to. Answers in how many it stood.
 */
export async function forgetInCampaigns(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update campaign set path = regexp_replace(path, '[;?].*$', ''), name = case when ${holdsText('name')} then '–' else name end
     where universe = $1 and survey = any($2) and ${holdsText(`${writtenInPath('path')} || ' ' || name`)}`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}
