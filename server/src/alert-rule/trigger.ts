import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import pg from 'pg'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import { int8, nullable, numbers, oneOf, type Shape, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Candidate, withHistory } from './contact-history.ts'
import { type Judged, testOf, testOfPlaces } from './rule-conditions.ts'

export type RuleEvent = AlertRule['on'][number]

/** What looks at the interviews to which something happened: a rule of alerts, an effect block. */
export type Trigger = Pick<AlertRule, 'on' | 'when' | 'script' | 'places' | 'history'>

/** An interview, what happened to it, and the day that it is news of: its own, else the one on which it came. */
export type Happened = Judged & { readonly event: RuleEvent; readonly newsDay: Day }

/** Over `interview`, in the survey’s time zone. */
export const newsDay = ({ definition: { settings } }: Dictionary): string =>
  `coalesce(day, (uuid_extract_timestamp(id) at time zone ${pg.escapeLiteral(settings.timeZone)})::date)`

/** Over `interview`. */
export const happenedColumns = (dictionary: Dictionary): string =>
  `number, answers, day::text, leaves, contact, ${newsDay(dictionary)}::text as "newsDay",
   case when original is null then 'completed' else 'corrected' end as event`

/** What `happenedColumns` read. */
export const happenedShape = {
  number: int8,
  answers: answersColumn,
  day: nullable(text),
  leaves: numbers,
  contact: nullable(text),
  event: oneOf('completed', 'corrected'),
  newsDay: text,
} satisfies Shape

/** The first day whose interviews are still news on a day. */
export const firstRecent = ({ definition }: Dictionary, today: Day): Day =>
  addDays(today, -definition.alertRules.recentDays)

/** Which interviews meet which triggers after what happened; `scripts`: what their scripts are asked by. */
export async function met<T extends Trigger>(
  client: pg.Pool | pg.PoolClient,
  dictionary: Dictionary,
  triggers: readonly T[],
  happened: readonly Happened[],
  scripts: ConditionScripts,
): Promise<Candidate<T>[]> {
  const tests = triggers.map((rule) => {
    const [when, places] = [testOf(dictionary, rule.when), testOfPlaces(dictionary, rule.places)]
    return { rule, meets: (one: Happened) => rule.on.includes(one.event) && places(one) && when(one) }
  })
  const meeting = happened.flatMap((interview) =>
    tests.filter(({ meets }) => meets(interview)).map(({ rule }) => ({ rule, interview })),
  )
  // Scripts are asked last: only about what all else holds for.
  return withScripts(await withHistory(client, dictionary, meeting), scripts)
}

async function withScripts<T extends Trigger>(
  candidates: readonly Candidate<T>[],
  scripts: ConditionScripts,
): Promise<Candidate<T>[]> {
  const keyed = candidates.map((one) => Object.assign({ key: one.interview.number }, one))
  const meeting = new Map<string | undefined, ReadonlySet<string>>()
  for (const script of new Set(keyed.map(({ rule }) => rule.script))) {
    const asked = keyed.filter(({ rule }) => rule.script === script)
    meeting.set(
      script,
      await scripts.meeting(
        script,
        asked.map(({ key, interview: { answers, day } }) => ({ key, answers, day })),
      ),
    )
  }
  return candidates.filter(({ rule, interview }) => meeting.get(rule.script)?.has(interview.number))
}
