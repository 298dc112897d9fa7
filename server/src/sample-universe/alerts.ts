import { dayIn } from '@kaiku/core/day.ts'
import { afterWorkingHours, usualHours } from '@kaiku/core/working-hours.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { inTransaction } from '../db/postgres.ts'
import { nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { evaluatePlaces } from '../place-rule/evaluate.ts'
import { alertRules } from '../sample-survey/alert-rules.ts'
import { randomOf, type SampleRandom } from '../sample-survey/random.ts'

const raisedColumns = {
  id: text,
  universe: text,
  day: nullable(text),
  rule: text,
  owner: nullable(text),
} satisfies Shape

type Raised = { id: string; universe: string; day: string | null; rule: string; owner: string | null }

const zone = 'Europe/Helsinki'
const hours = usualHours(zone)
const seed = 11
const dayMs = 86_400_000

/**
 * Raises what the sample’s rules ask for as if the answers had come on their days, and works on it, so that there are
 * alerts that are open, late, waiting and solved. `now`: milliseconds since 1970.
 */
export async function makeSampleAlerts(stores: Stores, now: number): Promise<void> {
  while ((await raiseAlerts(stores, now)).changes > 0);
  await settleAll(stores, now, 'node is null')
}

/** The same for what places say, once their figures are there. */
export async function makeSamplePlaceAlerts(stores: Stores, now: number): Promise<void> {
  await evaluatePlaces(stores, now)
  await settleAll(stores, now, 'node is not null')
}

async function settleAll({ service }: Stores, now: number, which: string): Promise<void> {
  const random = randomOf(seed)
  await inTransaction(service, async (client) => {
    const { rows } = await query(
      client,
      raisedColumns,
      `select id, universe, day::text, rule, owner from alert where version = 1 and ${which} order by interview, node, rule`,
    )
    for (const alert of rows) await settle(client, alert, random, now)
    // Nobody is told of what happened before anybody was there.
    await client.query('delete from alert_notice')
    await client.query(`delete from mailbox where recipient like '%@sample.invalid' and state = 'waiting'`)
    await client.query('update alert set told_overdue = due_at where due_at < $1', [iso(now)])
  })
}

const iso = (moment: number) => new Date(moment).toISOString()

async function settle(client: pg.PoolClient, alert: Raised, random: SampleRandom, now: number): Promise<void> {
  const own = [alert.universe, alert.id]
  const created = Math.min(now, momentIn(zone, alert.day ?? dayIn(zone, now - dayMs), random.whole(600, 1_080)))
  const due = [...alertRules.rules, ...alertRules.placeRules].find(({ id }) => id === alert.rule)?.due
  const dueAt = due === undefined ? null : afterWorkingHours(hours, created, due)
  const escalateAt = afterWorkingHours(hours, created, 9)
  await client.query(
    `update alert set created_at = $3, opened_at = $3, due_at = $4, escalate_at = case when $5 > now() then escalate_at end
     where universe = $1 and id = $2`,
    [...own, iso(created), dueAt === null ? null : iso(dueAt), iso(escalateAt)],
  )
  await client.query(
    `update alert_event set at = $3, after = after || jsonb_strip_nulls(jsonb_build_object('dueAt', $4::text))
     where universe = $1 and alert = $2`,
    [...own, iso(created), dueAt === null ? null : iso(dueAt)],
  )
  const begun = afterWorkingHours(hours, created, 0.2 + 9 * random.next() ** 2)
  const ended = afterWorkingHours(hours, begun, 0.2 + 26 * random.next() ** 2)
  const outcome = { rootCause: random.pick(alertRules.rootCauses).id, action: random.pick(alertRules.actions).id }
  // Drawn for each alert, whatever the time is: an hour later the same sample has come further.
  const [willTake, willSolve] = [random.next() < 0.9, random.next() < 0.85]
  const isTaken = alert.owner !== null && begun < now && willTake
  const isSolved = isTaken && ended < now && willSolve
  if (isTaken) await change(client, alert, begun, 2, { state: 'open' }, { state: 'inProgress' })
  if (isSolved) await change(client, alert, ended, 3, { state: 'inProgress' }, { state: 'solved', ...outcome })
  else if (isTaken && ended < now) await change(client, alert, ended, 3, { state: 'inProgress' }, { state: 'waiting' })
}

type Outcome = { readonly state: string; readonly rootCause?: string; readonly action?: string }

async function change(
  client: pg.PoolClient,
  { universe, id, owner }: Raised,
  at: number,
  version: number,
  before: Outcome,
  after: Outcome,
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
    [universe, id, iso(at), owner, JSON.stringify(before), JSON.stringify(after), version],
  )
}
