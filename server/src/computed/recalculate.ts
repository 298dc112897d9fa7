import type pg from 'pg'
import { pause } from '../background-work/work-loop.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, int8, number, query, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { isLookedAt } from '../session/session.ts'
import { computeInterviews } from './compute.ts'

/** Interviews computed in one transaction. */
const slice = 2_000

/** Milliseconds after which figures follow: each time, all that is looked at is to be made anew. */
const following = 60_000

/** Seconds for which somebody who looked is taken to look still. */
const looking = 60

export type Recalculated = { readonly done: number; readonly changed: number; readonly failed: number }
type Standing = Recalculated & { readonly left: number }

/**
 * Computes all interviews of a survey anew, by day, so that figures follow month by month; rules and other programs hear
 * nothing. While somebody looks at Kaiku it rests as long as it works. `by`: what does it: where the same began before and
 * was broken off, it goes on there.
 */
export async function recalculate(
  stores: Stores,
  dictionary: Dictionary,
  by: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Recalculated> {
  const { universe } = dictionary
  await othersEnd(stores, signal)
  await inUniverse(stores.pool, universe, (client) => begin(client, dictionary, by))
  let followed = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const begun = performance.now()
    const step = await inUniverse(stores.pool, universe, async (client) => {
      const standing = await computeSlice(client, dictionary, by)
      if (standing && (standing.left === 0 || begun - followed > following)) {
        await follow(client, dictionary)
        followed = begun
      }
      crashPoint('computed')
      return standing
    })
    // Another one began meanwhile: it does all of them.
    if (step === null) return { done: 0, changed: 0, failed: 0 }
    const { left, ...sum } = step
    onProgress(left === 0 ? 1 : sum.done / (sum.done + left))
    if (left === 0) return sum
    if (await isLookedAt(stores, looking)) await pause(performance.now() - begun, signal)
  }
}

/** Milliseconds between two looks whether others have ended. */
const patience = 50

/** Waits for whoever stores interviews since before now: what they store may be computed by the scripts of then. */
async function othersEnd({ service }: Stores, signal: AbortSignal): Promise<void> {
  const now = await query(service, { next: text }, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  for (;;) {
    const { rows } = await query(
      service,
      { ended: bool },
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as ended',
      [now.rows[0]?.next],
    )
    if (rows[0]?.ended) return
    await pause(patience, signal)
    signal.throwIfAborted()
  }
}

/** Sets down what is to be computed, unless the same has begun it before. */
async function begin(client: pg.PoolClient, dictionary: Dictionary, by: string): Promise<void> {
  const own = [dictionary.universe, dictionary.survey]
  await client.query(
    `insert into script_recalculation (universe, survey, by) values ($1, $2, '') on conflict do nothing`,
    own,
  )
  const { rows } = await query(
    client,
    { by: text },
    'select by from script_recalculation where universe = $1 and survey = $2 for update',
    own,
  )
  if (rows[0]?.by === by) return
  // Figures follow what another one has computed, also where it stays as it is now.
  await follow(client, dictionary)
  await client.query(
    `update script_recalculation set by = $3, after = 0, done = 0, changed = 0, failed = 0 where universe = $1 and survey = $2`,
    [...own, by],
  )
  await client.query('delete from script_slice where universe = $1 and survey = $2', own)
  await client.query(
    `insert into script_slice (universe, survey, place, numbers)
     select $1, $2, place, array_agg(number order by day, number) from (
       select number, day, (row_number() over (order by day, number) - 1) / ${slice} + 1 as place
       from interview where universe = $1 and survey = $2) i
     group by place`,
    own,
  )
}

const columns = { after: int8, done: number, changed: number, failed: number, left: number, numbers: texts } as const

/** Computes the next part; null: another one has begun. */
async function computeSlice(client: pg.PoolClient, dictionary: Dictionary, by: string): Promise<Standing | null> {
  const own = [dictionary.universe, dictionary.survey]
  const { rows } = await query(
    client,
    columns,
    `select r.after, r.done, r.changed, r.failed, coalesce(next.numbers::text[], '{}') as numbers,
       (select coalesce(sum(cardinality(s.numbers)), 0)::int from script_slice s
        where (s.universe, s.survey) = (r.universe, r.survey) and s.place > r.after) as left
     from script_recalculation r
     left join script_slice next on (next.universe, next.survey, next.place) = (r.universe, r.survey, r.after + 1)
     where r.universe = $1 and r.survey = $2 and r.by = $3 for update of r`,
    [...own, by],
  )
  const [standing] = rows
  if (!standing) return null
  const { numbers, after, left } = standing
  const computed = await computeInterviews(client, dictionary, numbers)
  const sum = {
    done: standing.done + numbers.length,
    changed: standing.changed + computed.changed.length,
    failed: standing.failed + computed.failed,
  }
  await client.query(
    `update script_recalculation set after = after + 1, done = $3, changed = $4, failed = $5 where universe = $1 and survey = $2`,
    [...own, sum.done, sum.changed, sum.failed],
  )
  await client.query(
    'update script_slice set numbers = $4 where universe = $1 and survey = $2 and place = $3::bigint + 1',
    [...own, after, computed.changed.map((one) => one.number)],
  )
  return { ...sum, left: left - numbers.length }
}

/** Lets figures follow what is computed. */
async function follow(client: pg.PoolClient, dictionary: Dictionary): Promise<void> {
  const { rows } = await query(
    client,
    { numbers: texts },
    `delete from script_slice s using script_recalculation r
     where (s.universe, s.survey) = ($1, $2) and (r.universe, r.survey) = ($1, $2) and s.place <= r.after
     returning s.numbers::text[] as numbers`,
    [dictionary.universe, dictionary.survey],
  )
  await followInterviews(
    client,
    dictionary,
    rows.flatMap(({ numbers }) => numbers.map((one) => ({ number: one }))),
  )
}

/** Forgets how far a recalculation came: it is done. */
export const endRecalculation = (stores: Stores, { universe, survey }: Dictionary, by: string) =>
  inUniverse(stores.pool, universe, (client) =>
    client.query('delete from script_recalculation where universe = $1 and survey = $2 and by = $3', [
      universe,
      survey,
      by,
    ]),
  )
