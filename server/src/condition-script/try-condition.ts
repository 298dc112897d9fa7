import { mostScriptTests } from '@kaiku/contract/script.ts'
import { z } from 'zod'
import { givenAt } from '../computed/compute.ts'
import { runScript } from '../script-sandbox/sandbox.ts'
import { type ScriptFault, usualLimits } from '../script-sandbox/script-job.ts'

const value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])
const tests = z
  .array(
    z.object({
      name: z.string().max(200),
      day: z.string().nullable().default(null),
      answers: z.record(z.string(), value).default({}),
      gives: z.boolean(),
    }),
  )
  .max(mostScriptTests)

export type TriedCondition = {
  /** Of the script as a whole; null: it could be read. */
  readonly fault: ScriptFault | null
  readonly tests: readonly { readonly name: string; readonly passed: boolean; readonly fault: ScriptFault | null }[]
  /** Of the inputs: on how many it failed. */
  readonly failed: number
  /** Whether inputs in another order give the same. */
  readonly isSteady: boolean
}

const run = (source: string, inputs: readonly string[]) =>
  runScript({ source, entry: 'meets', inputs, limits: usualLimits }, 'people')

/** Tries the script of a condition on its tests and on inputs: interviews as it reads them, as JSON. */
export async function tryCondition(source: string, inputs: readonly string[]): Promise<TriedCondition> {
  const first = await run(source, inputs)
  const broken = (fault: ScriptFault): TriedCondition => ({ fault, tests: [], failed: 0, isSteady: true })
  if (first.fault) return broken(first.fault)
  const read = tests.safeParse(first.tests === null ? [] : JSON.parse(first.tests))
  if (!read.success) {
    const [issue] = read.error.issues
    const message = `tests.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`
    return broken({ kind: 'shape', message, line: null })
  }
  const asked = read.data.map(({ day, answers }) =>
    JSON.stringify({ day, answers: Object.fromEntries(Object.entries(answers).filter(([, one]) => one !== null)) }),
  )
  // Once more in another order, in a context that knows nothing of the first: who counts along gives something else.
  const second = await run(source, [...asked, ...inputs.toReversed()])
  const forth = inputs.map((_, at) => givenAt(first, at))
  const back = inputs.map((_, at) => givenAt(second, asked.length + inputs.length - 1 - at))
  return {
    fault: null,
    tests: read.data.map(({ name, gives }, at) => {
      const given = givenAt(second, at)
      return 'fault' in given
        ? { name, passed: false, fault: given.fault }
        : { name, passed: given.json === String(gives), fault: null }
    }),
    failed: forth.filter((one) => 'fault' in one).length,
    isSteady: JSON.stringify(forth) === JSON.stringify(back),
  }
}
