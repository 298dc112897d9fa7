import { Readable } from 'node:stream'
import { type CsvValue, csvFile, csvLine } from '@kaiku/core/csv.ts'
import { type CellValue, writeXlsx, writeXlsxStream } from 'hucre/xlsx'

/** `day`: `2026-01-31`, a date where the format knows dates. */
export type SheetCell = string | number | null | { readonly day: string }
export type TableFormat = 'csv' | 'xlsx'
export type TableFile = { readonly type: string; readonly content: Readable }

const types: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Characters that a cell of a spreadsheet holds. */
const longestCell = 32_767

/** A table as a file, read while it is sent: its lines as they come, several at a time, the first one its head. */
export function tableFile(lines: AsyncIterable<readonly (readonly SheetCell[])[]>, format: TableFormat): TableFile {
  const content =
    format === 'csv'
      ? Readable.from(csvOf(lines), { objectMode: false })
      : Readable.fromWeb(
          // The names of the two kinds of stream differ; the streams do not.
          writeXlsxStream(sheetOf(lines), { name: 'Kaiku', zip64: true, freezePane: { rows: 1 } }) as never,
        )
  return { type: types[format], content }
}

async function* csvOf(lines: AsyncIterable<readonly (readonly SheetCell[])[]>) {
  yield csvFile([])
  for await (const some of lines) yield some.map((cells) => csvLine(cells.map(plain))).join('')
}

export const plain = (cell: SheetCell): CsvValue => (typeof cell === 'object' && cell !== null ? cell.day : cell)

/** `decimals`: as many of its numbers are shown; a sheet keeps the others behind them. */
export type SheetColumn = { readonly title: string; readonly decimals?: number }
export type SheetTable = { readonly columns: readonly SheetColumn[]; readonly rows: readonly (readonly SheetCell[])[] }

/** A table with what it is of: above it in a text, on a sheet of its own, named so, in a workbook. */
export async function toldTable(
  table: SheetTable,
  facts: { readonly title: string; readonly lines: readonly (readonly SheetCell[])[] },
  format: TableFormat,
): Promise<TableFile> {
  const titles = table.columns.map(({ title }) => title)
  if (format === 'csv') {
    const rows = table.rows.map((cells) => cells.map((cell, at) => rounded(cell, table.columns[at]?.decimals)))
    const text = csvFile([...facts.lines, [], titles, ...rows].map((cells) => cells.map(plain)))
    return { type: types.csv, content: Readable.from([Buffer.from(text)], { objectMode: false }) }
  }
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Kaiku',
        columns: table.columns.map(({ decimals }) =>
          decimals === undefined ? {} : { numFmt: numberFormat(decimals) },
        ),
        rows: [titles, ...table.rows].map((cells) => cells.map(tame)),
        freezePane: { rows: 1 },
      },
      { name: facts.title, rows: facts.lines.map((cells) => cells.map(tame)) },
    ],
  })
  return { type: types.xlsx, content: Readable.from([Buffer.from(bytes)], { objectMode: false }) }
}

const numberFormat = (decimals: number) => (decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`)
const rounded = (cell: SheetCell, decimals: number | undefined): SheetCell =>
  typeof cell === 'number' && decimals !== undefined ? Number(cell.toFixed(decimals)) : cell

async function* sheetOf(lines: AsyncIterable<readonly (readonly SheetCell[])[]>) {
  for await (const some of lines) for (const cells of some) yield cells.map(tame)
}

// XML has no place for control characters, nor a spreadsheet for longer texts.
const control = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu
function tame(cell: SheetCell): CellValue {
  if (typeof cell === 'string') return cell.replace(control, '').slice(0, longestCell)
  return typeof cell === 'object' && cell !== null ? new Date(`${cell.day}T00:00:00Z`) : cell
}
