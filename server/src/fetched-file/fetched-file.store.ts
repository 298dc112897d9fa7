import {
  afterwards,
  type FetchedFile,
  type FetchOutcome,
  type FileAddressFields,
  fetchedFile,
  fetchOutcomes,
  fetchRule,
  fileAddressStates,
  secretKinds,
} from '@kaiku/contract/fetched-file.ts'
import { type ToldFault, toldFault } from '@kaiku/contract/told-fault.ts'
import type pg from 'pg'
import { z } from 'zod'
import { bool, json, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'

const columns = {
  universe: text,
  survey: number,
  id: text,
  person: nullable(text),
  title: text,
  address: text,
  rule: json(fetchRule),
  zone: text,
  afterwards: oneOf(...afterwards),
  folder: text,
  mostRejected: number,
  secretKind: oneOf(...secretKinds),
  secret: nullable(text),
  hostKey: nullable(text),
  state: oneOf(...fileAddressStates),
  dueAt: time,
  version: number,
} satisfies Shape

/** An address as it is kept. */
export type StoredAddress = RowOf<typeof columns>
type Client = pg.Pool | pg.PoolClient
type Own = Pick<StoredAddress, 'universe' | 'id'>
type InSurvey = Pick<StoredAddress, 'universe' | 'survey'>

const selected = `select universe, survey, id, person, title, address, rule, zone, afterwards, folder,
    most_rejected as "mostRejected", secret_kind as "secretKind", secret, host_key as "hostKey", state, due_at as "dueAt", version
  from fetch_address`

/** The oldest first. */
export async function listAddresses(client: Client, { universe, survey }: InSurvey): Promise<StoredAddress[]> {
  const { rows } = await query(client, columns, `${selected} where universe = $1 and survey = $2 order by id`, [
    universe,
    survey,
  ])
  return rows
}

/** Null: there is no such one. */
export async function readAddress(client: Client, { universe, id }: Own): Promise<StoredAddress | null> {
  const { rows } = await query(client, columns, `${selected} where universe = $1 and id = $2`, [universe, id])
  return rows[0] ?? null
}

/** What is saved of an address. `dueAt`: milliseconds since 1970. */
export type SavedAddress = Omit<FileAddressFields, 'secret'> &
  Pick<StoredAddress, 'secretKind' | 'secret' | 'hostKey' | 'state' | 'person'> & { readonly dueAt: number }

const valuesOf = (saved: SavedAddress) => [
  ...[saved.person, saved.title, saved.address, JSON.stringify(saved.rule), saved.zone, saved.afterwards],
  ...[saved.folder, saved.mostRejected, saved.secretKind, saved.secret, saved.hostKey, saved.state, saved.dueAt],
]

/** False: the survey has `most` already. */
export async function insertAddress(
  client: pg.PoolClient,
  { universe, survey, id }: InSurvey & Own,
  saved: SavedAddress,
  most: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into fetch_address (universe, survey, id, person, title, address, rule, zone, afterwards, folder, most_rejected,
       secret_kind, secret, host_key, state, due_at, next_at)
     select $1, $2, $3, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, to_timestamp($17::float8 / 1000),
       to_timestamp($17::float8 / 1000)
     where (select count(*) from fetch_address where universe = $1 and survey = $2) < $4`,
    [universe, survey, id, most, ...valuesOf(saved)],
  )
  return rowCount === 1
}

/** False: somebody else changed it meanwhile. */
export async function updateAddress(
  client: pg.PoolClient,
  { universe, id, version }: Own & Pick<StoredAddress, 'version'>,
  saved: SavedAddress,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update fetch_address set person = $4, title = $5, address = $6, rule = $7, zone = $8, afterwards = $9, folder = $10,
       most_rejected = $11, secret_kind = $12, secret = $13, host_key = $14, state = $15,
       due_at = to_timestamp($16::float8 / 1000), next_at = to_timestamp($16::float8 / 1000), attempts = 0, fault = null,
       version = version + 1
     where universe = $1 and id = $2 and version = $3`,
    [universe, id, version, ...valuesOf(saved)],
  )
  return rowCount === 1
}

export const deleteAddress = (client: pg.PoolClient, { universe, id }: Own) =>
  client.query('delete from fetch_address where universe = $1 and id = $2', [universe, id])

/** Moves what was due at a moment to its next; false where it was changed or paused meanwhile. Milliseconds since 1970. */
export async function moveOn(client: Client, { universe, id, dueAt }: StoredAddress, next: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update fetch_address set due_at = to_timestamp($4::float8 / 1000), next_at = to_timestamp($4::float8 / 1000),
       attempts = 0, fault = null
     where universe = $1 and id = $2 and date_trunc('milliseconds', due_at) = $3 and state = 'waiting'`,
    [universe, id, dueAt, next],
  )
  return rowCount === 1
}

const runColumns = {
  runId: text,
  address: text,
  at: time,
  endedAt: nullable(time),
  isByHand: bool,
  outcome: oneOf(...fetchOutcomes),
  fault: nullable(json(toldFault)),
  files: json(z.array(fetchedFile)),
} satisfies Shape
export type StoredFetch = RowOf<typeof runColumns>

/** What its task says where the run itself was not told of its end. */
const outcomeSql = `case when r.outcome <> 'running' then r.outcome when t.state = 'cancelled' then 'cancelled'
  when t.state = 'waiting' then 'running' else 'failed' end`
const runs = `select r.id as "runId", r.address, r.at, coalesce(r.ended_at, t.ended_at) as "endedAt", r.by_hand as "isByHand",
    ${outcomeSql} as outcome, r.fault, r.files
  from fetch_run r left join task t on (t.universe, t.id) = (r.universe, r.task)`

/** The newest first. */
export async function listRuns(client: Client, { universe, id }: Own, most: number): Promise<StoredFetch[]> {
  const { rows } = await query(
    client,
    runColumns,
    `${runs} where r.universe = $1 and r.address = $2 order by r.id desc limit $3`,
    [universe, id, most],
  )
  return rows
}

/** Of each address of a survey the last run, by the id of the address. */
export async function lastRuns(
  client: Client,
  { universe, survey }: InSurvey,
): Promise<ReadonlyMap<string, StoredFetch>> {
  const { rows } = await query(
    client,
    runColumns,
    `select l.* from fetch_address a cross join lateral (
       ${runs} where r.universe = a.universe and r.address = a.id order by r.id desc limit 1) l
     where a.universe = $1 and a.survey = $2`,
    [universe, survey],
  )
  return new Map(rows.map((run) => [run.address, run]))
}

/** Runs of an address that are kept. */
const mostRuns = 500

export async function insertRun(
  client: pg.PoolClient,
  { universe, id }: Own,
  run: { readonly task: string; readonly isByHand: boolean },
): Promise<void> {
  await client.query('insert into fetch_run (universe, address, task, by_hand) values ($1, $2, $3, $4)', [
    ...[universe, id, run.task, run.isByHand],
  ])
  await client.query(
    `delete from fetch_run where universe = $1 and address = $2 and id in (
       select id from fetch_run where universe = $1 and address = $2 order by id desc offset $3)`,
    [universe, id, mostRuns],
  )
}

/** Of which address a task is, and whether somebody asked for it; null: of none any more. */
export async function runOfTask(client: Client, universe: string, task: string) {
  const { rows } = await query(
    client,
    { runId: text, address: text, isByHand: bool },
    'select id as "runId", address, by_hand as "isByHand" from fetch_run where universe = $1 and task = $2',
    [universe, task],
  )
  return rows[0] ?? null
}

type Ended = {
  readonly outcome: FetchOutcome
  readonly fault: ToldFault | null
  readonly files: readonly FetchedFile[]
}

/** Says what became of a run; `running`: it began anew. */
export const noteRun = (client: Client, universe: string, runId: string, { outcome, fault, files }: Ended) =>
  client.query(
    `update fetch_run set outcome = $3, fault = $4, files = $5, ended_at = case when $3 = 'running' then null else now() end
     where universe = $1 and id = $2`,
    [universe, runId, outcome, fault && JSON.stringify(fault), JSON.stringify(files)],
  )

const knownColumns = { place: text, mark: text, hash: text, fault: nullable(json(toldFault)) } satisfies Shape
/** A file as it was fetched last. */
export type KnownFile = RowOf<typeof knownColumns>

export async function knownFiles(client: Client, { universe, id }: Own): Promise<ReadonlyMap<string, KnownFile>> {
  const { rows } = await query(
    client,
    knownColumns,
    'select place, mark, hash, fault from fetched_file where universe = $1 and address = $2',
    [universe, id],
  )
  return new Map(rows.map((file) => [file.place, file]))
}

export const noteFile = (client: Client, { universe, id }: Own, { place, mark, hash, fault }: KnownFile) =>
  client.query(
    `insert into fetched_file (universe, address, place, mark, hash, fault) values ($1, $2, $3, $4, $5, $6)
     on conflict (universe, address, place) do update set mark = excluded.mark, hash = excluded.hash, fault = excluded.fault,
       at = now()`,
    [universe, id, place, mark, hash, fault && JSON.stringify(fault)],
  )
