import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

type AlertKey = Pick<Dictionary, 'universe'> & { readonly id: string }

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

/** Alerts of data that are made are as old as their interviews. Milliseconds since 1970, which hold for all of this. */
type Raised = {
  readonly at: number
  readonly dueAt: number | null
  /** When its first step is due; one that is over is not taken. */
  readonly escalateAt: number
}

/** An alert, and the beginning of its timeline, as if it had been raised then. */
export async function backdateAlert(client: pg.PoolClient, { universe, id }: AlertKey, raised: Raised): Promise<void> {
  const [at, dueAt] = [iso(raised.at), iso(raised.dueAt)]
  await client.query(
    `update alert set created_at = $3, opened_at = $3, due_at = $4, escalate_at = case when $5 > now() then escalate_at end
     where universe = $1 and id = $2`,
    [universe, id, at, dueAt, iso(raised.escalateAt)],
  )
  await client.query(
    `update alert_event set at = $3, after = after || jsonb_strip_nulls(jsonb_build_object('dueAt', $4::text))
     where universe = $1 and alert = $2`,
    [universe, id, at, dueAt],
  )
}

export type PastOutcome = { readonly state: string; readonly rootCause?: string; readonly action?: string }

type PastChange = {
  readonly person: string | null
  readonly at: number
  /** The alert's after it. */
  readonly version: number
  readonly before: PastOutcome
  readonly after: PastOutcome
}

/** What a person did to an alert then. */
export async function addPastChange(
  client: pg.PoolClient,
  { universe, id }: AlertKey,
  { person, at, version, before, after }: PastChange,
): Promise<void> {
  await client.query(
    `update alert set state = $3, version = $4, first_action_at = coalesce(first_action_at, $5), escalate_at = null,
       root_cause = $6, action = $7, solved_at = case when $3 = 'solved' then $5::timestamptz end
     where universe = $1 and id = $2`,
    [universe, id, after.state, version, iso(at), after.rootCause ?? null, after.action ?? null],
  )
  await client.query(
    `insert into alert_event (universe, alert, at, kind, person, is_by_kaiku, before, after, version)
     values ($1, $2, $3, 'changed', $4, false, $5, $6, $7)`,
    [universe, id, iso(at), person, JSON.stringify(before), JSON.stringify(after), version],
  )
}

/** Nobody is told of what happened before anybody was there: not of any alert, nor that one was due before `now`. */
export async function tellNobody(client: pg.PoolClient, now: number): Promise<void> {
  await client.query('delete from alert_notice')
  await client.query('update alert set told_overdue = due_at where due_at < $1', [iso(now)])
}
