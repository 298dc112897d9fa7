import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { CampaignCounts } from '@kaiku/contract/campaign.ts'
import type { CampaignRow, campaignFigureCalls } from '@kaiku/contract/campaign-figure.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { campaignStandings, mailActions, messageKinds } from '@kaiku/core/campaign.ts'
import { campaignFilterName } from '@kaiku/core/campaign-filter.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { countsOf, recipientsSeen, tellOfCampaign } from '../campaign/campaign-count.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shareFigure } from '../figure/share-figure.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { type Scope, scopeOf } from '../selection/scope.ts'
import { asOfToday, placeScope, resolveSelection, type Selection } from '../selection/selection.ts'

type Calls = typeof campaignFigureCalls
type Details = NonNullable<ReplyOf<Calls['details']>['campaign']>
type Asked = Pick<InputOf<Calls['list']>, 'path' | 'minimumN' | 'locale'>

const columns = {
  id: text,
  name: text,
  kind: oneOf(...messageKinds),
  action: oneOf(...mailActions),
  state: oneOf(...campaignStandings),
  isContinuous: bool,
  at: time,
} satisfies Shape

const mostShown = 50

/** The newest campaigns that write to people of a place; `only` one of them. */
async function campaignsAt(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  within: Scope,
  { only, limit = mostShown }: { readonly only?: string | undefined; readonly limit?: number },
): Promise<readonly RowOf<typeof columns>[]> {
  const { values, bind, from } = recipientsSeen(who, dictionary, within)
  const one = only === undefined ? '' : `and c.id::text = ${bind(only)}`
  const { rows } = await query(
    client,
    columns,
    `select c.id, c.name, c.kind, c.action, c.state, c.at,
       coalesce(jsonb_typeof(c.rules -> 'continuous') = 'object', false) as "isContinuous" from campaign c
     where c.universe = ${bind(dictionary.universe)} and c.survey = ${bind(dictionary.survey)} ${one}
       and exists (select from ${from} and r.campaign = c.id) order by c.at desc, c.id desc limit ${bind(limit)}`,
    values,
  )
  return rows
}

async function placeOf(stores: Stores, who: Viewer, dictionary: Dictionary, path: string): Promise<Selection> {
  const whole = await wholePath(stores, dictionary, path)
  const today = dayIn(dictionary.definition.settings.timeZone, Date.now())
  return asOfToday(resolveSelection(dictionary, whole, today, scopeOf(who, dictionary, 'sendCampaigns')))
}

const minimumOf = ({ definition }: Dictionary, asked: number | undefined) =>
  Math.max(definition.settings.minimumN, asked ?? 1)

/** Of those whom a message reached, how many answered. */
const rateOf = ({ answered, delivered }: Pick<CampaignCounts, 'answered' | 'delivered'>, minimum: number) =>
  shareFigure({ n: answered, of: delivered }, minimum)

const rowOf = ({ id, at, ...told }: RowOf<typeof columns>, counts: CampaignCounts, minimum: number): CampaignRow => ({
  ...told,
  campaignId: id,
  at: at.toISOString(),
  counts,
  rate: rateOf(counts, minimum),
})

/** Throws the Faults of a path. */
export async function campaignsBelow(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { path, minimumN, limit }: Asked & { readonly limit?: number },
): Promise<CampaignRow[]> {
  const within = placeScope(await placeOf(stores, who, dictionary, path))
  const minimum = minimumOf(dictionary, minimumN)
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const found = await campaignsAt(client, who, dictionary, within, limit === undefined ? {} : { limit })
    const ids = found.map(({ id }) => id)
    const counts = await countsOf(client, who, dictionary, ids, within)
    return found.flatMap((one) => {
      const of = counts.get(one.id)
      return of ? [rowOf(one, of, minimum)] : []
    })
  })
}

/** The campaign that the filter names. */
const filteredBy = ({ chosen }: Selection): string | undefined => {
  const match = chosen.find(({ name }) => name === campaignFilterName)?.choice.include[0]
  return match?.is === 'campaign' ? match.campaign : undefined
}

/** One campaign at a place: that of the filter, the asked one, or the newest. Throws the Faults of a path. */
export async function campaignAt(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { path, minimumN, locale, campaignId }: Asked & { readonly campaignId?: string | undefined },
): Promise<Details | null> {
  const selection = await placeOf(stores, who, dictionary, path)
  const within = placeScope(selection)
  const minimum = minimumOf(dictionary, minimumN)
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const only = campaignId ?? filteredBy(selection)
    const [found] = await campaignsAt(client, who, dictionary, within, { only, limit: 1 })
    const counts = found && (await countsOf(client, who, dictionary, [found.id], within)).get(found.id)
    if (!found || !counts) return null
    const told = await tellOfCampaign(client, who, dictionary, found, locale ?? who.locale, within)
    const places = told.places.map((one) => ({ ...one, rate: rateOf(one, minimum) }))
    return { ...rowOf(found, counts, minimum), days: told.days, places, bounces: told.bounces }
  })
}
