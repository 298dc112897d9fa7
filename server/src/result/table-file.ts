import { Readable } from 'node:stream'
import { type CsvValue, csvFile, csvLine } from '@kaiku/core/csv.ts'
import { writeXlsxStream } from 'hucre/xlsx'

export type Cell = string | number | null
export type TableFormat = 'csv' | 'xlsx'
export type TableFile = { readonly type: string; readonly content: Readable }

const types: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Characters that a cell of a spreadsheet holds. */
const longestCell = 32_767

/** A table as a file, read while it is sent: its lines as they come, several at a time, the first one its head. */
export function tableFile(lines: AsyncIterable<readonly (readonly Cell[])[]>, format: TableFormat): TableFile {
  const content =
    format === 'csv'
      ? Readable.from(csvOf(lines), { objectMode: false })
      : Readable.fromWeb(
          // The names of the two kinds of stream differ; the streams do not.
          writeXlsxStream(sheetOf(lines), { name: 'Kaiku', zip64: true, freezePane: { rows: 1 } }) as never,
        )
  return { type: types[format], content }
}

async function* csvOf(lines: AsyncIterable<readonly (readonly CsvValue[])[]>) {
  yield csvFile([])
  for await (const some of lines) yield some.map(csvLine).join('')
}

async function* sheetOf(lines: AsyncIterable<readonly (readonly Cell[])[]>) {
  for await (const some of lines) for (const cells of some) yield cells.map(tame)
}

// XML has no place for control characters, nor a spreadsheet for longer texts.
const control = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu
const tame = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(control, '').slice(0, longestCell) : cell)
