import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { nextDay } from '@kaiku/core/zoned-time.ts'
import { storeAlerts } from '../alert/store-alerts.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { inTransaction } from '../db/postgres.ts'
import { number as numberColumn, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { caughtUp } from '../projection/pending.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { evaluatedDays, lastDayAt } from './due-day.ts'
import { episodesOf, keepEpisodes, ruleDay, setRuleDay } from './episode.ts'
import { follow } from './follow.ts'
import { observe } from './observe.ts'
import { placeRaised } from './place-raised.ts'
import { viewOf } from './watched-place.ts'

/**
 * Evaluates the rules on places whose day has come, in whatever universe, once all that is committed is in the figures.
 * What a day raises and that it was evaluated are one transaction, so nothing is raised twice and nothing is left out,
 * whenever it dies. Answers how many alerts. `now`: milliseconds since 1970; `universe`: of this one alone.
 */
export async function evaluatePlaces(
  stores: Stores,
  now: number,
  { universe = null, signal }: { readonly universe?: string | null; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let raised = 0
  for (const number of await surveysWithRules(stores, universe)) {
    const dictionary = await surveyByNumber(stores, number)
    for (const rule of dictionary.definition.alertRules.placeRules) {
      const days = await daysDue(stores, dictionary, rule, now)
      if (days.length === 0) continue
      await caughtUp(stores, number, signal)
      for (const day of days) {
        if (signal?.aborted) return raised
        raised += await evaluate(stores, dictionary, rule, day, now)
      }
    }
  }
  return raised
}

/** In SQL, surveys `s` whose rules may name places. */
export const surveysThatName = `from survey s join definition_file f
    on (f.universe, f.survey, f.version, f.path) = (s.universe, s.number, s.version, 'alert-rules.json')
  where position('"placeRules"' in f.text) > 0`

/** Those whose rules may name places: reading all definitions whole each minute would be in vain. */
async function surveysWithRules({ service }: Stores, universe: string | null): Promise<number[]> {
  const { rows } = await query(
    service,
    { number: numberColumn },
    `select s.number ${surveysThatName} and ($1::uuid is null or s.universe = $1) order by s.number`,
    [universe],
  )
  return rows.map(({ number }) => number)
}

/** A new rule begins with the last day that it may look at; one that missed days makes up for those that are still news. */
async function daysDue(stores: Stores, dictionary: Dictionary, rule: PlaceRule, now: number): Promise<Day[]> {
  const { settings, alertRules } = dictionary.definition
  const last = lastDayAt(rule, settings.timeZone, now)
  const done = await ruleDay(stores.service, dictionary, rule, 'look')
  if (done !== null && done >= last) return []
  const earliest = addDays(last, 1 - alertRules.recentDays)
  const from = done !== null && done >= earliest ? nextDay(done) : earliest
  const days = evaluatedDays(rule, from, last)
  return done === null ? days.slice(-1) : days
}

async function evaluate(
  stores: Stores,
  dictionary: Dictionary,
  rule: PlaceRule,
  day: Day,
  now: number,
): Promise<number> {
  const view = viewOf(dictionary, rule)?.view.extName
  if (view === undefined) return 0
  const [observed = []] = await observe(stores, dictionary, rule, [day])
  const handlers = await handlersOf(stores, dictionary)
  crashPoint('watched')
  return inTransaction(stores.service, async (client) => {
    const done = await ruleDay(client, dictionary, rule, 'lock')
    // Somebody else evaluated it meanwhile.
    if (done !== null && done >= day) return 0
    const lasting = (await episodesOf(client, dictionary, rule, view)).filter(({ until }) => until === null)
    const { begun, ended } = follow(rule, new Map(lasting.map((one) => [one.node, one])), observed, day)
    await keepEpisodes(client, dictionary, rule, view, [
      ...ended,
      ...begun.map(({ node }) => ({ node, since: day, until: null })),
    ])
    const raised = begun.map((one) => placeRaised(dictionary, handlers, rule, day, one, now))
    const count = await storeAlerts(client, dictionary, raised, { now })
    await setRuleDay(client, dictionary, rule, day)
    crashPoint('placed')
    return count
  })
}
