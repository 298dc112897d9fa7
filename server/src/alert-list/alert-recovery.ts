import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { alpha, type SampleGroup, studentQuantile, welch } from '@kaiku/core/statistics.ts'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scoresOfInterviews } from '../interview-list/chosen-interviews.ts'
import { ofStates, selectAlerts } from './alert-selection.ts'

const pairColumns = { before: text, after: text, reached: bool } satisfies Shape

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
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<(typeof alertLoopCalls)['recovery']>,
  now: number,
): Promise<Recovery> {
  const pairs = await answeredAgain(stores, who, dictionary, asked, now)
  const numbers = pairs.flatMap(({ before, after }) => [before, after])
  const scores = await scoresOfInterviews(stores, who, dictionary, [...new Set(numbers)])
  const id = pairs.flatMap(({ after }) => scores.get(after)?.indicator ?? [])[0]
  const scoreOf = (number: string) => {
    const score = scores.get(number)
    return score?.indicator === id ? score?.value : undefined
  }
  const changesOf = (isReached: boolean) =>
    pairs.flatMap(({ before, after, reached }): Change[] => {
      const [from, to] = [scoreOf(before), scoreOf(after)]
      return from === undefined || to === undefined || reached !== isReached ? [] : [{ from, to }]
    })
  const [reached, unreached] = [changesOf(true), changesOf(false)]
  const isTelling = reached.length >= leastToTell && unreached.length >= leastToTell
  const difference = isTelling ? welch(groupOf(reached), groupOf(unreached)) : null
  const titled = dictionary.definition.indicators.find((one) => one.id === id)
  const translate = translatorOf(dictionary, asked.locale ?? who.locale)
  return {
    indicator: titled ? { id: titled.id, title: translate(titled.title) } : null,
    reached: again(reached),
    unreached: again(unreached),
    difference: difference && { value: difference.value, low: difference.low, high: difference.high },
  }
}

/** A customer’s score in the interview that raised the alert, and in their next. */
type Change = { readonly from: number; readonly to: number }

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

function groupOf(changes: readonly Change[]): SampleGroup {
  const values = changes.map(({ from, to }) => to - from)
  const middle = mean(values)
  const squares = values.reduce((sum, one) => sum + (one - middle) ** 2, 0)
  return { mean: middle, variance: squares / (values.length - 1), n: values.length }
}

function again(changes: readonly Change[]): Recovery['reached'] {
  const n = changes.length
  if (n === 0) return { n, value: null, before: null, change: null }
  const told = { n, value: mean(changes.map(({ to }) => to)), before: mean(changes.map(({ from }) => from)) }
  if (n < leastToTell) return { ...told, change: null }
  const { mean: value, variance } = groupOf(changes)
  const half = studentQuantile(1 - alpha / 2, n - 1) * Math.sqrt(variance / n)
  return { ...told, change: { value, low: value - half, high: value + half } }
}

/** Numbers of the interview that raised an alert and of the next that its customer gave. */
type Pair = { readonly before: string; readonly after: string; readonly reached: boolean }

async function answeredAgain(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<(typeof alertLoopCalls)['recovery']>,
  now: number,
): Promise<readonly Pair[]> {
  const { where, values, bind } = await selectAlerts(stores, who, dictionary, asked, now)
  // Refused as everywhere where the place is out of reach, whether customers are known or not.
  if (dictionary.role('contact') === null) return []
  const zone = bind(dictionary.definition.settings.timeZone)
  const on = (moment: string) => `(a.${moment} at time zone ${zone})::date`
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      pairColumns,
      `select min(a.interview)::text as before, n.number::text as after, bool_or(a.state = 'solved' and ${on('solved_at')} < n.day) as reached
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
