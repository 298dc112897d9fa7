import type { SqlResult } from '@kaiku/contract/sql.ts'
import { formatDay } from '@kaiku/core/format.ts'

export type SqlFound = Pick<SqlResult, 'columns' | 'rows'>
type Value = SqlResult['rows'][number][number]

/** Decimals that are shown at most. */
const mostDecimals = 4

const decimalsOf = (value: Value) =>
  typeof value === 'number' ? (String(Number(value.toFixed(mostDecimals))).split('.')[1]?.length ?? 0) : 0

/** The values as they are read, row by row; numbers of a column have as many decimals. */
export function cellTexts({ columns, rows }: SqlFound, locale: string): string[][] {
  const writers = columns.map(({ type }, at) => {
    const decimals = Math.max(0, ...rows.map((row) => decimalsOf(row[at] ?? null)))
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return (value: Value) => {
      if (value === null) return ''
      if (typeof value === 'number') return value.toLocaleString(locale, digits)
      return type === 'day' && typeof value === 'string' ? formatDay(value, locale) : String(value)
    }
  })
  return rows.map((row) => row.map((value, at) => writers[at]?.(value) ?? ''))
}
