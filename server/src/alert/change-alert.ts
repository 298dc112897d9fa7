import { type AlertChange, alertChange } from '@kaiku/contract/alert.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { isReopening, mayBecome, outcomeProblems } from '@kaiku/core/alert-state.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { afterWorkingHours } from '@kaiku/core/working-hours.ts'
import type pg from 'pg'
import { calendarOf } from '../alert-rule/alert-calendar.ts'
import type { Handler } from '../alert-rule/alert-owner.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdersAt } from '../role/holder.ts'
import { tellOfAlert } from './alert-news.ts'
import { type AlertValues, addEvent, eventsOf, fieldsIn, type StoredAlert } from './stored-alert.ts'

/** Fields as an alert and its timeline keep them. */
type Fields = { [Field in keyof AlertChange]-?: Exclude<AlertChange[Field], undefined> }

const fieldsOf = (alert: StoredAlert): Fields => ({
  state: alert.state,
  severity: alert.severity,
  owner: alert.owner,
  tags: [...alert.tags],
  dueAt: alert.dueAt?.toISOString() ?? null,
  rootCause: alert.rootCause,
  action: alert.action,
})

/** What a change says; what it leaves out stays as it is. */
const given = ({ state, severity, owner, tags, dueAt, rootCause, action }: AlertChange): Partial<Fields> => ({
  ...(state !== undefined && { state }),
  ...(severity !== undefined && { severity }),
  ...(owner !== undefined && { owner }),
  ...(tags !== undefined && { tags }),
  ...(dueAt !== undefined && { dueAt: dueAt === null ? null : new Date(dueAt).toISOString() }),
  ...(rootCause !== undefined && { rootCause }),
  ...(action !== undefined && { action }),
})

export type ChangeContext = {
  readonly who: Viewer
  readonly dictionary: Dictionary
  readonly handlers: readonly Handler[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Changes an alert that is locked, and writes it into its timeline; false where it is so already. Throws Fault
 * `invalid` for a state that cannot follow, an outcome that is not complete, an owner who may not see it.
 */
export async function applyChange(
  client: pg.PoolClient,
  context: ChangeContext,
  alert: StoredAlert,
  wanted: AlertChange,
  { note = null, bulk = null }: { readonly note?: string | null; readonly bulk?: string | null } = {},
): Promise<boolean> {
  const next = completed(context, alert, { ...fieldsOf(alert), ...given(wanted) })
  check(context, alert, next)
  return commit(client, context, alert, next, { note, bulk })
}

/** Puts fields back as they were before, whatever the states allow: it is as if nothing had happened. */
export const restoreFields = (
  client: pg.PoolClient,
  context: ChangeContext,
  alert: StoredAlert,
  before: AlertValues,
): Promise<boolean> => {
  const next = { ...fieldsOf(alert), ...given(alertChange.parse(before)) }
  return commit(client, context, alert, next, { note: null, bulk: null, isUndo: true })
}

type How = { readonly note: string | null; readonly bulk: string | null; readonly isUndo?: boolean }

async function commit(
  client: pg.PoolClient,
  context: ChangeContext,
  alert: StoredAlert,
  next: Fields,
  { note, bulk, isUndo = false }: How,
): Promise<boolean> {
  const before = fieldsOf(alert)
  const changed = keysOf(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(next[key]))
  if (changed.length === 0) return false
  await write(client, context, alert, next, isUndo)
  const of = (fields: Fields): AlertValues => Object.fromEntries(changed.map((key) => [key, fields[key]]))
  await addEvent(client, context.dictionary, alert.id, {
    kind: 'changed',
    person: context.who.userId,
    version: alert.version + 1,
    before: of(before),
    after: of(next),
    note,
    mentions: [],
    bulk,
  })
  await tellOfAlert(client, context.dictionary, alert)
  return true
}

const keysOf = (fields: Fields) => Object.keys(fields) as (keyof Fields)[]

/** Tags once each; a reopened alert has no outcome any more, and its time to be solved begins again. */
function completed({ dictionary, now }: ChangeContext, alert: StoredAlert, next: Fields): Fields {
  const tags = [...new Set(next.tags)].sort()
  if (!isReopening(alert.state, next.state)) return { ...next, tags }
  const due = dictionary.definition.alertRules.rules.find(({ id }) => id === alert.rule)?.due
  const dueAt =
    due === undefined ? null : new Date(afterWorkingHours(calendarOf(dictionary, alert.leaves), now, due)).toISOString()
  return { ...next, tags, dueAt, rootCause: null, action: null }
}

function check({ dictionary, handlers }: ChangeContext, alert: StoredAlert, next: Fields): void {
  if (next.state !== alert.state && !mayBecome(alert.state, next.state))
    throw refuse('invalid', 'alert.state', {}, [
      { place: 'state', expected: 'a state that may follow', found: next.state },
    ])
  if (next.owner !== null && next.owner !== alert.owner && !holdersAt(handlers, alert.leaves).has(next.owner))
    throw refuse('invalid', 'alert.owner')
  const { rootCauses, actions } = dictionary.definition.alertRules
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const problems = outcomeProblems(next, { rootCauses: ids(rootCauses), actions: ids(actions) })
  if (next.state === 'solved' && alert.state !== 'solved' && problems.length > 0)
    throw refuse(
      'invalid',
      'alert.outcome',
      {},
      problems.map((place) => ({ place, expected: 'one of the list', found: next[place] ?? 'nothing' })),
    )
}

async function write(
  client: pg.PoolClient,
  { dictionary, now }: ChangeContext,
  alert: StoredAlert,
  next: Fields,
  isUndo: boolean,
): Promise<void> {
  const isOpened = next.state === 'open' && alert.state !== 'open'
  const escalated = isReopening(alert.state, next.state) ? 0 : alert.escalated
  const rule = dictionary.definition.alertRules.rules.find(({ id }) => id === alert.rule)
  const step = rule?.escalation[escalated]?.after
  const escalateAt =
    isOpened && step !== undefined
      ? new Date(afterWorkingHours(calendarOf(dictionary, alert.leaves), now, step)).toISOString()
      : null
  const { rowCount } = await client.query(
    `update alert set state = $3, severity = $4, owner = $5, tags = $6, due_at = $7, root_cause = $8, action = $9,
       version = version + 1, first_action_at = coalesce(first_action_at, $10),
       solved_at = case when $3 <> 'solved' then null when state = 'solved' then solved_at else $10 end,
       reopened = reopened + (state = 'solved' and $3 <> 'solved' and not $14)::int, escalated = $11,
       opened_at = case when $12 then $10 else opened_at end,
       escalate_at = case when $12 then $13::timestamptz when $3 = 'open' then escalate_at end
     where universe = $1 and id = $2`,
    [
      dictionary.universe,
      alert.id,
      next.state,
      next.severity,
      next.owner,
      next.tags,
      next.dueAt,
      next.rootCause,
      next.action,
      new Date(now).toISOString(),
      escalated,
      isOpened,
      escalateAt,
      isUndo,
    ],
  )
  if (rowCount !== 1) throw new Error('an alert vanished while it was locked')
}

/** Throws Fault `conflict`, with what others changed, unless the alert is at the version that the writer saw. */
export async function refuseOlder(
  client: pg.PoolClient,
  { universe }: Dictionary,
  alert: StoredAlert,
  version: number,
  nameOf: (userId: string) => Promise<string>,
): Promise<void> {
  if (alert.version === version) return
  const events = await eventsOf(client, universe, alert.id, version)
  const fields = fieldsIn({ before: {}, after: Object.assign({}, ...events.map(({ after }) => after)) })
  const written = (value: AlertValues[string] | undefined) =>
    typeof value === 'string' ? value : (value?.join(', ') ?? '')
  const details = fields.map((field): FaultDetail => {
    const own = events.filter(({ after }) => field in after)
    return { place: field, expected: written(own[0]?.before[field]), found: written(own.at(-1)?.after[field]) }
  })
  const by = events.at(-1)?.person ?? null
  throw refuse('conflict', 'alert.changed', { by: by === null ? 'Kaiku' : await nameOf(by) }, details)
}
