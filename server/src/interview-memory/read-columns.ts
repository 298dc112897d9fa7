import { setImmediate as breathe } from 'node:timers/promises'
import type { ClickHouse } from '../db/clickhouse.ts'
import type { Column } from '../db/native-columns.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { type CodedColumn, codeOf, emptyColumn, hasFewValues, type Source, setCode } from './coded-column.ts'

const heavy = ({ universe }: Dictionary) => ({ lane: 'heavy', tenant: universe, timeout: 120 }) as const

/** Interviews that are read together: what is done with a column of them holds up everything else for so long. */
const rowsAtOnce = 150_000

/** Columns of all interviews, each read in the same pass over the table; null where one has too many values. */
export async function readColumns(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  sources: readonly Source[],
): Promise<readonly (CodedColumn | null)[]> {
  const columns = sources.map(emptyColumn)
  const takers = new Map(columns.map((column) => [column, takerOf(column)]))
  for (const months of await monthsOf(clickhouse, dictionary)) {
    const held = columns.filter(hasFewValues)
    const [numbers = [], ...found] = await clickhouse.readColumns(
      `select ${['id', ...held.map(({ raw, text }) => raw?.sql ?? text)].join(', ')}
       from ${tableOf(dictionary.survey)} final where toYYYYMM(day) in (${months.join(', ')})
       settings do_not_merge_across_partitions_select_final = 1`,
      {},
      heavy(dictionary),
    )
    for (const [at, column] of held.entries()) {
      takers.get(column)?.(numbers, found[at] ?? [])
      await breathe()
    }
  }
  return columns.map((column) => (hasFewValues(column) ? column : null))
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

/** Puts the codes of some interviews where they belong. */
function takerOf(column: CodedColumn): (numbers: Column, found: Column) => void {
  const codes = new Map<Column[number], number>()
  const learn = (value: Column[number]): number => {
    const code = codeOf(column, column.raw ? column.raw.textOf(Number(value)) : String(value))
    codes.set(value, code)
    return code
  }
  return (numbers, found) => {
    for (let row = 0; row < numbers.length; row += 1) {
      const value = found[row] ?? ''
      setCode(column, Number(numbers[row]), codes.get(value) ?? learn(value))
    }
  }
}
