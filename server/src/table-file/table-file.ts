import { Readable } from 'node:stream'
import { csvFile, csvLine } from '@kaiku/core/csv.ts'
import { plain, type SheetCell, type SheetColumn, type SheetRows } from './sheet-cell.ts'
import { workbook } from './workbook.ts'

export type TableFormat = 'csv' | 'xlsx'
export type TableFile = { readonly type: string; readonly content: Readable }

export const tableTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as a file, read while it is sent: its lines as they come, several at a time, the first one its head. */
export function tableFile(lines: SheetRows, format: TableFormat): TableFile {
  const content =
    format === 'csv'
      ? Readable.from(csvOf(lines), { objectMode: false })
      : workbook([{ name: 'Kaiku', columns: 'first row', rows: lines }])
  return { type: tableTypes[format], content }
}

async function* csvOf(lines: SheetRows) {
  yield csvFile([])
  for await (const some of lines) yield some.map((cells) => csvLine(cells.map(plain))).join('')
}

export type SheetTable = { readonly columns: readonly SheetColumn[]; readonly rows: readonly (readonly SheetCell[])[] }

/** A table with what it is of: above it in a text, on the sheet before it, named so, in a workbook. */
export function toldTable(
  table: SheetTable,
  facts: { readonly title: string; readonly lines: readonly (readonly SheetCell[])[] },
  format: TableFormat,
): TableFile {
  const titles = table.columns.map(({ title }) => title)
  if (format === 'csv') {
    const rows = table.rows.map((cells) => cells.map((cell, at) => rounded(cell, table.columns[at]?.decimals)))
    const text = csvFile([...facts.lines, [], titles, ...rows].map((cells) => cells.map(plain)))
    return { type: tableTypes.csv, content: Readable.from([Buffer.from(text)], { objectMode: false }) }
  }
  return {
    type: tableTypes.xlsx,
    content: workbook([
      { name: facts.title, columns: [], rows: [facts.lines] },
      { name: 'Kaiku', columns: table.columns, rows: [table.rows] },
    ]),
  }
}

function rounded(cell: SheetCell, decimals: number | undefined): SheetCell {
  const value = plain(cell)
  return typeof value === 'number' && decimals !== undefined ? Number(value.toFixed(decimals)) : cell
}
