import type { Definition } from '@kaiku/contract/definition.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { scriptInput } from '../computed/compute.ts'
import { conditionKey, stoppedKeys } from '../condition-script/condition-standing.ts'
import { conditionsIn } from '../condition-script/named-condition.ts'
import { type TriedCondition, tryCondition } from '../condition-script/try-condition.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { findSurvey } from '../survey/survey.ts'

/** Interviews that a script must not fail on before it is published. */
const mostProved = 200

/**
 * Tries those scripts of conditions that the published version does not have, or that were stopped; answers them. Throws
 * Fault `invalid` with what is against them.
 */
export async function proveConditions(
  stores: Stores,
  universe: string,
  definition: Definition,
): Promise<readonly string[]> {
  const named = conditionsIn(definition)
  if (named.length === 0) return []
  const present = await surveyOf(stores, universe, definition.settings.extName)
  const known = new Set(present ? conditionsIn(present.definition).map(({ script }) => script) : [])
  const stopped = present ? await inUniverse(stores.pool, universe, (client) => stoppedKeys(client, present)) : null
  const asked = named.filter(({ script }) => !known.has(script) || stopped?.has(conditionKey(script)))
  if (asked.length === 0) return []
  const inputs = present ? await newest(stores, present) : []
  const faults: FaultDetail[] = []
  for (const { file, place, script } of asked) {
    const wrong = wrongWith(await tryCondition(script, inputs))
    if (wrong) faults.push({ file, place, expected: wrong.expected, found: wrong.found })
  }
  if (faults.length > 0) throw new Fault('invalid', 'A script of a condition does not hold.', faults)
  return asked.map(({ script }) => script)
}

async function surveyOf(stores: Stores, universe: string, extName: string): Promise<Dictionary | null> {
  try {
    return await findSurvey(stores, universe, extName)
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

async function newest({ pool }: Stores, dictionary: Dictionary): Promise<string[]> {
  const { universe, survey } = dictionary
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { day: nullable(text), answers: answersColumn },
      'select day::text, answers from interview where universe = $1 and survey = $2 order by number desc limit $3',
      [universe, survey, mostProved],
    ),
  )
  return rows.map((one) => scriptInput(dictionary, one))
}

function wrongWith({ fault, tests, failed, isSteady }: TriedCondition) {
  const failing = tests.find(({ passed }) => !passed)
  if (fault)
    return {
      expected: 'a script that can be read',
      found: `${fault.message}${fault.line ? `, line ${fault.line}` : ''}`,
    }
  if (tests.length === 0) return { expected: 'at least one test', found: 'none' }
  if (failing) return { expected: 'tests that pass', found: `"${failing.name}" does not` }
  if (failed > 0) return { expected: `no failure on the newest ${mostProved} interviews`, found: `${failed} failures` }
  return isSteady ? null : { expected: 'the same in any order of interviews', found: 'something else' }
}
