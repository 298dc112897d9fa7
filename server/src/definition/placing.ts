import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../stores.ts'
import type { Answers, Dictionary } from '../survey/dictionary.ts'
import { placer } from '../view/place.ts'

const batch = 5_000

/**
 * Places the interviews of a survey anew where a published definition moved them, in committed batches; may be broken
 * off and run again. Answers how many moved. `onProgress` hears how many were looked at.
 */
export async function placeAnew(
  stores: Stores,
  dictionary: Dictionary,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const { universe, survey } = dictionary
  const own = [universe, survey]
  const places = placer(dictionary)
  const [first] = dictionary.views.values()
  let last = '0'
  let moved = 0
  for (let done = 0; ; ) {
    const rows = await inUniverse(stores.pool, universe, async (client) => {
      const found = await client.query<{ number: string; answers: Answers }>(
        `select number, answers from interview where universe = $1 and survey = $2 and number > $3
         order by number limit ${batch}`,
        [...own, last],
      )
      return found.rows
    })
    const end = rows.at(-1)
    if (!end) break
    const found = await places.leaves(
      stores.pool,
      rows.map(({ answers }) => answers),
    )
    const changed = await inUniverse(stores.pool, universe, (client) =>
      client.query(store, [
        ...own,
        first?.number ?? 1,
        JSON.stringify(rows.map(({ number }, i) => ({ number, leaves: found[i] ?? [] }))),
      ]),
    )
    moved += changed.rowCount ?? 0
    done += rows.length
    last = end.number
    onProgress(done)
  }
  await inUniverse(stores.pool, universe, (client) =>
    client.query(`update survey set unplaced = '{}' where universe = $1 and number = $2 and version = $3`, [
      ...own,
      dictionary.version,
    ]),
  )
  return moved
}

/** A changed leaf of the first view, or a day with it, is another sorting key: the feed takes the old row back. */
const store = `with given as (
    select (one->>'number')::bigint as number,
      array(select leaf::int from jsonb_array_elements_text(one->'leaves') with ordinality as l (leaf, place) order by place) as leaves
    from jsonb_array_elements($4::jsonb) as one),
  changed as (
    update interview i set leaves = given.leaves from given
    where i.universe = $1 and i.survey = $2 and i.number = given.number and i.leaves is distinct from given.leaves
    returning i.number, coalesce(old.leaves[$3], 0) as old_leaf, coalesce(new.leaves[$3], 0) as new_leaf, i.day)
  insert into interview_change (universe, survey, number, old_leaf, old_day)
  select $1, $2, number, case when old_leaf <> new_leaf then old_leaf end, case when old_leaf <> new_leaf then day end
  from changed`
