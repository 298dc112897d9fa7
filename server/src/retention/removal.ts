import type { RetentionRemoval } from '@kaiku/contract/retention.ts'
import { removedKinds } from '@kaiku/contract/retention.ts'
import type pg from 'pg'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type Kind = (typeof removedKinds)[number]

/** Counts what a step has removed, in its own transaction: a night that was broken off goes on, and nothing is counted twice. */
export async function noteRemoved(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  what: Kind,
  count: number,
  now: number,
): Promise<void> {
  if (count === 0) return
  await client.query(
    `insert into retention_removal (universe, survey, on_day, what, count)
     select $1, $2, (to_timestamp($5 / 1000.0) at time zone time_zone)::date, $3, $4 from universe where id = $1
     on conflict (universe, survey, on_day, what)
       do update set count = retention_removal.count + excluded.count, purged_at = null`,
    [universe, survey, what, count, now],
  )
}

const columns = {
  day: text,
  survey: number,
  what: oneOf(...removedKinds),
  count: int8,
  purgedAt: nullable(time),
} satisfies Shape

const mostTold = 500

/** What rules have removed, the newest first. Of a protected survey it is not told: days and counts would tell of single ones. */
export async function listRemovals(
  { pool }: Stores,
  universe: string,
  surveys: readonly Dictionary[],
  locale: string,
): Promise<RetentionRemoval[]> {
  const open = new Map(surveys.flatMap((one) => (one.definition.settings.protection ? [] : [[one.survey, one]])))
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      columns,
      `select on_day::text as day, survey, what, count, purged_at as "purgedAt" from retention_removal
       where universe = $1 and survey = any($2) order by on_day desc, survey, what limit ${mostTold}`,
      [universe, [...open.keys()]],
    ),
  )
  return rows.flatMap(({ day, survey, what, count, purgedAt }) => {
    const own = open.get(survey)
    if (!own) return []
    const title = translatorOf(own, locale)(own.definition.settings.title)
    return [{ day, survey: title, what, count: Number(count), purgedAt: purgedAt?.toISOString() ?? null }]
  })
}

const unpurgedColumns = { survey: number, day: text, what: text, count: int8 } satisfies Shape
type Unpurged = RowOf<typeof unpurgedColumns>

/** What was removed and the disk may still hold, as far as the projection has followed. */
export async function unpurgedRemovals({ service }: Pick<Stores, 'service'>): Promise<readonly Unpurged[]> {
  const { rows } = await query(
    service,
    unpurgedColumns,
    `select survey, on_day::text as day, what, count from retention_removal r where purged_at is null
       and not exists (select from interview_change c, projection_cursor p
         where c.survey = r.survey and (c.tx, c.seq) > (p.tx, p.seq))
       and not exists (select from projection_batch where done_at is null)`,
  )
  return rows
}

/** No file holds what was removed; where more was since, that waits for the next time. */
export const noteRemovalsPurged = (service: pg.Pool, removals: readonly Unpurged[]) =>
  service.query(
    `update retention_removal r set purged_at = clock_timestamp()
     from jsonb_to_recordset($1) as g(survey int, day date, what text, count bigint)
     where (r.survey, r.on_day, r.what, r.count) = (g.survey, g.day, g.what, g.count) and r.purged_at is null`,
    [JSON.stringify(removals)],
  )
