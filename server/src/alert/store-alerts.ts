import type { AlertSeverity } from '@kaiku/core/alert-state.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import type { Raised } from '../alert-rule/judge.ts'
import type { PlaceFacts } from '../alert-words/place-facts.ts'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { tellOfAlert } from './alert-news.ts'

const toldAlertColumns = { id: text, leaves: numbers } satisfies Shape

type Rule = {
  readonly id: string
  readonly title: Localised
  readonly alert: { readonly title: Localised; readonly description: Localised }
  readonly severity: AlertSeverity
  readonly tags: readonly string[]
}

/** An alert that a rule asks for, about an interview or about a node of its view. */
export type Raising = {
  readonly rule: Rule
  readonly view: string
  readonly leaves: readonly number[]
  readonly day: string | null
  readonly owner: string | null
  /** Milliseconds since 1970; null: no time is set, or no step follows. */
  readonly dueAt: number | null
  readonly escalateAt: number | null
  readonly about: { readonly interview: string } | { readonly node: number; readonly facts: PlaceFacts }
}

/** What a rule asks for after an interview. */
export const raisingOf = ({ interview: { number, leaves, day }, ...raised }: Raised): Raising => ({
  ...raised,
  leaves,
  day,
  about: { interview: number },
})

/** `backfilled`: for days that are past, so that nobody is mailed about each. */
type How = { readonly now: number; readonly backfilled?: boolean }

/** Stores alerts that are not there yet, each with the beginning of its timeline; answers how many. */
export async function storeAlerts(
  client: pg.PoolClient,
  dictionary: Dictionary,
  raised: readonly Raising[],
  { now, backfilled = false }: How,
): Promise<number> {
  if (raised.length === 0) return 0
  const given = raised.map(({ rule, view, leaves, day, owner, dueAt, escalateAt, about }) => ({
    rule: rule.id,
    rule_title: rule.title,
    title: rule.alert.title,
    description: rule.alert.description,
    ...about,
    leaves,
    day,
    view,
    owner,
    severity: rule.severity,
    tags: [...new Set(rule.tags)],
    due_at: moment(dueAt),
    escalate_at: moment(escalateAt),
  }))
  const { universe, survey } = dictionary
  const { rows } = await query(
    client,
    toldAlertColumns,
    `with given as (
      select * from jsonb_to_recordset($3::jsonb) as g(rule text, rule_title jsonb, title jsonb, description jsonb,
        interview bigint, node int, facts jsonb, leaves int[], day date, view text, owner uuid, severity text, tags text[],
        due_at timestamptz, escalate_at timestamptz)),
    raised as (
      insert into alert (universe, survey, rule, rule_title, title, description, interview, node, facts, leaves, day, view,
        owner, severity, tags, due_at, escalate_at, created_at, opened_at, backfilled)
      select $1, $2, g.rule, g.rule_title, g.title, g.description, g.interview, g.node, g.facts, g.leaves, g.day, g.view,
        g.owner, g.severity, g.tags, g.due_at, g.escalate_at, $4, $4, $5
      from given g left join interview i on (i.universe, i.survey, i.number) = ($1, $2, g.interview)
      -- Erased or taken back since it was looked at.
      where g.interview is null or i.number is not null
      order by g.interview, g.node, g.rule
      on conflict do nothing
      returning id, leaves, severity, owner, due_at, version),
    told as (
      insert into alert_event (universe, alert, at, kind, is_by_kaiku, after, version)
      select $1, id, $4, 'created', true,
        jsonb_strip_nulls(jsonb_build_object('severity', severity, 'owner', owner, 'dueAt', due_at)), version from raised),
    noticed as (
      insert into alert_notice (universe, alert, person, kind, at)
      select $1, id, owner, 'raised', $4 from raised where owner is not null and not $5)
    select id, leaves from raised`,
    [universe, survey, JSON.stringify(given), moment(now), backfilled],
  )
  // Who hears of one looks at the list anew, so one of each place is enough.
  const places = new Map(rows.map((alert) => [alert.leaves.join(), alert]))
  for (const alert of places.values()) await tellOfAlert(client, dictionary, alert)
  return rows.length
}

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
