import { runReasons } from '@kaiku/contract/effect.ts'
import { effectTypes } from '@kaiku/contract/effect-block.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import { inUniverse } from '../db/postgres.ts'
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
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const runColumns = {
  runId: text,
  block: text,
  blockTitle: json(storedLocalised),
  effect: oneOf(...effectTypes),
  state: oneOf('waiting', 'done', 'nothing', 'failed'),
  reason: nullable(oneOf(...runReasons)),
  messages: texts,
  at: time,
  doneAt: nullable(time),
  version: number,
  interviewId: nullable(text),
  alertId: nullable(text),
  sampleId: nullable(text),
  leaves: numbers,
  view: nullable(text),
  backfilled: bool,
} satisfies Shape
export type StoredRun = RowOf<typeof runColumns>

const mostListed = 200

/** What was done last of the effects of a survey, or of one of its blocks, the newest first. */
export const newestRuns = (
  { pool }: Stores,
  { universe, survey }: Dictionary,
  block: string | null,
): Promise<readonly StoredRun[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      runColumns,
      `select r.id as "runId", r.block, r.block_title as "blockTitle", r.asked ->> 'type' as effect, r.state, r.reason,
         r.messages, r.at, r.done_at as "doneAt", r.version, i.id as "interviewId", r.alert as "alertId", r.sample as "sampleId",
         coalesce(i.leaves, a.leaves, s.leaves, '{}') as leaves, a.view, r.backfilled
       from effect_run r
       left join interview i on (i.universe, i.survey, i.number) = (r.universe, r.survey, r.interview)
       left join alert a on (a.universe, a.id) = (r.universe, r.alert)
       left join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
       where r.universe = $1 and r.survey = $2 and ($3::text is null or r.block = $3)
       order by r.id desc limit ${mostListed}`,
      [universe, survey, block],
    )
    return rows
  })

const standingColumns = { block: text, runs: number, waiting: number, failed: number, lastAt: time } satisfies Shape

/** How much the blocks of a survey have done, by their ids. */
export const standingsOf = (
  { pool }: Stores,
  { universe, survey }: Dictionary,
): Promise<ReadonlyMap<string, RowOf<typeof standingColumns>>> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      standingColumns,
      `select block, count(*)::int as runs, count(*) filter (where state = 'waiting')::int as waiting,
         count(*) filter (where state = 'failed')::int as failed, max(at) as "lastAt"
       from effect_run where universe = $1 and survey = $2 group by block`,
      [universe, survey],
    )
    return new Map(rows.map((row) => [row.block, row]))
  })
