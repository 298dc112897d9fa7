import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { withdrawAlerts } from '../alert/withdraw-alert.ts'
import { computeInterviews } from '../computed/compute.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, number as numberColumn, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { endUndo, findImport } from '../import-log/import-log.ts'
import { restoreInterviews, takeAway } from '../interview-change/remove-interview.ts'
import { unlinkSamples } from '../sample/link-sample.ts'
import { type Placer, placer } from '../view/place.ts'
import { removePlaces } from '../view/remove-places.ts'

const chunkRows = 5000

/**
 * Takes an import back: its new interviews go, its corrections return to what stood before, and places that only its
 * interviews had are gone. Interrupted, it is finished by calling it again. Throws Fault `conflict` when a later import
 * or a person corrected what it wrote, or the places of the survey changed meanwhile.
 */
export async function undoImport(
  { pool }: Stores,
  dictionary: Dictionary,
  id: string,
  onProgress: (rows: number) => void = () => {},
): Promise<ImportReport> {
  const { universe, survey } = dictionary
  const found = await findImport(pool, dictionary, id)
  if (found.state === 'undone') throw new Fault('conflict', 'The import was undone before.')
  const own = [universe, survey, id]
  const places = placer(dictionary)
  const held = <T>(use: (client: pg.PoolClient) => Promise<T>) =>
    inUniverse(pool, universe, async (client) => {
      if (!(await holdPlaces(client, dictionary)))
        throw new Fault('conflict', 'The places of the survey changed meanwhile: undo the import again.')
      return use(client)
    })
  await inUniverse(pool, universe, (client) => refuseWhereCorrected(client, own))
  let rows = 0
  for (const take of [restoreChunk, removeChunk]) {
    for (let last: string | undefined = '-1'; last !== undefined; ) {
      const after: string = last
      const numbers = await held((client) => take(client, dictionary, places, id, after))
      last = numbers.at(-1)
      rows += numbers.length
      onProgress(rows)
    }
  }
  await held(async (client) => {
    await removePlaces(client, dictionary, id)
    await endUndo(client, dictionary, id)
  })
  return findImport(pool, dictionary, id)
}

async function refuseWhereCorrected(client: pg.PoolClient, own: readonly unknown[]) {
  const { rows } = await query(
    client,
    { later: numberColumn, byHand: numberColumn },
    `select
      (select count(*) from import_change c join import other on other.universe = c.universe and other.id = c.import
        join interview i on i.universe = c.universe and i.survey = c.survey and i.number = c.number
        where c.universe = $1 and c.survey = $2
          and other.started_at > (select started_at from import where universe = $1 and id = $3)
          and (i.import = $3 or exists (select from import_change mine
            where mine.universe = $1 and mine.import = $3 and mine.number = c.number)))::int as later,
      (select count(*) from interview i where i.universe = $1 and i.survey = $2 and i.corrected_by_hand
          and (i.import = $3 or exists (select from import_change mine
            where mine.universe = $1 and mine.import = $3 and mine.number = i.number)))::int as "byHand"`,
    [...own],
  )
  const { later = 0, byHand = 0 } = rows[0] ?? {}
  if (later > 0)
    throw new Fault('conflict', `Later imports corrected ${later} of these interviews: undo those imports first.`)
  if (byHand > 0)
    throw new Fault('conflict', `${byHand} of these interviews were corrected by hand since: that work would be lost.`)
}

type Take = (
  client: pg.PoolClient,
  dictionary: Dictionary,
  places: Placer,
  id: string,
  after: string,
) => Promise<string[]>

/** Corrections of the import return to what stood before, at the place where that belongs today; the change is forgotten. */
const restoreChunk: Take = async (client, dictionary, places, id, after) => {
  const own = [dictionary.universe, dictionary.survey, id]
  const { rows } = await query(
    client,
    { number: int8, answers: answersColumn },
    `select number, before->'answers' as answers from import_change
     where universe = $1 and survey = $2 and import = $3 and number > $4 order by number limit $5`,
    [...own, after, chunkRows],
  )
  const leaves = await places.leaves(
    client,
    rows.map(({ answers }) => answers),
  )
  await restoreInterviews(
    client,
    dictionary,
    id,
    rows.map(({ number }, i) => ({ number, leaves: leaves[i] ?? [] })),
  )
  const numbers = rows.map(({ number }) => number)
  await computeInterviews(client, dictionary, numbers)
  return numbers
}

const removeChunk: Take = async (client, dictionary, _places, id, after) => {
  // Locked first, so that an alert raised about one of them meanwhile is seen by what follows.
  const { rows: held } = await query(
    client,
    { number: int8 },
    `select number from interview where universe = $1 and survey = $2 and import = $3 and not corrected_by_hand
       and number > $4 order by number limit $5 for update`,
    [dictionary.universe, dictionary.survey, id, after, chunkRows],
  )
  const numbers = held.map(({ number }) => number)
  await unlinkSamples(client, dictionary, numbers)
  // While they are there: afterwards nothing leads from an alert to its interview.
  await withdrawAlerts(client, dictionary, numbers)
  await takeAway(client, dictionary, numbers)
  return numbers
}
