import { scriptLevels } from '@kaiku/contract/script.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number, oneOf, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type ScriptFault, scriptFaultKinds } from '../script-sandbox/script-job.ts'
import type { PublishedScript } from './published-script.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** Interviews on which a version may fail in a survey before it is not asked any more. */
export const mostFailures = 100

/**
 * Notes on how many interviews a script failed and why last, without what it said: that may quote answers. True: it is
 * stopped, since it failed too often or held everything up.
 */
export async function noteFaults(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { id, version }: PublishedScript,
  faults: readonly ScriptFault[],
): Promise<boolean> {
  const last = faults.at(-1)
  const isHeldUp = faults.some(({ kind }) => kind === 'late')
  const { rows } = await query(
    client,
    { stopped: bool },
    `insert into script_standing as t (universe, survey, script, version, failed, fault, line, failed_at, stopped_at)
     values ($1, $2, $3, $4, $5::int, $6, $7, now(), case when $8::bool or $5::int >= $9::int then now() end)
     on conflict (universe, survey, script) do update set version = excluded.version, fault = excluded.fault,
       line = excluded.line, failed_at = now(),
       failed = excluded.failed + case when t.version = excluded.version then t.failed else 0 end,
       told_at = case when t.version = excluded.version then t.told_at end,
       stopped_at = case when t.version <> excluded.version then excluded.stopped_at
         else coalesce(t.stopped_at, excluded.stopped_at, case when t.failed + excluded.failed >= $9::int then now() end) end
     returning stopped_at is not null as stopped`,
    [universe, survey, id, version, faults.length, last?.kind ?? null, last?.line ?? null, isHeldUp, mostFailures],
  )
  return rows[0]?.stopped ?? false
}

/** Forgets how the scripts of a survey fared: they are asked again. */
export const forgetStanding = (client: pg.PoolClient, { universe, survey }: SurveyKey) =>
  client.query('delete from script_standing where universe = $1 and survey = $2', [universe, survey])

/** How a version fares in a survey; null: it has not failed yet. */
export const standingOf = ({ pool }: Stores, { universe, survey }: SurveyKey, script: string, version: number) =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      {
        failed: number,
        fault: nullable(oneOf(...scriptFaultKinds)),
        line: nullable(number),
        failedAt: nullable(time),
        stoppedAt: nullable(time),
      },
      `select failed, fault, line, failed_at as "failedAt", stopped_at as "stoppedAt" from script_standing
       where universe = $1 and survey = $2 and script = $3 and version = $4`,
      [universe, survey, script, version],
    )
    return rows[0] ?? null
  })

const untoldColumns = {
  universe: text,
  survey: number,
  script: text,
  level: oneOf(...scriptLevels),
  extName: text,
  person: nullable(text),
  failed: number,
  line: nullable(number),
} as const

/** Scripts that were stopped and whose author is not told yet, at most so many. */
export async function untoldStops(client: pg.PoolClient, universe: string, most: number) {
  const { rows } = await query(
    client,
    untoldColumns,
    `select t.universe, t.survey, t.script, s.ext_name as "extName", v.person::text as person, t.failed, t.line,
       case when c.survey is not null then 'survey' when c.universe is not null then 'universe' else 'global' end as level
     from script_standing t join survey s on (s.universe, s.number) = (t.universe, t.survey)
       join script c on c.id = t.script join script_version v on (v.script, v.version) = (t.script, t.version)
     where t.universe = $1 and t.stopped_at is not null and t.told_at is null limit $2 for update of t skip locked`,
    [universe, most],
  )
  return rows
}

export const noteTold = (client: pg.PoolClient, { universe, survey }: SurveyKey, script: string) =>
  client.query('update script_standing set told_at = now() where universe = $1 and survey = $2 and script = $3', [
    universe,
    survey,
    script,
  ])
