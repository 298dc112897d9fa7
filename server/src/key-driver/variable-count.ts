import { toldState } from '../aggregate/data-state.ts'
import { codeKey } from '../aggregate/grouping.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, type StoredQuestion, tableOf } from '../dictionary/dictionary.ts'
import { scaledText } from '../figure/rows.ts'
import type { Scope } from '../selection/scope.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import { valid } from '../selection/validity.ts'

/** What the data holds of a variable. `codes`: interviews per stored code, null where they are too many to list. */
export type VariableCount = {
  readonly nValid: number
  readonly nMissing: number
  readonly min: number | null
  readonly max: number | null
  readonly codes: ReadonlyMap<string, number> | null
}
export type VariableCounts = { readonly nInterviews: number; readonly counts: ReadonlyMap<string, VariableCount> }

const mostCodes = 1_000

/** Counts of every variable inside a scope; nothing in a protected survey, whose small counts would tell of persons. */
export async function variableCounts(
  stores: Stores,
  dictionary: Dictionary,
  scope: Scope,
  _today: string,
): Promise<VariableCounts> {
  await toldState(stores, dictionary)
  const { clickhouse } = stores
  const questions = [...dictionary.questions.values()]
  const from = `from ${tableOf(dictionary.survey)} final where ${scopePredicate(scope)}`
  const options = { lane: 'heavy', tenant: dictionary.universe, timeout: 120 } as const
  const columns = questions.flatMap((stored) => [`countIf(${valid(stored)})`, ...extentOf(stored)])
  const [row = []] = await clickhouse.read(`select count(), ${columns.join(', ')} ${from}`, {}, options)
  const nInterviews = Number(row[0] ?? 0)
  if (dictionary.definition.settings.protection) return { nInterviews, counts: new Map() }
  const counts = new Map<string, VariableCount>()
  for (const [at, stored] of questions.entries()) {
    const [n, min, max] = row.slice(1 + 3 * at, 4 + 3 * at)
    const codes = await codesOf(stored, (sql) =>
      clickhouse.read(`${sql} ${from} group by c0 order by c1 desc limit ${mostCodes + 1}`, {}, options),
    )
    const nValid = Number(n ?? 0)
    const edge = (value: unknown) =>
      nValid === 0 || value === null
        ? null
        : Number(scaled(stored, typeof value === 'string' ? value : JSON.stringify(value)))
    counts.set(stored.question.id, { nValid, nMissing: nInterviews - nValid, min: edge(min), max: edge(max), codes })
  }
  return { nInterviews, counts }
}

const scaled = ({ question }: StoredQuestion, stored: string) =>
  question.type === 'number' ? scaledText(stored, question.decimals) : stored

const extentOf = (stored: StoredQuestion) =>
  stored.question.type === 'scale' || stored.question.type === 'number'
    ? [`minIf(${stored.column}, ${valid(stored)})`, `maxIf(${stored.column}, ${valid(stored)})`]
    : ['null', 'null']

async function codesOf(
  stored: StoredQuestion,
  read: (sql: string) => Promise<unknown[][]>,
): Promise<ReadonlyMap<string, number> | null> {
  const { question } = stored
  if (question.type === 'text' || question.type === 'date') return null
  const key = codeKey(stored)
  const rows = await read(`select ${typeof key === 'string' ? key : key.told} as c0, count() as c1`)
  if (rows.length > mostCodes) return null
  return new Map(
    rows.filter(([code]) => code !== '').map(([code, n]) => [scaled(stored, String(code)), Number(n)] as const),
  )
}
