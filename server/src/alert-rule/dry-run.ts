import type { AlertRules } from '@kaiku/contract/alert-rule.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { ConditionScripts } from '../condition-script/condition-script.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { interviewsMeeting } from '../interview-list/chosen-interviews.ts'
import type { Period } from '../selection/selection.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { hasRules, judge, type Raised } from './judge.ts'
import { type Happened, happenedColumns, happenedShape, newsDay, type Trigger } from './trigger.ts'

/** Which interview it is about, and the day that it is news of. */
type RaisedInterview = { readonly interviewId: string; readonly newsDay: Day }

/** What rules would have raised. */
export type DryRun = {
  /** Interviews of the days. */
  readonly interviews: number
  /** The newest first. */
  readonly raised: readonly (Raised & RaisedInterview)[]
  /** Only the newest interviews that rules may ask for were looked at. */
  readonly isCut: boolean
}

const mostLookedAt = 50_000
const atOnce = 2_000
const midday = 12 * 60

/** A survey with other rules, as the text of an `alert-rules.json`. Throws Fault `invalid` with all that is wrong. */
export async function withRules({ pool }: Stores, dictionary: Dictionary, text: string): Promise<Dictionary> {
  const files = new Map(await inUniverse(pool, dictionary.universe, (client) => readFiles(client, dictionary)))
  const { alertRules } = readDefinition(files.set('alert-rules.json', text)).definition
  return { ...dictionary, definition: { ...dictionary.definition, alertRules } }
}

/**
 * What the rules of a survey would have raised for the interviews of some days, had each been looked at at noon of its
 * day: `momentOf`, in milliseconds since 1970. Raises nothing.
 */
export async function dryRun(
  stores: Stores,
  dictionary: Dictionary,
  period: Period,
  momentOf = middayIn(dictionary),
): Promise<DryRun> {
  const rules: AlertRules['rules'] = hasRules(dictionary) ? dictionary.definition.alertRules.rules : []
  const scripts = new ConditionScripts(dictionary, { whose: 'people' })
  const { interviews, found, isCut } = await lookBack(stores, dictionary, rules, period, async (client, rows) => {
    const known = new Map(rows.map(({ number, interviewId, newsDay: day }) => [number, { interviewId, newsDay: day }]))
    const judged = await judge(client, stores.service, dictionary, rows, momentOf, scripts)
    return judged.map((one) =>
      Object.assign({}, one, known.get(one.interview.number) ?? { interviewId: '', newsDay: period.to }),
    )
  })
  return { interviews, raised: found, isCut }
}

/** What was looked at again. */
export type LookedBack<T> = {
  /** Interviews of the days. */
  readonly interviews: number
  /** Of the newest first. */
  readonly found: readonly T[]
  /** Only the newest interviews that may meet a trigger were looked at. */
  readonly isCut: boolean
}

/** Holds the interviews of some days that may meet triggers against them once more, many at a time; the newest of more than `most`. */
export async function lookBack<T>(
  stores: Stores,
  dictionary: Dictionary,
  triggers: readonly Pick<Trigger, 'when'>[],
  period: Period,
  judgeSome: (client: pg.PoolClient, rows: readonly (Happened & { interviewId: string })[]) => Promise<readonly T[]>,
  most = mostLookedAt,
): Promise<LookedBack<T>> {
  const { universe, survey } = dictionary
  const tokens = [...new Set(triggers.map(({ when }) => when))]
  const dated = await interviewsMeeting(stores, dictionary, tokens, period, most + 1)
  const undated = await cameUndated(stores, dictionary, period, most)
  const numbers = [...dated.numbers, ...undated]
  const found = await inUniverse(stores.pool, universe, async (client) => {
    const all: T[] = []
    for (let at = 0; at < Math.min(numbers.length, most); at += atOnce) {
      const { rows } = await query(
        client,
        lookedShape,
        `select ${happenedColumns(dictionary)}, id as "interviewId" from interview
         where universe = $1 and survey = $2 and number = any($3) order by ${newsDay(dictionary)} desc, number desc`,
        [universe, survey, numbers.slice(at, Math.min(at + atOnce, most))],
      )
      all.push(...(await judgeSome(client, rows)))
    }
    return all
  })
  return { interviews: dated.all + undated.length, found, isCut: numbers.length > most }
}

const lookedShape = Object.assign({ interviewId: textColumn }, happenedShape)

const middayIn =
  ({ definition: { settings } }: Dictionary) =>
  ({ newsDay: day }: Happened): number =>
    momentIn(settings.timeZone, day, midday)

/** Interviews without a day that came within some, by internal number, the newest first. */
async function cameUndated(
  { pool }: Stores,
  dictionary: Dictionary,
  { from, to }: Period,
  most: number,
): Promise<string[]> {
  const { universe, survey, definition } = dictionary
  const start = (day: Day) => firstIdAt(momentIn(definition.settings.timeZone, day, 0))
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { number: int8 },
      `select number from interview where universe = $1 and survey = $2 and day is null and excluded_at is null and id >= $3 and id < $4
       order by id desc limit $5`,
      [universe, survey, start(from), start(addDays(to, 1)), most + 1],
    ),
  )
  return rows.map(({ number }) => number)
}

/** The least id (UUID 7) that can be given at a moment, in milliseconds since 1970; none was given before. */
const firstIdAt = (moment: number) => {
  const hex = Math.max(0, moment).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
