import type { ClickHouse } from '../db/clickhouse.ts'
import { columnType } from '../dictionary/dictionary.ts'
import { literal } from '../selection/sql.ts'
import { alterColumns } from '../shard/cluster.ts'

/** Of a question's column; with more, codes are kept as text: its type, which lists them, goes with each answer. */
export const mostCodes = 1_000

/** The first number of 16 bits: that of no answer, which is the smallest, so that it is what stands where nothing was given. */
const none = -(2 ** 15)

/** A type that keeps codes as numbers of 16 bits: grouping and comparing them is a multiple faster than by text. */
export const codedType = (codes: readonly string[]): string =>
  `Enum16(${['', ...codes].map((code, at) => `${literal(code)} = ${none + at}`).join(', ')})`

/** The coded columns of a table, and their codes in the order of their numbers. */
export type CodedColumns = ReadonlyMap<string, readonly string[]>

export async function codedColumns(clickhouse: ClickHouse, table: string): Promise<CodedColumns> {
  const rows = await clickhouse.read<[string, string]>(
    `select name, type from system.columns
     where database = currentDatabase() and table = {table: String} and startsWith(type, 'Enum16')`,
    { table },
  )
  return new Map(rows.map(([name, type]) => [name, codesIn(type)]))
}

const codesIn = (type: string): readonly string[] =>
  [...type.matchAll(/'((?:[^'\\]|\\.)*)' = -?\d+/gs)].map(([, code = '']) => unescaped(code)).slice(1)

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', 0: '\0' }
const unescaped = (text: string) => text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)

/** Adds the codes to a table's columns that another table, which keeps them as text, holds beyond theirs. */
export async function addCodes(clickhouse: ClickHouse, table: string, from: string, coded: CodedColumns) {
  if (coded.size === 0) return
  const met = [...coded.keys()].map((name) => `groupUniqArray(toString(${name}))`)
  const [row = []] = await clickhouse.read<string[][]>(`select ${met.join(', ')} from ${from}`)
  const types = [...coded].flatMap(([name, known], at) => {
    const all = new Set(known)
    const added = (row[at] ?? []).filter((code) => code !== '' && !all.has(code)).sort()
    if (added.length === 0) return []
    const codes = [...known, ...added]
    return [[name, codes.length > mostCodes ? columnType.choice : `${codedType(codes)} codec(NONE)`] as const]
  })
  await modifyColumns(clickhouse, table, new Map(types))
}

/** Has a table keep the codes of such columns as text. */
export const keepAsText = (clickhouse: ClickHouse, table: string, coded: CodedColumns): Promise<void> =>
  modifyColumns(clickhouse, table, new Map([...coded.keys()].map((name) => [name, columnType.choice])))

async function modifyColumns(clickhouse: ClickHouse, table: string, types: ReadonlyMap<string, string>) {
  if (types.size === 0) return
  const modified = [...types].map(([name, type]) => `modify column ${name} ${type}`)
  await alterColumns(clickhouse, table, modified.join(', '), { timeout: 600, settings: { mutations_sync: 2 } })
}
