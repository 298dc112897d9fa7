import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { raisingOf, storeAlerts } from '../alert/store-alerts.ts'
import { followMoved } from '../alert/stored-alert.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { dryRun } from '../alert-rule/dry-run.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { episodesOf, keepEpisodes, ruleDay } from '../place-rule/episode.ts'
import { beginningsOf, freshEpisodes } from '../place-rule/fresh-episode.ts'
import { followedOver } from '../place-rule/place-dry-run.ts'
import { placeRaised } from '../place-rule/place-raised.ts'
import { viewOf } from '../place-rule/watched-place.ts'
import type { Period } from '../selection/selection.ts'

/** What was raised afterwards, and what a dry run lists. */
export type Backfilled = { readonly raised: number; readonly listed: number; readonly isCut: boolean }

const atOnce = 1_000

/**
 * Raises what a dry run over past days lists and is not there yet, marked as such; nobody is mailed, and times to be solved
 * count from now. Done again it raises nothing more. `now`: milliseconds since 1970.
 */
export async function backfillAlerts(
  stores: Stores,
  dictionary: Dictionary,
  period: Period,
  now: number,
): Promise<Backfilled> {
  const run = await dryRun(stores, dictionary, period, () => now)
  let raised = 0
  for (let at = 0; at < run.raised.length; at += atOnce) {
    const some = run.raised.slice(at, at + atOnce)
    raised += await inTransaction(stores.service, async (client) => {
      const count = await storeAlerts(client, dictionary, some.map(raisingOf), { now, backfilled: true })
      // One may have moved to another place since it was looked at.
      await followMoved(
        client,
        dictionary,
        some.map(({ interview }) => interview.number),
      )
      return count
    })
  }
  let [listed, isCut] = [run.raised.length, run.isCut]
  for (const rule of dictionary.definition.alertRules.placeRules) {
    const found = await backfillRule(stores, dictionary, rule, period, now)
    raised += found.raised
    listed += found.listed
    isCut ||= found.isCut
  }
  return { raised, listed, isCut }
}

async function backfillRule(
  stores: Stores,
  dictionary: Dictionary,
  rule: PlaceRule,
  period: Period,
  now: number,
): Promise<Backfilled> {
  const view = viewOf(dictionary, rule)?.view.extName
  const { begun, episodes, isCut } = await followedOver(stores, dictionary, rule, period, now)
  if (view === undefined || begun.length === 0) return { raised: 0, listed: begun.length, isCut }
  const handlers = await handlersOf(stores, dictionary)
  const raised = await inTransaction(stores.service, async (client) => {
    await ruleDay(client, dictionary, rule, 'lock')
    const fresh = freshEpisodes(episodes, await episodesOf(client, dictionary, rule, view), period.to)
    await keepEpisodes(client, dictionary, rule, view, fresh)
    const isFresh = beginningsOf(fresh)
    const asked = begun
      .filter(({ day, observed }) => isFresh.has(observed.node, day))
      .map(({ day, observed }) => placeRaised(dictionary, handlers, rule, day, observed, now))
    return storeAlerts(client, dictionary, asked, { now, backfilled: true })
  })
  return { raised, listed: begun.length, isCut }
}
