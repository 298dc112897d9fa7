import type { ScriptValue, ShownScriptFault, TriedScript } from '@kaiku/contract/script.ts'
import { mostScriptTests } from '@kaiku/contract/script.ts'
import { z } from 'zod'
import { fitted, givenAt } from '../computed/compute.ts'
import { type ComputedQuestion, ownValue, readVariables, storedValue } from '../computed/computed-variable.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { runScript } from '../script-sandbox/sandbox.ts'
import { type ScriptGiven, usualLimits } from '../script-sandbox/script-job.ts'

const value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])
const test = z.object({
  name: z.string().max(200),
  day: z.string().nullable().default(null),
  answers: z.record(z.string(), value).default({}),
  gives: z.record(z.string(), value),
})
const tests = z.array(test).max(mostScriptTests)
type Test = z.output<typeof test>

type Gave = Record<string, ScriptValue>
type Result = { readonly gave: Gave | null; readonly fault: ShownScriptFault | null }

export type Trial = Pick<TriedScript, 'fault' | 'tests' | 'console' | 'isSteady'> & {
  readonly questions: readonly ComputedQuestion[]
  /** The same as the script declares them, as JSON. */
  readonly variables: string
  /** In the order of the inputs. */
  readonly results: readonly Result[]
}

const nothing: Omit<Trial, 'fault' | 'console'> = {
  questions: [],
  variables: '{}',
  tests: [],
  results: [],
  isSteady: null,
}
const shape = (message: string): ShownScriptFault => ({ kind: 'shape', message, line: null })

/** Tries a script on inputs and on its tests. `inputs`: interviews as it reads them, as JSON. */
export async function tryScript(source: string, inputs: readonly string[]): Promise<Trial> {
  const first = await runScript({ source, entry: 'compute', inputs, limits: usualLimits }, 'people')
  const said = first.lines.map(({ at, text }) => ({ at: at < 0 ? null : at, text }))
  const broken = (fault: ShownScriptFault): Trial => Object.assign({ fault, console: said }, nothing)
  if (first.fault) return broken(first.fault)
  const declared = readVariables(first.variables)
  if ('wrong' in declared) return broken(shape(declared.wrong))
  const { questions } = declared
  const read = tests.safeParse(first.tests === null ? [] : JSON.parse(first.tests))
  if (!read.success) {
    const [issue] = read.error.issues
    return broken(shape(`tests.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`))
  }
  // Once more in another order, in a context that knows nothing of the first: who counts along gives something else.
  const again = [
    ...read.data.map(({ day, answers }) => JSON.stringify({ day, answers: withoutNulls(answers) })),
    ...inputs.toReversed(),
  ]
  const second = await runScript({ source, entry: 'compute', inputs: again, limits: usualLimits }, 'people')
  const ofTests = second.lines
    .filter(({ at }) => at >= 0 && at < read.data.length)
    .map((line) => ({ at: null, text: line.text }))
  const results = inputs.map((_, at) => resultOf(questions, givenAt(first, at)))
  const others = inputs.map((_, at) => resultOf(questions, givenAt(second, again.length - 1 - at)))
  return {
    fault: null,
    console: [...said, ...ofTests],
    questions,
    variables: first.variables ?? '{}',
    tests: read.data.map((one, at) => tested(questions, one, givenAt(second, at))),
    results,
    isSteady: inputs.length === 0 ? null : JSON.stringify(results) === JSON.stringify(others),
  }
}

const withoutNulls = (answers: Test['answers']) =>
  Object.fromEntries(Object.entries(answers).filter(([, one]) => one !== null))

function resultOf(questions: readonly ComputedQuestion[], given: ScriptGiven): Result {
  const fit = fitted(questions, given)
  return 'fault' in fit ? { gave: null, fault: fit.fault } : { gave: ownValues(questions, fit.values), fault: null }
}

function ownValues(questions: readonly ComputedQuestion[], values: Answers): Gave {
  return Object.fromEntries(
    questions.flatMap((question): [string, ScriptValue][] => {
      const own = ownValue(question, values[question.id])
      return own === null ? [] : [[question.id, typeof own === 'object' ? [...own] : own]]
    }),
  )
}

function tested(
  questions: readonly ComputedQuestion[],
  { name, gives }: Test,
  given: ScriptGiven,
): TriedScript['tests'][number] {
  const result = resultOf(questions, given)
  const byId = new Map(questions.map((question) => [question.id, question]))
  const unknown = Object.keys(gives).find((id) => !byId.has(id))
  if (unknown !== undefined)
    return { name, passed: false, gave: result.gave, fault: shape(`${unknown} is not a variable of the script`) }
  const passed =
    result.gave !== null &&
    Object.entries(gives).every(([id, expected]) => isSame(byId.get(id), result.gave?.[id] ?? null, expected))
  return Object.assign({ name, passed }, result)
}

/** As they would be stored: so that 0.1 + 0.2 is 0.3 of a question with one decimal. */
function isSame(question: ComputedQuestion | undefined, gave: ScriptValue | null, expected: z.output<typeof value>) {
  const stored = question ? [gave, expected].map((one) => storedValue(question, one)) : []
  return JSON.stringify(stored[0]) === JSON.stringify(stored[1])
}
