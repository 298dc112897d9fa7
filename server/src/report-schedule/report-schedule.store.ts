import { comparison } from '@kaiku/contract/page.ts'
import {
  deliveries,
  endReasons,
  type ScheduleFields,
  scheduledKinds,
  scheduleRule,
  scheduleStates,
} from '@kaiku/contract/report-schedule.ts'
import type pg from 'pg'
import { z } from 'zod'
import {
  bool,
  json,
  nullable,
  number,
  numbers,
  oneOf,
  query,
  type RowOf,
  type Shape,
  text,
  texts,
  time,
} from '../db/rows.ts'

const columns = {
  universe: text,
  id: text,
  survey: number,
  person: nullable(text),
  title: text,
  kind: oneOf(...scheduledKinds),
  path: text,
  compare: oneOf(...comparison.options),
  page: nullable(text),
  rule: json(scheduleRule),
  zone: text,
  delivery: oneOf(...deliveries),
  onlyNew: bool,
  people: texts,
  roles: texts,
  ownerLevels: numbers,
  leftBy: texts,
  backOn: json(z.record(z.string(), z.string())),
  state: oneOf(...scheduleStates),
  endReason: nullable(oneOf(...endReasons)),
  dueAt: time,
  version: number,
} satisfies Shape

/** A schedule as it is kept. */
export type StoredSchedule = RowOf<typeof columns>
type Client = pg.Pool | pg.PoolClient

/** Those of `left_by` who are not back yet. */
const leftBy = `(select coalesce(array_agg(p), '{}') from unnest(left_by) p
    where coalesce((back_on ->> p::text)::date > current_date, true))::text[]`
const selected = `select universe, id, survey, person, title, kind, path, compare, page, rule, zone, delivery,
    only_new as "onlyNew", people::text[], roles::text[], owner_levels as "ownerLevels", ${leftBy} as "leftBy",
    back_on as "backOn", state, end_reason as "endReason",
    due_at as "dueAt", version
  from report_schedule`

/** The newest first. `after`: so many of those older than this one, null for the newest; absent: all. */
export async function listSchedules(
  client: Client,
  universe: string,
  { after = null, most = null }: { readonly after?: string | null; readonly most?: number | null } = {},
): Promise<StoredSchedule[]> {
  const { rows } = await query(
    client,
    columns,
    `${selected} where universe = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [universe, after, most],
  )
  return rows
}

/** Null: there is no such one in this universe. */
export async function readSchedule(client: Client, universe: string, id: string): Promise<StoredSchedule | null> {
  const { rows } = await query(client, columns, `${selected} where universe = $1 and id = $2`, [universe, id])
  return rows[0] ?? null
}

const values = (fields: ScheduleFields, dueAt: number) => [
  ...[fields.title, fields.kind, fields.path, fields.compare, fields.page, JSON.stringify(fields.rule), fields.zone],
  ...[fields.delivery, fields.onlyNew, fields.people, fields.roles, dueAt, fields.ownerLevels],
]

/** Its id. `dueAt`: when it is due first, milliseconds since 1970. */
export async function insertSchedule(
  client: Client,
  of: { readonly universe: string; readonly survey: number; readonly person: string },
  fields: ScheduleFields,
  dueAt: number,
): Promise<string> {
  const { rows } = await query(
    client,
    { id: text },
    `insert into report_schedule (universe, survey, person, title, kind, path, compare, page, rule, zone, delivery,
       only_new, people, roles, due_at, next_at, owner_levels)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, to_timestamp($15::float8 / 1000),
       to_timestamp($15::float8 / 1000), $16) returning id`,
    [of.universe, of.survey, of.person, ...values(fields, dueAt)],
  )
  const [made] = rows
  if (!made) throw new Error('a schedule was not kept')
  return made.id
}

/** False: somebody else changed it meanwhile, or it ended. */
export async function updateSchedule(
  client: Client,
  { universe, id, version }: Pick<StoredSchedule, 'universe' | 'id' | 'version'>,
  fields: ScheduleFields,
  dueAt: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_schedule set title = $4, kind = $5, path = $6, compare = $7, page = $8, rule = $9, zone = $10,
       delivery = $11, only_new = $12, people = $13, roles = $14, due_at = to_timestamp($15::float8 / 1000),
       next_at = to_timestamp($15::float8 / 1000), owner_levels = $16, attempts = 0, fault = null, version = version + 1
     where universe = $1 and id = $2 and version = $3 and state <> 'ended'`,
    [universe, id, version, ...values(fields, dueAt)],
  )
  return rowCount === 1
}

/** Pauses it or goes on, due at a moment then; what waits to be made of it is given up with a pause. */
export async function pauseSchedule(
  client: pg.PoolClient,
  { universe, id }: Pick<StoredSchedule, 'universe' | 'id'>,
  dueAt: number | null,
): Promise<void> {
  await client.query(
    `update report_schedule set state = case when $3::float8 is null then 'paused' else 'waiting' end,
       due_at = coalesce(to_timestamp($3::float8 / 1000), due_at), next_at = coalesce(to_timestamp($3::float8 / 1000), next_at),
       attempts = 0, fault = null, version = version + 1
     where universe = $1 and id = $2 and state <> 'ended'`,
    [universe, id, dueAt],
  )
  if (dueAt === null) await dropWaiting(client, universe, id)
}

export async function endSchedule(
  client: pg.PoolClient,
  { universe, id }: Pick<StoredSchedule, 'universe' | 'id'>,
  reason: (typeof endReasons)[number],
): Promise<void> {
  await client.query(
    `update report_schedule set state = 'ended', end_reason = $3, version = version + 1
     where universe = $1 and id = $2 and state <> 'ended'`,
    [universe, id, reason],
  )
  await dropWaiting(client, universe, id)
}

const dropWaiting = (client: pg.PoolClient, universe: string, id: string) =>
  client.query(`delete from report_mailing where universe = $1 and schedule = $2 and state = 'waiting'`, [universe, id])

/** Whether somebody wants no more of it; `until`: the day from which they get it again; null: until they say so. */
export type Leaving = { readonly hasLeft: boolean; readonly until: string | null }

export const setLeft = (client: Client, universe: string, id: string, person: string, { hasLeft, until }: Leaving) =>
  client.query(
    `update report_schedule set left_by = case when $4 then array_append(array_remove(left_by, $3::uuid), $3::uuid)
       else array_remove(left_by, $3::uuid) end,
       back_on = case when $4 and $5::date is not null then back_on || jsonb_build_object($3::text, $5::text)
         else back_on - $3::text end
     where universe = $1 and id = $2`,
    [universe, id, person, hasLeft, until],
  )

/**
 * Moves what was due at a moment to its next; false where it was changed, paused or run meanwhile: then there is nothing to
 * plan. Both are milliseconds since 1970.
 */
export async function moveOn(
  client: Client,
  { universe, id, dueAt }: Pick<StoredSchedule, 'universe' | 'id' | 'dueAt'>,
  next: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_schedule set due_at = to_timestamp($4::float8 / 1000), next_at = to_timestamp($4::float8 / 1000),
       attempts = 0, fault = null
     where universe = $1 and id = $2 and date_trunc('milliseconds', due_at) = $3 and state = 'waiting'`,
    [universe, id, dueAt, next],
  )
  return rowCount === 1
}
