import type { Stores } from '@kaiku/server/db/stores.ts'
import type { Dictionary } from '@kaiku/server/dictionary/dictionary.ts'
import { rebuild } from '@kaiku/server/feed/rebuild.ts'
import { adapt } from '@kaiku/server/feed/schema.ts'
import { publish } from '@kaiku/server/publishing/definition.ts'
import { surveyByNumber } from '@kaiku/server/survey/survey.ts'
import { createUniverse, findUniverse } from '@kaiku/server/universe/universe.ts'
import { definition, usual } from './definition.ts'
import { loadTruth } from './load.ts'

export const log = (line: string) => process.stderr.write(`${line}\n`)
const seconds = (from: number) => (performance.now() - from) / 1000

/** The universe with this many interviews; loaded once per data directory and count. */
export async function universeOf(
  stores: Stores,
  name: string,
  interviews: number,
  facts: string[],
  shape = usual,
): Promise<Dictionary> {
  const universe =
    (await findUniverse(stores, name)) ?? (await createUniverse(stores, { name, title: name, timeZone: 'UTC' }))
  const { survey } = await publish(stores, universe.id, definition(shape), 'bench')
  const dictionary = await surveyByNumber(stores, survey)
  await adapt(stores, dictionary)
  const { rows } = await stores.service.query<{ n: string }>('select count(*) n from interview where survey = $1', [
    survey,
  ])
  const present = Number(rows[0]?.n)
  if (present >= interviews) return dictionary
  const loading = performance.now()
  const said = (done: number) => log(`${name}: ${done} of ${interviews} written`)
  await loadTruth(stores, dictionary, present + 1, interviews, said, shape.stores)
  facts.push(
    `${name}: ${interviews - present} interviews written to PostgreSQL in ${seconds(loading).toFixed(0)} s (set-up, not an operation)`,
  )
  await stores.service.query('analyze interview')
  const rebuilding = performance.now()
  await rebuild(stores, survey)
  const took = seconds(rebuilding)
  facts.push(
    `${name}: rebuild of ${interviews} interviews ${took.toFixed(0)} s, ${Math.round(interviews / took)} rows/s`,
  )
  return surveyByNumber(stores, survey)
}
