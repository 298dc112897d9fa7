import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { holds } from '@kaiku/core/condition-holds.ts'
import { type Day, dayIn } from '@kaiku/core/day.ts'
import { type Bind, binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { chosenInterviews } from '../interview-list/chosen-interviews.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { asOfToday, hasFilters, placeScope, resolveSelection, type Selection } from '../selection/selection.ts'

const aboutColumns = { numbers: text, from: nullable(text), to: nullable(text), dated: nullable(bool) } satisfies Shape

type AlertFilter = Pick<
  InputOf<(typeof alertCalls)['list']>,
  'path' | 'state' | 'severity' | 'owner' | 'rule' | 'tag' | 'overdue' | 'rootCause' | 'reopened'
>

/** Alerts that a viewer asks for, whatever their states, as a condition on `alert a`. */
export type AlertSelection = {
  readonly where: string
  readonly values: unknown[]
  readonly bind: Bind
  readonly selection: Selection
}
export const overdue = `a.state <> 'solved' and a.due_at < now()`

/**
 * The alerts of a place that handling alerts is permitted for, whose interviews meet the filters; those about places by
 * their day alone, as long as nothing but a period is chosen. Where an interview has no day, that on which its alert was
 * raised counts: what asks for something must not vanish behind a period. Throws the Faults of a path that cannot be read or does
 * not exist. `now`: milliseconds since 1970.
 */
export async function selectAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: AlertFilter,
  now: number,
): Promise<AlertSelection> {
  const scope = scopeOf(who, dictionary, 'handleAlerts')
  const today = dayIn(dictionary.definition.settings.timeZone, now)
  const path = await wholePath(stores, dictionary, asked.path)
  const selection = narrowedByPersonal(who, asOfToday(resolveSelection(dictionary, path, today, scope)))
  const { values, bind } = binder()
  const parts = [
    `a.universe = ${bind(dictionary.universe)} and a.survey = ${bind(dictionary.survey)} and a.withdrawn_at is null`,
    scopeCondition(placeScope(selection), bind, 'a.leaves'),
    ...ownConditions(who, asked, bind),
  ]
  if (hasFilters(selection)) {
    const about = await inUniverse(stores.pool, dictionary.universe, (client) =>
      query(
        client,
        aboutColumns,
        `select coalesce(string_agg(a.interview::text, ','), '') as numbers,
           min(a.day)::text as "from", max(a.day)::text as "to", bool_and(a.day is not null) as dated
         from alert a where a.interview is not null and ${parts.join(' and ')}`,
        values,
      ),
    )
    const { numbers = '', from = null, to = null, dated = false } = about.rows[0] ?? {}
    const days = dated && from !== null && to !== null ? { from, to } : null
    const chosen = await chosenInterviews(stores, selection, { numbers, days })
    const undated = await chosenUndated(stores, selection, parts, values)
    const ofDays = await placeDays(stores, selection, parts, values)
    const all = [chosen, undated].filter((some) => some !== '').join()
    const isChosen = `a.interview = any(${bind(`{${all}}`)}::bigint[])`
    parts.push(
      ofDays.length === 0 ? isChosen : `(${isChosen} or a.node is not null and a.day = any(${bind(ofDays)}::date[]))`,
    )
  }
  return { where: parts.join(' and '), values, bind, selection }
}

/** Interviews without a day whose alert was raised in the period and that meet all other filters. */
async function chosenUndated(
  stores: Stores,
  selection: Selection,
  parts: readonly string[],
  values: readonly unknown[],
): Promise<string> {
  const { time, tableDate, dictionary } = selection
  if (tableDate !== 'none' || time === null) return ''
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { number: text, raised: text },
      `select a.interview::text as number, (a.created_at at time zone $${values.length + 1})::date::text as raised
       from alert a where a.interview is not null and a.day is null and ${parts.join(' and ')}`,
      [...values, dictionary.definition.settings.timeZone],
    ),
  )
  const numbers = rows.flatMap(({ number, raised }) => (holds(time.condition, () => raised) ? [number] : [])).join()
  return chosenInterviews(stores, { ...selection, time: null, period: null }, { numbers, days: null })
}

/** Days of alerts about places that a selection holds. */
async function placeDays(
  { pool }: Stores,
  { chosen, time, tableDate, dictionary }: Selection,
  parts: readonly string[],
  values: readonly unknown[],
): Promise<Day[]> {
  if (chosen.length > 0 || tableDate !== 'none' || time === null) return []
  const { rows } = await inUniverse(pool, dictionary.universe, (client) =>
    query(
      client,
      { day: text },
      `select distinct a.day::text as day from alert a where a.node is not null and ${parts.join(' and ')}`,
      [...values],
    ),
  )
  return rows.flatMap(({ day }) => (holds(time.condition, () => day) ? [day] : []))
}

export const ofStates = (states: AlertFilter['state'], bind: Bind): string =>
  states?.length ? `a.state = any(${bind(states)})` : 'true'

function ownConditions(who: Viewer, asked: AlertFilter, bind: Bind): string[] {
  const { severity, owner, rule, tag, overdue: isOverdue, rootCause, reopened } = asked
  const person = owner === 'me' ? who.userId : owner
  return [
    ...(severity?.length ? [`a.severity = any(${bind(severity)})`] : []),
    ...(person === undefined ? [] : [person === 'none' ? 'a.owner is null' : `a.owner = ${bind(person)}`]),
    ...(rule?.length ? [`a.rule = any(${bind(rule)})`] : []),
    ...(tag ? [`${bind(tag)} = any(a.tags)`] : []),
    ...(rootCause ? [`a.root_cause = ${bind(rootCause)}`] : []),
    ...(reopened === undefined ? [] : [`a.reopened ${reopened === 'true' ? '>' : '='} 0`]),
    ...(isOverdue === 'true' ? [`(${overdue})`] : []),
    ...(isOverdue === 'false' ? [`(${overdue}) is not true`] : []),
  ]
}
