import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number as numberColumn, numbers, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { setExcluded, setIncluded } from '../interview-change/exclude-interview.ts'
import { showInterviews } from '../live-event/interview-news.ts'
import type { Scope } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'

type Why = { readonly reason: string; readonly person: string; readonly finding: string | null }

/** Leaves interviews out of every figure, in the client's transaction; answers how many counted until now. */
export async function excludeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  interviews: readonly string[],
  { reason, person, finding }: Why,
): Promise<number> {
  const gone = await setExcluded(client, dictionary, interviews)
  await client.query(
    `insert into interview_exclusion (universe, survey, number, finding, reason, person)
     select $1, $2, number, $4, $5, $6 from unnest($3::bigint[]) as number`,
    [dictionary.universe, dictionary.survey, gone.map(({ number }) => number), finding, reason, person],
  )
  await showInterviews(client, dictionary, gone)
  return gone.length
}

/** Lets interviews count again; answers how many did not until now. */
export async function restoreInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  interviews: readonly string[],
  person: string,
): Promise<number> {
  const back = await setIncluded(client, dictionary, interviews)
  await client.query(
    `update interview_exclusion set restored_at = now(), restored_by = $4
     where universe = $1 and survey = $2 and number = any($3::bigint[]) and restored_at is null`,
    [dictionary.universe, dictionary.survey, back.map(({ number }) => number), person],
  )
  await showInterviews(client, dictionary, back)
  return back.length
}

/** Where interviews are counted. `days`: first and last, null where it is open; null: all, undated ones too. */
type Where = {
  readonly scope: Scope
  readonly view: StoredView
  readonly node: number
  readonly days: { readonly from: string | null; readonly to: string | null } | null
}

/** Interviews of a place and period that are left out of every figure, and since when the first is; null: there are none. */
export function excludedAt(
  { pool }: Pick<Stores, 'pool'>,
  { universe, survey }: Dictionary,
  { scope, view, node, days }: Where,
): Promise<{ readonly n: number; readonly since: Date } | null> {
  return inUniverse(pool, universe, async (client) => {
    const { values, bind } = binder()
    // As of another tree a place is made of today's leaves that only its own answers tell: all are counted.
    const place =
      node === rootNumber || view.other
        ? 'true'
        : `coalesce(i.leaves[${view.number}], 0) = any(${bind(view.tree.within(node))}::int[])`
    const { rows } = await query(
      client,
      { n: numberColumn, since: nullable(time) },
      `select count(*)::int as n, min(i.excluded_at) as since from interview i
       where i.universe = ${bind(universe)} and i.survey = ${bind(survey)} and i.excluded_at is not null
         and ${place} and ${scopeCondition(scope, bind, 'i.leaves')}
         and ${days === null ? 'true' : 'i.day is not null'}
         and ${days?.from ? `i.day >= ${bind(days.from)}::date` : 'true'}
         and ${days?.to ? `i.day <= ${bind(days.to)}::date` : 'true'}`,
      values,
    )
    const [found] = rows
    return found?.since ? { n: found.n, since: found.since } : null
  })
}

const keptColumns = { day: nullable(text), leaves: numbers } satisfies Shape

/** An interview that is left out of every figure, which no store of figures knows; null: it counts, or is gone. */
export async function excludedInterview(
  { pool }: Pick<Stores, 'pool'>,
  { universe, survey }: Dictionary,
  number: string,
) {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      keptColumns,
      `select day::text, leaves from interview
       where universe = $1 and survey = $2 and number = $3 and excluded_at is not null`,
      [universe, survey, number],
    ),
  )
  return rows[0] ?? null
}

const exclusionColumns = { reason: text, person: nullable(text), at: time } satisfies Shape

/** Why an interview is left out now; null: it counts. */
export async function exclusionOf({ pool }: Pick<Stores, 'pool'>, { universe, survey }: Dictionary, number: string) {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      exclusionColumns,
      `select reason, person, at from interview_exclusion
       where universe = $1 and survey = $2 and number = $3 and restored_at is null`,
      [universe, survey, number],
    ),
  )
  return rows[0] ?? null
}
