import type { ClickHouse } from '../db/clickhouse.ts'
import type { Column } from '../db/native-columns.ts'
import { type Dictionary, tableOf } from '../survey/dictionary.ts'
import { type CodedColumn, codeOf, emptyColumn, mostValues, type Source, setCode } from './coded-column.ts'
import { literals } from './sql.ts'

const heavy = ({ universe }: Dictionary) => ({ lane: 'heavy', tenant: universe, timeout: 120 }) as const

/** Interviews that are read together: what is done with them holds up everything else for so long. */
const rowsAtOnce = 150_000

/** Columns of all interviews, each read in the same pass over the table; null where one has too many values. */
export async function readColumns(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  sources: readonly Source[],
): Promise<readonly (CodedColumn | null)[]> {
  const table = tableOf(dictionary.survey)
  const columns = sources.map(emptyColumn)
  const distinct = sources.map(({ text, restored }) =>
    restored === null ? '[]' : `groupUniqArray(${mostValues.asked + 1})(${text})`,
  )
  const [values] = await clickhouse.read<string[][]>(
    `select ${distinct.join(', ')} from ${table}`,
    {},
    heavy(dictionary),
  )
  for (const [at, column] of columns.entries()) for (const value of values?.[at] ?? []) codeOf(column, value)
  const held = columns.filter((column) => column.values.length <= mostValues.asked + 1)
  for (const months of await monthsOf(clickhouse, dictionary)) {
    const [numbers = [], ...found] = await clickhouse.readColumns(
      `select id, ${held.map(codedBy).join(', ')} from ${table} final where toYYYYMM(day) in (${months.join(', ')})
       settings do_not_merge_across_partitions_select_final = 1`,
      {},
      heavy(dictionary),
    )
    for (const [at, column] of held.entries()) take(column, numbers, found[at] ?? [])
  }
  return columns.map((column) => (held.includes(column) && column.values.length <= mostValues.leaves ? column : null))
}

/** Months of days, some of them together where they hold few interviews. */
async function monthsOf(clickhouse: ClickHouse, dictionary: Dictionary): Promise<readonly number[][]> {
  const rows = await clickhouse.read<[number, string]>(
    `select toYYYYMM(day) as month, count() from ${tableOf(dictionary.survey)} group by month order by month`,
    {},
    heavy(dictionary),
  )
  const groups: number[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const [month, count] of rows) {
    size += Number(count)
    if (size > rowsAtOnce) {
      groups.push([])
      size = Number(count)
    }
    groups.at(-1)?.push(Number(month))
  }
  return groups
}

/** A leaf as it is, anything else by its code. */
function codedBy({ name, text, restored, codes }: CodedColumn): string {
  if (restored === null) return name
  return codes.size === 0
    ? '0'
    : `toUInt16(transform(${text}, [${literals(codes.keys())}], [${literals(codes.values())}], 0))`
}

function take(column: CodedColumn, numbers: Column, found: Column) {
  const isLeaf = column.restored === null
  for (let row = 0; row < numbers.length; row += 1)
    setCode(column, Number(numbers[row]), isLeaf ? codeOf(column, String(found[row])) : Number(found[row]))
}
