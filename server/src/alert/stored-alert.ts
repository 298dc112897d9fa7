import type { AlertEvent } from '@kaiku/contract/alert-event.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import { type AlertSeverity, type AlertState, alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { PlaceFacts } from '../alert-words/place-facts.ts'
import { placeFacts } from '../alert-words/place-facts.ts'
import { bool, json, nullable, number, numbers, oneOf, query, type Shape, text, texts, time } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { keepNotices, noticesOf } from './notice.ts'

/** By field, as kept: people and choices by their ids, times as in JSON. */
export const alertValues = z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly(), z.null()]))
export type AlertValues = Readonly<z.output<typeof alertValues>>

export const storedAlertEventColumns = {
  id: text,
  at: time,
  kind: oneOf(
    'created',
    'changed',
    'note',
    'escalated',
    'notified',
    'withdrawn',
    'attached',
    'detached',
    'replied',
    'asked',
  ),
  person: nullable(text),
  isByKaiku: bool,
  before: json(alertValues),
  after: json(alertValues),
  note: nullable(text),
  mentions: texts,
  version: number,
} satisfies Shape

/**
 * An alert as it is kept, with the answers of its interview;
 * `interview` and `answers` are null where that is gone, or where it is about a `node` of its view.
 */
export type StoredAlert = {
  readonly id: string
  readonly rule: string
  readonly ruleTitle: Localised
  readonly title: Localised
  readonly description: Localised
  readonly interview: string | null
  readonly interviewId: string | null
  readonly answers: Answers | null
  readonly node: number | null
  readonly facts: PlaceFacts | null
  readonly backfilled: boolean
  readonly leaves: readonly number[]
  readonly day: string | null
  readonly view: string
  readonly state: AlertState
  readonly severity: AlertSeverity
  readonly owner: string | null
  readonly tags: readonly string[]
  readonly rootCause: string | null
  readonly action: string | null
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly solvedAt: Date | null
  readonly escalated: number
  readonly escalateAt: Date | null
  readonly version: number
  readonly withdrawnAt: Date | null
}

/** What `alertColumns` read. */
export const storedAlertColumns = {
  id: text,
  rule: text,
  ruleTitle: json(storedLocalised),
  title: json(storedLocalised),
  description: json(storedLocalised),
  interview: nullable(text),
  interviewId: nullable(text),
  answers: nullable(answersColumn),
  node: nullable(number),
  facts: nullable(json(placeFacts)),
  backfilled: bool,
  leaves: numbers,
  day: nullable(text),
  view: text,
  state: oneOf(...alertStates),
  severity: oneOf(...alertSeverities),
  owner: nullable(text),
  tags: texts,
  rootCause: nullable(text),
  action: nullable(text),
  createdAt: time,
  dueAt: nullable(time),
  solvedAt: nullable(time),
  escalated: number,
  escalateAt: nullable(time),
  version: number,
  withdrawnAt: nullable(time),
} satisfies Shape

export const alertColumns = `a.id, a.rule, a.rule_title as "ruleTitle", a.title, a.description,
  a.interview::text, i.id as "interviewId", i.answers, a.node, a.facts, a.backfilled, a.leaves, a.day::text, a.view, a.state, a.severity, a.owner,
  a.tags, a.root_cause as "rootCause", a.action, a.created_at as "createdAt", a.due_at as "dueAt",
  a.solved_at as "solvedAt", a.escalated, a.escalate_at as "escalateAt", a.version, a.withdrawn_at as "withdrawnAt"`
/** Behind alerts `a`. */
export const withInterview = `left join interview i
  on (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)`
export const alertTables = `alert a ${withInterview}`

/** An entry of an alert’s timeline. */
export type StoredAlertEvent = {
  readonly id: string
  readonly at: Date
  readonly kind: AlertEvent['kind']
  readonly person: string | null
  readonly isByKaiku: boolean
  readonly before: AlertValues
  readonly after: AlertValues
  readonly note: string | null
  readonly mentions: readonly string[]
  readonly version: number
}
const fields = ['state', 'severity', 'owner', 'dueAt', 'tags', 'rootCause', 'action', 'attachment', 'reply']

/** The fields that an event set or took away, in the order in which people read them: JSON in PostgreSQL has one of its own. */
export const fieldsIn = ({ before, after }: Pick<StoredAlertEvent, 'before' | 'after'>): string[] =>
  fields.filter((field) => field in after || field in before)

export const eventColumns = `id, at, kind, person, is_by_kaiku as "isByKaiku", before, after, note, mentions, version`

/** The oldest first. `since`: only those that made a later version. */
export async function eventsOf(
  client: pg.PoolClient,
  universe: string,
  alert: string,
  since = -1,
): Promise<StoredAlertEvent[]> {
  const { rows } = await query(
    client,
    storedAlertEventColumns,
    `select ${eventColumns} from alert_event where universe = $1 and alert = $2 and version > $3 order by id`,
    [universe, alert, since],
  )
  return rows
}

/** What is done to an alert, as an entry of its timeline, whose id it answers; `person` null: by Kaiku; `version`: the alert’s after it. Whom it concerns is told. */
export type NewEvent = Pick<
  StoredAlertEvent,
  'kind' | 'person' | 'before' | 'after' | 'note' | 'mentions' | 'version'
> & {
  readonly bulk?: string | null
}

export async function addEvent(
  client: pg.PoolClient,
  { universe }: Pick<Dictionary, 'universe'>,
  alert: string,
  event: NewEvent,
): Promise<string> {
  const { kind, person, before, after, note, mentions, version, bulk = null } = event
  const { rows } = await query(
    client,
    { id: text },
    `insert into alert_event (universe, alert, kind, person, is_by_kaiku, before, after, note, mentions, version, bulk)
     values ($1, $2, $3, $4, $4::uuid is null, $5, $6, $7, $8, $9, $10) returning id`,
    [universe, alert, kind, person, JSON.stringify(before), JSON.stringify(after), note, mentions, version, bulk],
  )
  await keepNotices(client, universe, alert, person, noticesOf(event))
  return rows[0]?.id ?? ''
}

/** Somebody does something about an alert: the first time is kept. Milliseconds since 1970. */
export const noteAction = (client: pg.PoolClient, universe: string, alert: string, now: number) =>
  client.query('update alert set first_action_at = coalesce(first_action_at, $3) where universe = $1 and id = $2', [
    universe,
    alert,
    new Date(now).toISOString(),
  ])

/** The customer was asked again, or will not be. Milliseconds since 1970. */
export const noteAsked = (client: pg.PoolClient, universe: string, alert: string, now: number) =>
  client.query('update alert set asked_at = to_timestamp($3 / 1000.0) where universe = $1 and id = $2', [
    universe,
    alert,
    now,
  ])

export type Escalated = {
  /** How many steps its rule has gone with it, and when the next one is due; null: it was the last. */
  readonly steps: number
  readonly nextAt: Date | null
  readonly owner: string | null
  readonly version: number
}

export const storeEscalation = (
  client: pg.PoolClient,
  universe: string,
  alert: string,
  { steps, nextAt, owner, version }: Escalated,
) =>
  client.query(
    `update alert set escalated = $3, escalate_at = $4, owner = $5, version = $6 where universe = $1 and id = $2`,
    [universe, alert, steps, nextAt?.toISOString() ?? null, owner, version],
  )

/** Who sees an alert follows where its interview belongs. */
export const followMoved = (
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  numbers: readonly string[],
) =>
  client.query(
    `update alert a set leaves = i.leaves, day = i.day from interview i
     where a.universe = $1 and a.survey = $2 and a.interview = any($3)
       and (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)
       and (a.leaves, a.day) is distinct from (i.leaves, i.day)`,
    [universe, survey, numbers],
  )
