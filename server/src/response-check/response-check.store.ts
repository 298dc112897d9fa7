import { type FindingState, findingDetail, findingStates } from '@kaiku/contract/response-check.ts'
import { checkKinds } from '@kaiku/core/response-check.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import {
  bool,
  int8s,
  json,
  nullable,
  number,
  numbers,
  oneOf,
  query,
  type RowOf,
  type Shape,
  text,
  time,
} from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Scope } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import type { Searched } from './find-responses.ts'

type Own = Pick<Dictionary, 'universe' | 'survey'>

const columns = {
  id: text,
  kind: oneOf(...checkKinds),
  place: number,
  from: text,
  to: text,
  p: number,
  detail: json(findingDetail),
  interviews: int8s,
  excluded: number,
  campaigns: number,
  state: oneOf(...findingStates),
  note: text,
  person: nullable(text),
  changedAt: nullable(time),
  foundAt: time,
  isCurrent: bool,
} satisfies Shape
export type StoredFinding = RowOf<typeof columns>

const selected = `select f.id, f.kind, f.place, f.from_day::text as "from", f.to_day::text as "to", f.p, f.detail,
    array(select n from unnest(f.interviews) as n where exists (
      select from interview i where (i.universe, i.survey, i.number) = (f.universe, f.survey, n)) order by n) as interviews,
    (select count(*)::int from unnest(f.interviews) as n join interview i on (i.universe, i.survey, i.number) = (f.universe, f.survey, n)
      where i.excluded_at is not null) as excluded,
    (select count(*)::int from campaign c where (c.universe, c.survey) = (f.universe, f.survey)
      and c.action <> 'test' and c.begun_at::date between f.from_day - 3 and f.to_day) as campaigns,
    f.state, f.note, f.person, f.changed_at as "changedAt", f.found_at as "foundAt", f.is_current as "isCurrent"
  from response_finding f where f.universe = $1 and f.survey = $2`

/** The findings of a survey: those that nobody looked at first, then by how unlikely they are. */
export async function readFindings(client: pg.PoolClient, { universe, survey }: Own): Promise<StoredFinding[]> {
  const { rows } = await query(client, columns, `${selected} order by (f.state <> 'new'), f.p, f.id`, [
    universe,
    survey,
  ])
  return rows
}

export async function readFinding(client: pg.PoolClient, { universe, survey }: Own, id: string) {
  const { rows } = await query(client, columns, `${selected} and f.id = $3`, [universe, survey, id])
  return rows[0] ?? null
}

/**
 * Puts what was found in place of what was found before. What people said of a finding stays; one that is not found any
 * more and that nobody said anything of goes.
 */
export async function keepFindings(
  client: pg.PoolClient,
  { universe, survey }: Own,
  { found, looked }: Searched,
  interviews: number,
): Promise<void> {
  await client.query(
    `insert into response_check (universe, survey, interviews, looked) values ($1, $2, $3, $4)
     on conflict (universe, survey) do update set at = now(), interviews = excluded.interviews, looked = excluded.looked`,
    [universe, survey, interviews, JSON.stringify(looked)],
  )
  await client.query(
    `insert into response_finding (universe, survey, key, kind, place, from_day, to_day, p, detail, interviews)
     select $1, $2, f.key, f.kind, f.place, f."from", f."to", f.p, f.detail, f.interviews
     from jsonb_to_recordset($3) as f (key text, kind text, place int, "from" date, "to" date, p float8, detail jsonb, interviews bigint[])
     on conflict (universe, survey, key) do update set place = excluded.place, from_day = excluded.from_day,
       to_day = excluded.to_day, p = excluded.p, detail = excluded.detail, is_current = true,
       interviews = case when response_finding.state = 'excluded' then response_finding.interviews else excluded.interviews end`,
    [universe, survey, JSON.stringify(found)],
  )
  const keys = found.map(({ key }) => key)
  await client.query(
    `delete from response_finding where universe = $1 and survey = $2 and state = 'new' and key <> all($3::text[])`,
    [universe, survey, keys],
  )
  await client.query(
    `update response_finding set is_current = false where universe = $1 and survey = $2 and key <> all($3::text[])`,
    [universe, survey, keys],
  )
}

const checkedColumns = { at: time, interviews: number } satisfies Shape

export async function readChecked(client: pg.PoolClient, { universe, survey }: Own) {
  const { rows } = await query(
    client,
    checkedColumns,
    'select at, interviews from response_check where universe = $1 and survey = $2',
    [universe, survey],
  )
  return rows[0] ?? null
}

/** What somebody says of a finding. */
export const setState = (
  client: pg.PoolClient,
  { universe, survey }: Own,
  id: string,
  { state, note, person }: { readonly state: FindingState; readonly note: string; readonly person: string },
) =>
  client.query(
    `update response_finding set state = $4, note = $5, person = $6, changed_at = now()
     where universe = $1 and survey = $2 and id = $3`,
    [universe, survey, id, state, note, person],
  )

/** Findings for which interviews were left out, none of which still is, count as looked at. */
export const settleRestored = (client: pg.PoolClient, { universe, survey }: Own, person: string) =>
  client.query(
    `update response_finding f set state = 'looked', person = $3, changed_at = now()
     where universe = $1 and survey = $2 and state = 'excluded' and not exists (
       select from unnest(f.interviews) as n join interview i on (i.universe, i.survey, i.number) = ($1, $2, n)
       where i.excluded_at is not null)`,
    [universe, survey, person],
  )

const listedColumns = {
  number: text,
  id: text,
  day: nullable(text),
  time: nullable(text),
  leaves: numbers,
  reason: nullable(text),
  person: nullable(text),
  excludedAt: nullable(time),
} satisfies Shape
export type ListedInterview = RowOf<typeof listedColumns>

/** Interviews within a scope: those of these numbers; null: all that are left out, the newest first. */
export async function readInterviews(
  client: pg.PoolClient,
  { universe, survey, definition }: Dictionary,
  scope: Scope,
  interviews: readonly string[] | null,
  most: number,
): Promise<ListedInterview[]> {
  const { values, bind } = binder()
  const which = interviews === null ? 'i.excluded_at is not null' : `i.number = any(${bind(interviews)}::bigint[])`
  const { rows } = await query(
    client,
    listedColumns,
    `select i.number::text, i.id, i.day::text, to_char(i.at at time zone ${bind(definition.settings.timeZone)}, 'HH24:MI') as time,
       i.leaves, e.reason, e.person, e.at as "excludedAt"
     from interview i left join interview_exclusion e on (e.universe, e.survey, e.number) = (i.universe, i.survey, i.number)
       and e.restored_at is null
     where i.universe = ${bind(universe)} and i.survey = ${bind(survey)} and ${which} and ${scopeCondition(scope, bind, 'i.leaves')}
     order by ${interviews === null ? 'e.at desc nulls last,' : ''} i.day, i.at, i.number limit ${bind(most)}`,
    values,
  )
  return rows
}

/** Interviews by their ids in addresses that lie within a scope; they are locked. */
export async function lockInterviews(
  client: pg.PoolClient,
  { universe, survey }: Own,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { values, bind } = binder()
  const { rows } = await query(
    client,
    { number: text },
    `select i.number::text from interview i
     where i.universe = ${bind(universe)} and i.survey = ${bind(survey)} and i.id = any(${bind(ids)}::uuid[])
       and ${scopeCondition(scope, bind, 'i.leaves')} order by i.number for update`,
    values,
  )
  return rows.map(({ number: one }) => one)
}

/** Interviews within a scope that are left out of every figure. */
export async function countExcluded(client: pg.PoolClient, { universe, survey }: Own, scope: Scope): Promise<number> {
  const { values, bind } = binder()
  const { rows } = await query(
    client,
    { n: number },
    `select count(*)::int as n from interview i where i.universe = ${bind(universe)} and i.survey = ${bind(survey)}
       and i.excluded_at is not null and ${scopeCondition(scope, bind, 'i.leaves')}`,
    values,
  )
  return rows[0]?.n ?? 0
}
