import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Who } from '@kaiku/core/access.ts'
import { type Group, welch } from '@kaiku/core/statistics.ts'
import { sayOf } from '../alert-rule/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { scoresOfInterviews } from '../result/chosen-interviews.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { ofStates, selectAlerts } from './alert-selection.ts'

type Recovery = ReplyOf<(typeof alertLoopCalls)['recovery']>

/** Alerts, the newest, whose customers are looked for: enough for a narrow interval, few enough to wait for. */
const mostLookedAt = 5_000
/** Answers without which a difference tells nothing. */
const leastToTell = 5

/**
 * What customers said when they next answered on a later day, by whether the alert about them was solved before that day
 * or nobody had begun with it. Those whose alert was under way count with neither. Customers are told by the question
 * with the role `contact`.
 */
export async function alertRecovery(
  stores: Stores,
  who: Who,
  dictionary: Dictionary,
  asked: InputOf<(typeof alertLoopCalls)['recovery']>,
  now: number,
): Promise<Recovery> {
  const next = await nextInterviews(stores, who, dictionary, asked, now)
  const scores = await scoresOfInterviews(
    stores,
    who,
    dictionary,
    next.map(({ number }) => number),
  )
  const id = [...scores.values()][0]?.indicator
  const valuesOf = (isReached: boolean) =>
    next.flatMap(({ number, reached }) => {
      const score = scores.get(number)
      return score?.indicator === id && score !== undefined && reached === isReached ? [score.value] : []
    })
  const [reached, unreached] = [valuesOf(true), valuesOf(false)]
  const isTelling = reached.length >= leastToTell && unreached.length >= leastToTell
  const difference = isTelling ? welch(groupOf(reached), groupOf(unreached)) : null
  const titled = dictionary.definition.indicators.find((one) => one.id === id)
  const say = sayOf(dictionary, asked.locale ?? who.locale)
  const again = (values: readonly number[]) => ({ n: values.length, value: values.length === 0 ? null : mean(values) })
  return {
    indicator: titled ? { id: titled.id, title: say(titled.title) } : null,
    ...{ reached: again(reached), unreached: again(unreached) },
    difference: difference && { value: difference.value, low: difference.low, high: difference.high },
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

function groupOf(values: readonly number[]): Group {
  const middle = mean(values)
  const squares = values.reduce((sum, one) => sum + (one - middle) ** 2, 0)
  return { mean: middle, variance: squares / (values.length - 1), n: values.length }
}

type Next = { readonly number: string; readonly reached: boolean }

async function nextInterviews(
  stores: Stores,
  who: Who,
  dictionary: Dictionary,
  asked: InputOf<(typeof alertLoopCalls)['recovery']>,
  now: number,
): Promise<readonly Next[]> {
  const { where, values, bind } = await selectAlerts(stores, who, dictionary, asked, now)
  // Refused as everywhere where the place is out of reach, whether customers are known or not.
  if (dictionary.role('contact') === null) return []
  const zone = bind(dictionary.definition.settings.timeZone)
  const on = (moment: string) => `(a.${moment} at time zone ${zone})::date`
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    client.query<Next>(
      `select n.number::text, bool_or(a.state = 'solved' and ${on('solved_at')} < n.day) as reached
       from (select * from alert a where ${where} and ${ofStates(asked.state, bind)} and a.interview is not null
         and a.day is not null order by a.created_at desc, a.id desc limit ${mostLookedAt}) a
       join interview i on (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)
       cross join lateral (
         select number, day from interview where universe = a.universe and survey = a.survey and contact = i.contact
           and day > a.day order by day, number limit 1) n
       where a.state = 'solved' and ${on('solved_at')} < n.day
         or a.first_action_at is null or ${on('first_action_at')} > n.day
       group by n.number`,
      values,
    ),
  )
  return rows
}
