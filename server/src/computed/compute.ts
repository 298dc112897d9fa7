import type pg from 'pg'
import { nullable, query, type Shape, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { setComputed } from '../interview-change/mark-interview.ts'
import { runScript } from '../script-sandbox/sandbox.ts'
import { type ScriptFault, type ScriptGiven, type ScriptOutcome, usualLimits } from '../script-sandbox/script-job.ts'
import { type ComputedQuestion, isComputed, storedValue, validValue } from './computed-variable.ts'
import { computedBy, type PublishedScript, publishedScripts } from './published-script.ts'
import { noteFaults } from './script-standing.ts'

/** Interviews of one job: a script that holds one up is ended with all of them. */
const slice = 1_000

const columns = { number: text, day: nullable(text), answers: answersColumn } satisfies Shape
type Read = { readonly number: string; readonly day: string | null; readonly answers: Answers }

/** What a script reads of an interview, as JSON. Who somebody is no script reads, nor what scripts computed. */
export function scriptInput(dictionary: Dictionary, { day, answers }: Pick<Read, 'day' | 'answers'>): string {
  const read: Record<string, unknown> = {}
  for (const [id, { question }] of dictionary.questions) {
    if (question.computed || isPersonal(question)) continue
    const value = validValue(question, answers[id])
    if (value !== null) read[id] = value
  }
  return JSON.stringify({ day, answers: read })
}

/** What a script gave, as it is stored, or why it does not fit. */
export function fitted(
  questions: readonly ComputedQuestion[],
  given: ScriptGiven,
): { readonly values: Answers } | { readonly fault: ScriptFault } {
  if ('fault' in given) return given
  const read: object = JSON.parse(given.json)
  const values: Record<string, Answers[string]> = {}
  for (const question of questions) {
    const value: unknown = Object.hasOwn(read, question.id) ? Reflect.get(read, question.id) : null
    const fit = storedValue(question, value)
    if ('expected' in fit) {
      const message = `${question.id}: expected ${fit.expected}, not ${JSON.stringify(value)?.slice(0, 100)}`
      return { fault: { kind: 'shape', message, line: null } }
    }
    if (fit.stored !== null) values[question.id] = fit.stored
  }
  return { values }
}

/** What an outcome gave at a place: where the script could not be read or was ended, that to all. */
export const givenAt = ({ fault, given }: ScriptOutcome, at: number): ScriptGiven =>
  given[at] ?? { fault: fault ?? { kind: 'late', message: 'interrupted', line: null } }

export type Computed = {
  /** Those whose variables are others now. */
  readonly changed: readonly { readonly number: string }[]
  /** On how many interviews a script failed. */
  readonly failed: number
}
const nothing: Computed = { changed: [], failed: 0 }

/**
 * Computes the variables of interviews anew, in the client's transaction; nobody is told of it here. A variable that no
 * script computes has no answers, and none has one in a protected survey: a script could tell people apart there.
 */
export async function computeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  numbers: readonly string[],
): Promise<Computed> {
  const questions = [...dictionary.questions.values()].map(({ question }) => question).filter(isComputed)
  if (questions.length === 0 || numbers.length === 0) return nothing
  const scripts = dictionary.definition.settings.protection ? [] : await publishedScripts(client, dictionary)
  // A stopped script is not stood in for by a wider one: its variables would mean something else.
  const by = computedBy(questions, scripts)
  const stopped = new Set(scripts.filter(({ isStopped }) => isStopped))
  const changed: { number: string }[] = []
  let failed = 0
  for (let at = 0; at < numbers.length; at += slice) {
    const { rows } = await query(
      client,
      columns,
      `select number::text, day::text, answers from interview i
       where universe = $1 and survey = $2 and number = any($3::bigint[]) order by i.number for update`,
      [dictionary.universe, dictionary.survey, numbers.slice(at, at + slice)],
    )
    const computed: Record<string, Answers[string]>[] = rows.map(() => ({}))
    for (const script of new Set(by.values())) {
      if (stopped.has(script)) continue
      const own = questions.filter(({ id }) => by.get(id) === script)
      const faults = await askScript(dictionary, script, own, rows, computed)
      failed += faults.length
      if (faults.length > 0 && (await noteFaults(client, dictionary, script, faults))) stopped.add(script)
    }
    const said = rows.map(({ number }, i) => ({ number, values: computed[i] ?? {} }))
    const ids = questions.map(({ id }) => id)
    changed.push(...(await setComputed(client, dictionary, ids, said)))
  }
  return { changed, failed }
}

/** Adds what a script gives to interviews; answers the faults of those to which it gave nothing. */
async function askScript(
  dictionary: Dictionary,
  { source }: PublishedScript,
  questions: readonly ComputedQuestion[],
  interviews: readonly Read[],
  computed: readonly Record<string, Answers[string]>[],
): Promise<ScriptFault[]> {
  const inputs = interviews.map((one) => scriptInput(dictionary, one))
  const outcome = await runScript({ source, entry: 'compute', inputs, limits: usualLimits }, 'interviews')
  const faults: ScriptFault[] = []
  for (const [at, values] of computed.entries()) {
    const fit = fitted(questions, givenAt(outcome, at))
    if ('fault' in fit) faults.push(fit.fault)
    else Object.assign(values, fit.values)
  }
  return faults
}
