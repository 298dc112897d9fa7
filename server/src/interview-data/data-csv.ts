import type { Listing } from '../interview-list/interview-list.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import { type TableFile, tableFile } from '../table-file/table-file.ts'
import { type DataValue, dataColumns, dataRow, type ListFollowed, listedRows } from './data-column.ts'

/** Between the codes of a multiple choice in one cell. */
export const codeSeparator = '|'

/** Interviews as codes in lines of text, below the names of their questions. */
export function dataCsv(listing: Listing, followed: ListFollowed): TableFile {
  const columns = dataColumns(listing)
  const lines = async function* (): AsyncGenerator<readonly SheetCell[][]> {
    yield [columns.map(({ name }) => name)]
    for await (const rows of listedRows(listing, followed)) yield rows.map((row) => dataRow(columns, row).map(cellOf))
  }
  return tableFile(lines(), 'csv')
}

const cellOf = (value: DataValue): SheetCell =>
  typeof value === 'object' && value !== null ? value.join(codeSeparator) : value
