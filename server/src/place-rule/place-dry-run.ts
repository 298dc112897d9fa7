import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import type { Day } from '@kaiku/core/day.ts'
import { type Handler, handlersOf } from '../alert-rule/alert-owner.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Period } from '../selection/selection.ts'
import { evaluatedDays, lastDayAt, momentAfter } from './due-day.ts'
import { episodesOf, type PlaceEpisode } from './episode.ts'
import { follow } from './follow.ts'
import { beginningsOf, freshEpisodes } from './fresh-episode.ts'
import { type Observed, observe } from './observe.ts'
import { type PlaceRaised, placeRaised } from './place-raised.ts'
import { viewOf } from './watched-place.ts'

/** Each day of a rule is a question of its own. */
const mostDays = 100

/** What would have happened to a rule that was published on the first of some days. */
type Followed = {
  readonly begun: readonly { readonly day: Day; readonly observed: Observed }[]
  readonly episodes: readonly PlaceEpisode[]
  /** Only the last days were looked at. */
  readonly isCut: boolean
}

/** `now`: milliseconds since 1970; days that are not over are not looked at. */
export async function followedOver(
  stores: Stores,
  dictionary: Dictionary,
  rule: PlaceRule,
  { from, to }: Period,
  now: number,
): Promise<Followed> {
  const last = lastDayAt(rule, dictionary.definition.settings.timeZone, now)
  const all = evaluatedDays(rule, from, to < last ? to : last)
  const begun: { day: Day; observed: Observed }[] = []
  const ended: PlaceEpisode[] = []
  let lasting: ReadonlyMap<number, PlaceEpisode> = new Map()
  const days = all.slice(-mostDays)
  const seen = await observe(stores, dictionary, rule, days)
  for (const [at, day] of days.entries()) {
    const found = follow(rule, lasting, seen[at] ?? [], day)
    begun.push(...found.begun.map((observed) => ({ day, observed })))
    ended.push(...found.ended)
    lasting = found.lasting
  }
  return { begun, episodes: [...ended, ...lasting.values()], isCut: all.length > mostDays }
}

/**
 * The alerts about places that a survey’s rules would have raised for some days, the newest first, had each rule been
 * published on the first of them and evaluated on time; `isThere`: it was raised already. Raises nothing.
 */
export async function placeDryRun(
  stores: Stores,
  dictionary: Dictionary,
  period: Period,
  now: number,
): Promise<{ readonly raised: (PlaceRaised & { readonly isThere: boolean })[]; readonly isCut: boolean }> {
  const { settings, alertRules } = dictionary.definition
  const handlers: readonly Handler[] = alertRules.placeRules.length > 0 ? await handlersOf(stores, dictionary) : []
  const raised: (PlaceRaised & { isThere: boolean })[] = []
  let isCut = false
  for (const rule of alertRules.placeRules) {
    const found = await followedOver(stores, dictionary, rule, period, now)
    isCut ||= found.isCut
    const view = viewOf(dictionary, rule)?.view.extName
    if (view === undefined || found.begun.length === 0) continue
    const known = await inUniverse(stores.pool, dictionary.universe, (client) =>
      episodesOf(client, dictionary, rule, view),
    )
    const fresh = beginningsOf(freshEpisodes(found.episodes, known, period.to))
    for (const { day, observed } of found.begun)
      raised.push({
        ...placeRaised(dictionary, handlers, rule, day, observed, momentAfter(rule, settings.timeZone, day)),
        isThere: !fresh.has(observed.node, day),
      })
  }
  return { raised: raised.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)), isCut }
}
