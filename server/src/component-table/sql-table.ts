import type { SqlResult } from '@kaiku/contract/sql.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { type Words, written } from './figure-cells.ts'

type Row = SqlResult['rows'][number]

/** What a statement found, as it stands. */
export function sqlTable({ columns, rows }: Pick<SqlResult, 'columns' | 'rows'>, words: Words): SheetTable {
  return written<Row>(
    columns.map(({ name, type }, at) => ({ title: name, cell: (row) => cellOf(row[at] ?? null, type, words) })),
    rows,
  )
}

function cellOf(value: Row[number], type: SqlResult['columns'][number]['type'], { say }: Words): SheetCell {
  if (typeof value === 'boolean') return say(value ? 'table.yes' : 'table.no')
  return type === 'day' && typeof value === 'string' ? { day: value } : value
}
