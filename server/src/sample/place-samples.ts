import { inUniverse } from '../db/postgres.ts'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import type { Placer } from '../view/place.ts'
import { tellOfSamples } from './sample-news.ts'

const touchedColumns = { id: text, leaves: numbers } satisfies Shape

const batch = 5_000
const first = '00000000-0000-0000-0000-000000000000'

/** Places the samples of a survey anew, as its interviews are; false where the places changed meanwhile. */
export async function placeSamples({ pool }: Stores, dictionary: Dictionary, places: Placer): Promise<boolean> {
  const own = [dictionary.universe, dictionary.survey]
  for (let last: string | undefined = first; last !== undefined; ) {
    const after: string = last
    const next = await inUniverse(pool, dictionary.universe, async (client) => {
      if (!(await holdPlaces(client, dictionary))) return null
      const { rows } = await query(
        client,
        { id: text, background: answersColumn },
        `select id, background from sample where universe = $1 and survey = $2 and id > $3 order by id limit ${batch}`,
        [...own, after],
      )
      const leaves = await places.leaves(
        client,
        rows.map(({ background }) => background),
      )
      const given = rows.map(({ id }, at) => ({ id, leaves: leaves[at] ?? [] }))
      const moved = await query(
        client,
        touchedColumns,
        `update sample s set leaves = g.leaves from jsonb_to_recordset($3) as g (id uuid, leaves int[])
         where s.universe = $1 and s.survey = $2 and s.id = g.id and s.leaves is distinct from g.leaves
         returning s.id, s.leaves`,
        [...own, JSON.stringify(given)],
      )
      await tellOfSamples(client, dictionary, moved.rows)
      return { id: rows.at(-1)?.id }
    })
    if (next === null) return false
    last = next.id
  }
  return true
}
