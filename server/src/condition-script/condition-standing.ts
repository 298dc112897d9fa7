import { createHash } from 'node:crypto'
import type pg from 'pg'
import { mostFailures } from '../computed/script-standing.ts'
import { nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scriptFaultKinds } from '../script-sandbox/script-job.ts'
import { ConditionScripts } from './condition-script.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** A script that says something else is another one. */
export const conditionKey = (script: string): string => createHash('sha256').update(script).digest('hex')

/** What is to be asked of what happens now: without those scripts of the survey that are stopped. */
export async function openConditions(
  client: pg.Pool | pg.PoolClient,
  dictionary: Dictionary,
  triggers: readonly { readonly script?: string | undefined }[],
): Promise<ConditionScripts> {
  const scripts = [...new Set(triggers.flatMap(({ script }) => script ?? []))]
  const keys = scripts.length === 0 ? new Set<string>() : await stoppedKeys(client, dictionary)
  return new ConditionScripts(dictionary, {
    whose: 'interviews',
    stopped: new Set(scripts.filter((script) => keys.has(conditionKey(script)))),
  })
}

/** Keys of the scripts of a survey that are not asked any more. */
export async function stoppedKeys(client: pg.Pool | pg.PoolClient, { universe, survey }: SurveyKey) {
  const { rows } = await query(
    client,
    { key: text },
    'select key from condition_script where universe = $1 and survey = $2 and stopped_at is not null',
    [universe, survey],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Notes in the client's transaction on how much scripts failed and why last, without what they said: that may quote answers.
 * One that failed too often or held everything up is stopped.
 */
export async function noteConditionFaults(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { faults }: Pick<ConditionScripts, 'faults'>,
): Promise<void> {
  for (const [script, own] of faults) {
    const all = [...own.values()]
    const last = all.at(-1)
    const isHeldUp = all.some(({ kind }) => kind === 'late')
    await client.query(
      `insert into condition_script as c (universe, survey, key, failed, fault, line, failed_at, stopped_at)
       values ($1, $2, $3, $4::int, $5, $6, now(), case when $7::bool or $4::int >= $8::int then now() end)
       on conflict (universe, survey, key) do update set failed = c.failed + excluded.failed, fault = excluded.fault,
         line = excluded.line, failed_at = now(),
         stopped_at = coalesce(c.stopped_at, excluded.stopped_at, case when c.failed + excluded.failed >= $8::int then now() end)`,
      [
        ...[universe, survey, conditionKey(script), all.length],
        ...[last?.kind ?? null, last?.line ?? null, isHeldUp, mostFailures],
      ],
    )
  }
}

/** Forgets how scripts fared: they are asked again. Those that nothing in the survey names any more are forgotten, too. */
export const forgetConditions = (
  client: pg.Pool | pg.PoolClient,
  { universe, survey }: SurveyKey,
  named: readonly string[],
  again: readonly string[],
) =>
  client.query(
    'delete from condition_script where universe = $1 and survey = $2 and (key <> all($3) or key = any($4))',
    [universe, survey, named.map(conditionKey), again.map(conditionKey)],
  )

const standingColumns = {
  key: text,
  failed: number,
  fault: oneOf(...scriptFaultKinds),
  line: nullable(number),
  stoppedAt: nullable(time),
} satisfies Shape
export type ConditionStanding = RowOf<typeof standingColumns>

/** How scripts of conditions fare in a survey that failed at all, by their keys. */
export async function conditionStandings(
  client: pg.Pool | pg.PoolClient,
  { universe, survey }: SurveyKey,
): Promise<ReadonlyMap<string, ConditionStanding>> {
  const { rows } = await query(
    client,
    standingColumns,
    `select key, failed, fault, line, stopped_at as "stoppedAt" from condition_script where universe = $1 and survey = $2`,
    [universe, survey],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

const untoldColumns = { universe: text, survey: number, key: text, by: text, failed: number } satisfies Shape

/** Stopped scripts that nobody was told of yet, at most so many; `by`: who published the survey’s present version. */
export async function untoldConditions(client: pg.PoolClient, universe: string, most: number) {
  const { rows } = await query(
    client,
    untoldColumns,
    `select c.universe, c.survey, c.key, v.published_by as by, c.failed
     from condition_script c join survey s on (s.universe, s.number) = (c.universe, c.survey)
       join definition_version v on (v.universe, v.survey, v.version) = (s.universe, s.number, s.version)
     where c.universe = $1 and c.stopped_at is not null and c.told_at is null limit $2 for update of c skip locked`,
    [universe, most],
  )
  return rows
}

export const noteConditionTold = (client: pg.PoolClient, { universe, survey }: SurveyKey, key: string) =>
  client.query('update condition_script set told_at = now() where universe = $1 and survey = $2 and key = $3', [
    universe,
    survey,
    key,
  ])
