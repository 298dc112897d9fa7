import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { int8, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import { notePlaced } from '../dictionary/change-survey.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { placeInterviews } from '../interview-change/place-interview.ts'
import { placeSamples } from '../sample/place-samples.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Placer, placer } from '../view/place.ts'

const batch = 5_000

/**
 * Places the interviews of a survey anew where a published definition moved them, in committed batches beside running
 * imports; may be broken off and run again. Answers how many moved. `onProgress` hears how many were looked at.
 */
export async function placeAnew(
  stores: Stores,
  dictionary: Dictionary,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const { universe, survey } = dictionary
  const places = placer(dictionary)
  let moved = 0
  let done = 0
  for (let last: string | undefined = '0'; last !== undefined; ) {
    const after: string = last
    const placed = await inUniverse(stores.pool, universe, async (client) =>
      (await holdPlaces(client, dictionary)) ? placeBatch(client, dictionary, places, after) : null,
    )
    // The places changed again, so all that was placed so far may be wrong.
    if (!placed) return moved + (await placeAnew(stores, await surveyByNumber(stores, survey), onProgress))
    moved += placed.moved
    done += placed.rows
    last = placed.last
    if (placed.rows > 0) onProgress(done)
  }
  if (!(await placeSamples(stores, dictionary, places)))
    return moved + (await placeAnew(stores, await surveyByNumber(stores, survey), onProgress))
  await inUniverse(stores.pool, universe, (client) => notePlaced(client, dictionary))
  return moved
}

type Placed = { readonly rows: number; readonly moved: number; readonly last: string | undefined }

async function placeBatch(
  client: pg.PoolClient,
  dictionary: Dictionary,
  places: Placer,
  after: string,
): Promise<Placed> {
  const { rows } = await query(
    client,
    { number: int8, answers: answersColumn },
    `select number, answers from interview where universe = $1 and survey = $2 and number > $3
     order by number limit ${batch}`,
    [dictionary.universe, dictionary.survey, after],
  )
  const found = await places.leaves(
    client,
    rows.map(({ answers }) => answers),
  )
  const moved = await placeInterviews(
    client,
    dictionary,
    rows.map(({ number }, i) => ({ number, leaves: found[i] ?? [] })),
  )
  return { rows: rows.length, moved, last: rows.at(-1)?.number }
}
