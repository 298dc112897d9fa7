import { fullGrant } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { FastifyInstance } from 'fastify'
import type { TestApp } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { readRows, type SearchedRow } from '../feed/searched-row.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { correctInterview } from '../interview/interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { publish } from '../publishing/definition.ts'
import { Random } from '../result/oracle/random.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { searchedFiles } from './searcher-survey.fixture.ts'

export const minimum = 5
/** Stands in all that only one person wrote or is called by. */
export const canary = 'zebra'

/** An interview as it was given. */
export type GivenWorld = {
  readonly key: string
  readonly answers: Readonly<Record<string, string | number>>
}

export type Asker = {
  readonly name: string
  readonly headers: Record<string, string>
  readonly paths: readonly string[]
  /** Places of `stores` that they see; null: all. */
  readonly within: readonly (readonly string[])[] | null
}

export type SearchedWorld = {
  readonly seed: number
  readonly app: FastifyInstance
  readonly stores: Stores
  readonly universe: string
  readonly survey: string
  readonly all: readonly GivenWorld[]
  readonly askers: readonly Asker[]
  /** Answers come, as far as they are shown. */
  bring(some: readonly GivenWorld[]): Promise<void>
  correct(one: GivenWorld): Promise<void>
  erase(one: GivenWorld): Promise<void>
  /** As if all that was done until now had been done a day ago. */
  aDayLater(): Promise<void>
  rows(): Promise<readonly SearchedRow[]>
  /** Who was released together, by key, whatever figures are made of. */
  groups(): Promise<readonly (readonly string[])[]>
  /** What the noise is made of. */
  cellKeys(): Promise<readonly string[]>
  idOf(key: string): Promise<string>
  /** Of all interviews. */
  ids(): Promise<readonly string[]>
}

const stores = { r1: ['s11', 's12', 's13'], r2: ['s21', 's22'] } as const

function give(random: Random, count: number): GivenWorld[] {
  const today = dayIn('UTC', Date.now())
  const skewed = <T>(from: readonly T[], skew: number) => from[Math.floor(random.next() ** skew * from.length)] as T
  const given = Array.from({ length: count }, (_, at): GivenWorld => {
    const region = random.chance(0.6) ? 'r1' : 'r2'
    const who = at > 5 && random.chance(0.2) ? random.whole(0, 4) : at
    return {
      key: `${canary}-key-${at}`,
      answers: {
        date: random.chance(0.75) ? `2024-02-1${random.whole(0, 9)}` : today,
        ...{ region, store: skewed(stores[region], 1.4), unit: random.chance(0.7) ? 'u1' : 'u2' },
        // Two have what nobody else has.
        gender: at === 1 || at === 2 ? 'q' : skewed(['f', 'm', 'x'], 2),
        grade: skewed(['staff', 'lead'], 2.5),
        tenure: skewed([2, 7, 30], 1.4),
        ill: random.chance(0.5) ? 'yes' : 'no',
        rating: random.whole(1, 5),
        who: `person-${who}@${canary}.example`,
        ...(random.chance(0.6) && { comment: `${canary}-said-${at}-end` }),
      },
    }
  })
  // One is the first at a place of their own, after the first release.
  const late = given[Math.floor(0.6 * count)]
  if (late) given[given.indexOf(late)] = { ...late, answers: { ...late.answers, unit: 'u3' } }
  // One surely answers twice within a group.
  const [one, other] = [given[6]?.answers, given[7]]
  if (!one || !other) return given
  const { date = '', region = '', store = '', unit = '', who = '' } = one
  return given.with(7, { ...other, answers: { ...other.answers, date, region, store, unit, who } })
}

/** A random survey with people who may ask of it, and nobody who answered yet. */
export async function openSearchedWorld(test: TestApp, seed: number, isProtected: boolean): Promise<SearchedWorld> {
  const random = new Random(seed)
  const survey = `staff${seed}${isProtected ? '' : 'open'}`
  const universe = await test.universe(survey)
  const { app, stores: own } = test
  await publish(own, universe, searchedFiles(survey, isProtected, minimum), 'test')
  const all = give(random, 50 + random.whole(0, 20))
  const dictionary = () => findSurvey(own, universe, survey)
  const numberOf = async (key: string) => (await interviewOf(own, await dictionary(), key)).number
  const asker = async (name: string, within: Asker['within'], paths: readonly string[]): Promise<Asker> => ({
    ...{ name, paths, within },
    headers: await signedIn(own, {
      ...{ universe, username: `${survey}-${name}` },
      grants: [{ ...fullGrant(name), rows: within ? { stores: within } : {} }],
    }),
  })
  const askers = [
    await asker('administrator', null, [
      ...['stores,all', 'stores,all,r1', 'stores,all,r2', 'units,whole', 'units,whole,u1', 'units,whole,u2'],
      ...['stores,all,r1,s11', 'stores,all,r1,s12', 'stores,all,r1,s13', 'stores,all,r2,s21', 'stores,all,r2,s22'],
    ]),
    await asker('manager', [['r1', 's12']], ['stores,all', 'stores,all,r1,s12', 'units,whole']),
    await asker('viewer', [['r1', 's11'], ['r2']], ['stores,all', 'stores,all,r2', 'stores,all,r1,s11']),
  ]
  const world: SearchedWorld = {
    ...{ seed, app, stores: own, universe, survey, all, askers },
    async bring(some) {
      const rows = async function* () {
        yield* some
      }
      await storeInterviews(own, await dictionary(), rows(), { import: 'file' })
      await catchUp(own)
    },
    async correct({ key, answers }) {
      const { survey: number } = await dictionary()
      const corrected = { ...answers, ill: answers.ill === 'yes' ? 'no' : 'yes', grade: 'lead' }
      await correctInterview(own, universe, number, await numberOf(key), corrected)
      await catchUp(own)
    },
    async erase({ key }) {
      const { survey: number } = await dictionary()
      await eraseInterview(own, universe, number, await numberOf(key), 'test')
      await catchUp(own)
    },
    async aDayLater() {
      const { survey: number } = await dictionary()
      await own.service.query('update projection_survey set released_on = released_on - 1 where survey = $1', [number])
      await catchUp(own)
    },
    rows: async () => readRows(own, await dictionary(), isProtected),
    groups: async () => {
      const { survey: number } = await dictionary()
      const { rows } = await own.service.query<{ keys: string[] }>(
        `select array_agg(i.row_key) as keys from protected_interview p join interview i using (universe, survey, number)
         where survey = $1 group by of_group`,
        [number],
      )
      return rows.map(({ keys }) => keys)
    },
    async cellKeys() {
      const { survey: number } = await dictionary()
      const { rows } = await own.service.query<{ key: string }>(
        'select cell_key::text as key from protected_interview where survey = $1',
        [number],
      )
      return rows.map(({ key }) => key)
    },
    async ids() {
      const { survey: number } = await dictionary()
      const { rows } = await own.service.query<{ id: string }>('select id from interview where survey = $1', [number])
      return rows.map(({ id }) => id)
    },
    idOf: async (key) => (await interviewOf(own, await dictionary(), key)).id,
  }
  return world
}

async function interviewOf({ service }: Stores, { survey }: Dictionary, key: string) {
  const { rows } = await service.query<{ number: number; id: string }>(
    'select number::int, id from interview where survey = $1 and row_key = $2',
    [survey, key],
  )
  const [found] = rows
  if (!found) throw new TypeError(`nobody gave ${key}`)
  return found
}
