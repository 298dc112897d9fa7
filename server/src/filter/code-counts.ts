import { optionCap } from '@kaiku/core/filter-kind.ts'
import { keysOf } from '../aggregate/grouping.ts'
import { conditions, setStatement } from '../aggregate/statement.ts'
import type { Stores } from '../db/stores.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { type Selection, selectionKey } from '../selection/selection.ts'
import { valid } from '../selection/validity.ts'

/** Interviews with a stored answer, and those of them whose answer is valid. */
export type CodeCount = { readonly n: number; readonly valid: number }

/** Interviews by stored answer, `''` where there is none, and how many have no valid one. */
export type CodeCounts = {
  readonly counts: ReadonlyMap<string, CodeCount>
  readonly none: number
  /** There are more answers than are told: the frequent ones are. */
  readonly isPart: boolean
}

/** A question, and of which interviews its answers are counted. */
export type AskedCodes = { readonly stored: StoredQuestion; readonly selection: Selection }

/** Interviews by their stored answers to questions: of each selection by one statement, each question once. */
export async function codeCounts(
  stores: Pick<Stores, 'clickhouse'>,
  asked: readonly AskedCodes[],
): Promise<ReadonlyMap<AskedCodes, CodeCounts>> {
  const found = await Promise.all(
    statementsOf(asked).map(async (questions) => {
      const counts = await readCodeCounts(
        stores,
        questions.flatMap((same) => same.slice(0, 1)),
      )
      return questions.flatMap((same, at) => same.map((one) => [one, counts[at] ?? nothing] as const))
    }),
  )
  return new Map(found.flat())
}

const nothing: CodeCounts = { counts: new Map(), none: 0, isPart: false }

/** By statement, by question. */
function statementsOf(asked: readonly AskedCodes[]): readonly (readonly (readonly AskedCodes[])[])[] {
  const found = grouped(asked, ({ selection }) => selectionKey(selection)).map((all) =>
    grouped(all, ({ stored }) => stored.question.id),
  )
  return found.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / mostSets) }, (_, at) => all.slice(at * mostSets, (at + 1) * mostSets)),
  )
}

function grouped(asked: readonly AskedCodes[], by: (one: AskedCodes) => string): readonly (readonly AskedCodes[])[] {
  const found = new Map<string, AskedCodes[]>()
  for (const one of asked) {
    const key = by(one)
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found.values()]
}

/** As many as one statement takes. */
const mostSets = 60

const groupingOf = ({ stored }: AskedCodes) =>
  ({ by: stored.question.type === 'multiple' ? 'codes' : 'code', stored }) as const

/** Of one selection: each question's answers are a grouping set, so that the interviews are read once. */
async function readCodeCounts(
  { clickhouse }: Pick<Stores, 'clickhouse'>,
  asked: readonly AskedCodes[],
): Promise<readonly CodeCounts[]> {
  const [first] = asked
  if (!first) return []
  const { dictionary, view } = first.selection
  const source = { dictionary, conditions: conditions(first.selection, null) }
  const sets = asked.map((one) => [
    ...keysOf(groupingOf(one), view.column, dictionary.calendar),
    `toUInt8(${valid(one.stored)})`,
  ])
  const rows = await clickhouse.read(
    setStatement(source, sets, optionCap),
    {},
    { lane: 'user', tenant: dictionary.universe, timeout: 60 },
  )
  return asked.map(({ stored }, at) => {
    const own = rows.filter(([set]) => Number(set) === at)
    const groups = own.map(
      (row): Group => [String(row[1 + 2 * at]), Number(row.at(-1)), Number(row[2 + 2 * at]) * Number(row.at(-1))],
    )
    return { ...countsOf(stored, groups), isPart: own.length >= optionCap }
  })
}

/** A stored answer, or several in JSON; interviews that have it, and those of them for which it is valid. */
type Group = readonly [key: string, n: number, valid: number]

function countsOf({ question }: StoredQuestion, groups: readonly Group[]): CodeCounts {
  const counts = new Map<string, CodeCount>()
  let none = 0
  for (const [key, n, valid] of groups) {
    none += n - valid
    for (const code of question.type === 'multiple' ? listed(key) : [key]) {
      const known = counts.get(code) ?? { n: 0, valid: 0 }
      counts.set(code, { n: known.n + n, valid: known.valid + valid })
    }
  }
  return { counts, none, isPart: false }
}

const listed = (text: string): readonly string[] => JSON.parse(text)
