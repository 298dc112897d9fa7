import { type Day, dayIn } from '@kaiku/core/day.ts'
import { publish } from '../definition/definition.ts'
import { storeInterviews } from '../import/import.ts'
import { catchUp } from '../projection/feed.ts'
import type { Stores } from '../stores.ts'
import { surveyByNumber } from '../survey/survey.ts'
import {
  createUniverse,
  findUniverse,
  listUniverses,
  sampleUniverse,
  tryUniverse,
  type Universe,
} from '../universe/universe.ts'
import { deliveries } from './deliveries.ts'
import { type Store, storesOf } from './geography.ts'
import { deliveryRows, type Row, storeVisitRows } from './interviews.ts'
import { storeVisits } from './store-visits.ts'

const seed = 7
const timeZone = 'Europe/Helsinki'
const by = 'sample'

type SampleSurvey = {
  readonly files: (stores: readonly Store[]) => Map<string, string>
  readonly rows: (stores: readonly Store[], count: number, end: Day) => Iterable<Row>
  readonly count: number
}

const surveys: readonly SampleSurvey[] = [
  { files: storeVisits, rows: storeVisitRows, count: 45_000 },
  { files: deliveries, rows: deliveryRows, count: 15_000 },
]

/**
 * Makes the sample universe where there is no universe yet, and goes on with one whose making was cut off. `now`:
 * milliseconds; the sample's last day is its day in Helsinki.
 */
export async function ensureSample(stores: Stores, now: number, say: (line: string) => void): Promise<void> {
  const universe = await begun(stores, dayIn(timeZone, now))
  const end = universe?.settings.sampleEnd
  if (!universe || typeof end !== 'string' || universe.settings.sampleMade === true) return
  say('Making the sample universe …')
  const places = storesOf(seed)
  for (const { files, rows, count } of surveys) {
    const { survey } = await publish(stores, universe.id, files(places), by)
    const dictionary = await surveyByNumber(stores, survey)
    await storeInterviews(stores, dictionary, inTurn(rows(places, count, end)), { import: by })
  }
  await remember(stores, universe, { sampleEnd: end, sampleMade: true })
  await catchUp(stores)
}

/** The sample universe, made now when nobody has made any; null when this Kaiku has universes of its own. */
async function begun(stores: Stores, end: Day): Promise<Universe | null> {
  const found = await findUniverse(stores, sampleUniverse)
  if (found) return found
  const others = (await listUniverses(stores)).filter(({ name }) => name !== tryUniverse)
  if (others.length > 0) return null
  const made = await createUniverse(stores, { name: sampleUniverse, title: 'Pohjola', timeZone })
  return remember(stores, made, { sampleEnd: end })
}

async function remember(stores: Stores, universe: Universe, settings: Record<string, unknown>): Promise<Universe> {
  await stores.service.query('update universe set settings = settings || $2 where id = $1', [universe.id, settings])
  return { ...universe, settings: { ...universe.settings, ...settings } }
}

async function* inTurn<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows
}
