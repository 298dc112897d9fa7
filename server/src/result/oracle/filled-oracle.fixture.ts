import { inUniverse } from '../../db/postgres.ts'
import type { Stores } from '../../db/stores.ts'
import type { Answers, Dictionary } from '../../dictionary/dictionary.ts'
import { catchUp } from '../../feed/feed.ts'
import { storeInterviews } from '../../import/import.ts'
import { publish } from '../../publishing/definition.ts'
import { findSurvey } from '../../survey/survey.ts'
import { Oracle, type OracleInterview } from './oracle.ts'
import { Random } from './random.ts'
import * as survey from './random-survey.ts'

export type FilledOracle = {
  readonly dictionary: Dictionary
  readonly oracle: Oracle
  /** Whether a path of ids below a view's root leads somewhere. */
  readonly exists: (view: string, path: readonly string[]) => boolean
}
type Wanted = {
  readonly seed: number
  readonly rows: number
  readonly settings?: object
  /** Absent: as the random survey has them. */
  readonly units?: readonly survey.OracleUnit[]
  readonly plans?: readonly survey.OraclePlan[]
}

const answersOf = ({ seed, rows }: Wanted) => {
  const random = new Random(seed)
  return new Map(
    Array.from({ length: rows }, (_, at): [string, OracleInterview['answers']] => [
      `row ${at}`,
      survey.randomAnswers(random),
    ]),
  )
}

async function publishRandom(stores: Stores, universe: string, extName: string, { settings, units, plans }: Wanted) {
  const files = survey.definitionFiles(extName, units, plans)
  files.set('settings.json', JSON.stringify({ ...JSON.parse(files.get('settings.json') ?? '{}'), ...settings }))
  await publish(stores, universe, files, 'test')
}

/** A survey of random answers, and the oracle of it. */
export async function fillOracle(
  stores: Stores,
  universe: string,
  extName: string,
  wanted: Wanted,
): Promise<FilledOracle> {
  await publishRandom(stores, universe, extName, wanted)
  const scaled = (own: OracleInterview['answers']): Answers =>
    Object.fromEntries(
      Object.entries(own).map(([id, value]) => {
        const decimals = survey.questions.find((one) => one.id === id)?.decimals ?? 0
        return [id, typeof value === 'number' ? Math.round(value * 10 ** decimals) : value]
      }),
    )
  async function* written() {
    for (const [key, own] of answersOf(wanted)) yield { key, answers: scaled(own) }
  }
  await storeInterviews(stores, await findSurvey(stores, universe, extName), written(), { import: 'test' })
  return readOracle(stores, universe, extName, wanted)
}

/** The same interviews after the places were given another order. */
export async function reorganise(
  stores: Stores,
  universe: string,
  extName: string,
  wanted: Wanted,
): Promise<FilledOracle> {
  await publishRandom(stores, universe, extName, wanted)
  return readOracle(stores, universe, extName, wanted)
}

async function readOracle(stores: Stores, universe: string, extName: string, wanted: Wanted): Promise<FilledOracle> {
  await catchUp(stores)
  const answers = answersOf(wanted)
  const dictionary = await findSurvey(stores, universe, extName)
  const found = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ key: string; number: string }>(
      'select row_key as key, number::text from interview where universe = $1 and survey = $2',
      [universe, dictionary.survey],
    ),
  )
  const interviews = found.rows.map(({ key, number }) => {
    const own = answers.get(key) ?? {}
    return { number: Number(number), answers: own, places: survey.placesOf(own, wanted.units) }
  })
  const { questions, indicators, filters, today } = survey
  const lines = [
    ...interviews.map(({ places }) => ['stores', ...(places.stores ?? [])]),
    ...(wanted.units ?? survey.units).map(({ id }) => ['units', ...survey.unitLine(id, wanted.units ?? survey.units)]),
  ]
  const paths = new Set(lines.flatMap((line) => line.map((_, at) => JSON.stringify(line.slice(0, at + 1)))))
  return {
    dictionary,
    oracle: new Oracle({ questions, indicators, filters, interviews, today }),
    exists: (view, path) => paths.has(JSON.stringify([view, ...path])),
  }
}
