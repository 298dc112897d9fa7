import { type HealthAlert, healthRules } from '@kaiku/contract/watch.ts'
import { nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Trouble } from './health-rule.ts'

type Service = Pick<Stores, 'service'>

const alertColumns = {
  id: text,
  rule: oneOf(...healthRules),
  part: text,
  begunAt: time,
  seenAt: time,
  value: number,
  toldAt: nullable(time),
  overAt: nullable(time),
} satisfies Shape
export type StoredHealthAlert = RowOf<typeof alertColumns>

const columns = `id, rule, part, begun_at as "begunAt", seen_at as "seenAt", value, told_at as "toldAt", over_at as "overAt"`

/** Notes what is so now; `begun`: since when, where it was not known before. */
export async function noteTrouble({ service }: Service, { rule, part, value }: Trouble, now: Date, begun: Date) {
  await service.query(
    `insert into health_alert (rule, part, begun_at, seen_at, value) values ($1, $2, $3, $4, $5)
     on conflict (rule, part) where over_at is null do update set seen_at = excluded.seen_at, value = excluded.value`,
    [rule, part, begun, now, value],
  )
}

/** Those that go on. */
export async function openAlerts({ service }: Service): Promise<readonly StoredHealthAlert[]> {
  const { rows } = await query(
    service,
    alertColumns,
    `select ${columns} from health_alert where over_at is null order by begun_at, rule, part`,
  )
  return rows
}

/** What began and was over before anybody was to be told of it is forgotten. */
export async function endAlert({ service }: Service, { id, toldAt }: StoredHealthAlert, now: Date): Promise<void> {
  if (toldAt === null) await service.query('delete from health_alert where id = $1', [id])
  else await service.query('update health_alert set over_at = $2 where id = $1', [id, now])
}

/** Marks that it is told, or that it is over; false: another process did. */
export async function markTold({ service }: Service, id: string, what: 'begun' | 'over', now: Date): Promise<boolean> {
  const column = what === 'begun' ? 'told_at' : 'over_told_at'
  const { rowCount } = await service.query(
    `update health_alert set ${column} = $2 where id = $1 and ${column} is null`,
    [id, now],
  )
  return rowCount === 1
}

/** Those that are over and were told of when they began, but not that they are over. */
export async function endedUntold({ service }: Service): Promise<readonly StoredHealthAlert[]> {
  const { rows } = await query(
    service,
    alertColumns,
    `select ${columns} from health_alert where over_at is not null and told_at is not null and over_told_at is null
     order by over_at`,
  )
  return rows
}

/** How often anything was told since a moment. */
export async function toldSince({ service }: Service, since: Date): Promise<number> {
  const { rows } = await query(
    service,
    { told: number },
    `select (count(*) filter (where told_at >= $1) + count(*) filter (where over_told_at >= $1))::int as told
     from health_alert`,
    [since],
  )
  return rows[0]?.told ?? 0
}

const mostListed = 50

/** Those that go on first, then the newest. */
export async function listAlerts({ service }: Service): Promise<HealthAlert[]> {
  const { rows } = await query(
    service,
    alertColumns,
    `select ${columns} from health_alert order by over_at is not null, begun_at desc, id limit $1`,
    [mostListed],
  )
  return rows.map(({ id, rule, part, begunAt, toldAt, overAt }) => ({
    alertId: id,
    rule,
    part,
    beganAt: begunAt.toISOString(),
    toldAt: toldAt?.toISOString() ?? null,
    overAt: overAt?.toISOString() ?? null,
  }))
}

export async function forgetAlerts({ service }: Service, before: Date): Promise<void> {
  await service.query('delete from health_alert where over_at < $1', [before])
}
