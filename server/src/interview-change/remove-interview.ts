import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { nullable, query, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { firstViewNumber, moving, noting, taken } from './interview-change.ts'
import { type PlacedInterview, placedIn } from './place-interview.ts'

const erasureColumns = { id: text, interview: text, erasedAt: time, purgedAt: nullable(time) } satisfies Shape

/** The proof that an interview is gone: when from every answer, and when from disk (null: not yet). */
export type Erasure = {
  readonly id: string
  /** The interview's id in addresses. */
  readonly interview: string
  readonly erasedAt: Date
  readonly purgedAt: Date | null
}

const removing = (numbers: string) => `delete from interview where universe = $1 and survey = $2
      and number = any(${numbers}::bigint[]) returning number, id, leaves, day, row_key`

/**
 * Takes interviews away, by their numbers, in the client's transaction; answers the certificates. What was said of them
 * elsewhere is the caller's to forget before.
 */
export async function removeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  numbers: readonly (number | string)[],
  by: string,
): Promise<readonly Erasure[]> {
  const { rows } = await query(
    client,
    erasureColumns,
    `with gone as (${removing('$5')}),
    noted as (${noting(taken('gone', '$3'))}),
    kept as (delete from import_change where universe = $1 and survey = $2 and number in (select number from gone))
    insert into erasure (universe, survey, interview, number, key_hash, requested_by)
    select $1, $2, id, number, sha256(convert_to(row_key, 'UTF8')), $4 from gone
    returning id, interview, erased_at as "erasedAt", purged_at as "purgedAt"`,
    [dictionary.universe, dictionary.survey, firstViewNumber(dictionary), by, numbers],
  )
  return rows
}

/** Takes interviews away that were never meant to be there; the same may come again. */
export const takeAway = (client: pg.PoolClient, dictionary: Dictionary, numbers: readonly string[]) =>
  client.query(`with gone as (${removing('$3')}) ${noting(taken('gone', '$4'))}`, [
    dictionary.universe,
    dictionary.survey,
    numbers,
    firstViewNumber(dictionary),
  ])

/** What an import corrected returns to what stood before, at the places given; the corrections are forgotten. */
export const restoreInterviews = (
  client: pg.PoolClient,
  dictionary: Dictionary,
  importId: string,
  placed: readonly PlacedInterview[],
) =>
  client.query(restore, [
    dictionary.universe,
    dictionary.survey,
    importId,
    firstViewNumber(dictionary),
    JSON.stringify(placed),
  ])

const restore = `with given as materialized (${placedIn('$5')}),
  changed as materialized (
    delete from import_change where universe = $1 and survey = $2 and import = $3
      and number = any(array(select number from given))
    returning number, before),
  stood as materialized (
    select number, c.before, g.leaves as new_leaves, (c.before->>'day')::date as new_day, i.leaves as old_leaves, i.day as old_day
    from changed c join given g using (number) join interview i using (number)
    where i.universe = $1 and i.survey = $2),
  noted as (${noting(moving('stood', '$4'))})
  update interview i set row_hash = decode(s.before->>'row_hash', 'hex'), answers = s.before->'answers',
    matched = nullif(s.before->'matched', 'null'), original = nullif(s.before->'original', 'null'), day = s.new_day,
    at = (s.before->>'at')::timestamptz, leaves = s.new_leaves, weight = (s.before->>'weight')::bigint, contact = s.before->>'contact'
  from stood s where i.universe = $1 and i.survey = $2 and i.number = s.number and not i.corrected_by_hand`

/** No file of a survey holds these erased interviews any more. */
export const notePurged = (service: pg.Pool, survey: number, numbers: readonly string[]) =>
  service.query(
    'update erasure set purged_at = clock_timestamp() where purged_at is null and survey = $1 and number = any($2)',
    [survey, numbers],
  )

/** The certificates of a survey, newest first. */
export function listErasures(pool: pg.Pool, { universe, survey }: Dictionary): Promise<readonly Erasure[]> {
  return inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      erasureColumns,
      `select id, interview, erased_at as "erasedAt", purged_at as "purgedAt" from erasure
       where universe = $1 and survey = $2 order by erased_at desc, id desc`,
      [universe, survey],
    )
    return rows
  })
}
