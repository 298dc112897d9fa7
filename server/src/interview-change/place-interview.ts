import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { firstViewNumber, noting } from './interview-change.ts'

/** An interview by its number, and its leaf in each view. */
export type PlacedInterview = { readonly number: string; readonly leaves: readonly number[] }

/** In SQL: what a parameter holds of `PlacedInterview`s, as JSON. */
export const placedIn = (parameter: string): string => `select (one->>'number')::bigint as number,
      array(select leaf::int from jsonb_array_elements_text(one->'leaves') with ordinality as l (leaf, place) order by place) as leaves
    from jsonb_array_elements(${parameter}::jsonb) as one`

/** Puts interviews where they belong now; answers how many moved. */
export async function placeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  placed: readonly PlacedInterview[],
): Promise<number> {
  const { rowCount } = await client.query(place, [
    dictionary.universe,
    dictionary.survey,
    firstViewNumber(dictionary),
    JSON.stringify(placed),
  ])
  return rowCount ?? 0
}

/** A changed leaf of the first view, or a day with it, is another sorting key: the feed takes the old row back. */
const place = `with given as (${placedIn('$4')}),
  changed as (
    update interview i set leaves = given.leaves from given
    where i.universe = $1 and i.survey = $2 and i.number = given.number and i.leaves is distinct from given.leaves
    returning i.number, coalesce(old.leaves[$3], 0) as old_leaf, coalesce(new.leaves[$3], 0) as new_leaf, i.day)
  ${noting(
    `select number, case when old_leaf <> new_leaf then old_leaf end, case when old_leaf <> new_leaf then day end
     from changed`,
    'placed',
  )}`
