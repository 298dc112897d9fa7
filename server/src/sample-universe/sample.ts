import { type Day, dayIn } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { deliveries } from '../sample-survey/deliveries.ts'
import { storesOf } from '../sample-survey/geography.ts'
import { guests, stayRows } from '../sample-survey/hotels.ts'
import { inTurn } from '../sample-survey/in-turn.ts'
import { deliveryRows, type MadeRow, storeVisitRows } from '../sample-survey/interviews.ts'
import { storeVisits } from '../sample-survey/store-visits.ts'
import { findSurvey, surveyByNumber } from '../survey/survey.ts'
import {
  addSettings,
  createUniverse,
  findUniverse,
  listUniverses,
  sampleUniverse,
  tryUniverse,
  type Universe,
} from '../universe/universe.ts'
import { makeSampleAlerts, makeSamplePlaceAlerts } from './alerts.ts'
import { makeSamplePeople } from './people.ts'
import { makeReturnVisits } from './returns.ts'
import { makeSamplesOfSample } from './samples.ts'

const seed = 7
const by = 'sample'

type SampleSurvey = {
  readonly files: () => Map<string, string>
  readonly rows: (end: Day) => Iterable<MadeRow>
}

type SampleUniverse = {
  readonly name: string
  readonly title: string
  readonly timeZone: string
  readonly surveys: readonly SampleSurvey[]
}

/** The chain of stores, and a universe of others beside it, of which the first must never see anything. */
function sampleUniverses(): readonly SampleUniverse[] {
  const stores = storesOf(seed)
  return [
    {
      name: sampleUniverse,
      title: 'Pohjola',
      timeZone: 'Europe/Helsinki',
      surveys: [
        { files: () => storeVisits(stores), rows: (end) => storeVisitRows(stores, 45_000, end) },
        { files: () => deliveries(stores), rows: (end) => deliveryRows(stores, 15_000, end) },
      ],
    },
    {
      name: 'kuutamo',
      title: 'Kuutamo Hotels',
      timeZone: 'Europe/Tallinn',
      surveys: [{ files: guests, rows: (end) => stayRows(4_000, end) }],
    },
  ]
}

/**
 * Makes the sample universes and their people where there is no universe yet, and goes on where the making was cut
 * off. `now`: milliseconds; the sample's last day is its day in Helsinki. True: it was made now.
 */
export async function ensureSample(stores: Stores, now: number, log: (line: string) => void): Promise<boolean> {
  const first = await begun(stores, dayIn('Europe/Helsinki', now))
  const end = first?.settings.sampleEnd
  if (!first || typeof end !== 'string' || first.settings.sampleMade === true) return false
  log('Making the sample universe …')
  const universes = sampleUniverses()
  const ids = new Map<string, string>()
  for (const { name, title, timeZone } of universes) {
    const { id } = (await findUniverse(stores, name)) ?? (await createUniverse(stores, { name, title, timeZone }))
    ids.set(name, id)
  }
  // Before there are answers: alerts look for their owners as soon as they come.
  await makeSamplePeople(stores, ids)
  for (const { name, surveys } of universes)
    for (const { files, rows } of surveys) {
      const { survey } = await publish(stores, ids.get(name) ?? '', files(), by)
      await storeInterviews(stores, await surveyByNumber(stores, survey), inTurn(rows(end)), { import: by })
    }
  await makeSampleAlerts(stores, now)
  const visits = await findSurvey(stores, ids.get(sampleUniverse) ?? '', 'store-visits')
  await makeReturnVisits(stores, visits, end)
  await makeSamplesOfSample(stores, visits, now)
  await catchUp(stores)
  await makeSamplePlaceAlerts(stores, now)
  await remember(stores, first, { sampleEnd: end, sampleMade: true })
  await catchUp(stores)
  return true
}

/** The sample universe, made now when nobody has made any; null when this Kaiku has universes of its own. */
async function begun(stores: Stores, end: Day): Promise<Universe | null> {
  const found = await findUniverse(stores, sampleUniverse)
  if (found) return found
  const others = (await listUniverses(stores)).filter(({ name }) => name !== tryUniverse)
  if (others.length > 0) return null
  const made = await createUniverse(stores, { name: sampleUniverse, title: 'Pohjola', timeZone: 'Europe/Helsinki' })
  return remember(stores, made, { sampleEnd: end })
}

async function remember(stores: Stores, universe: Universe, settings: Record<string, unknown>): Promise<Universe> {
  await addSettings(stores, universe.id, settings)
  return { ...universe, settings: { ...universe.settings, ...settings } }
}
