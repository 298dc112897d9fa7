export type CsvValue = string | number | null | undefined

// Apostrophes before it count, so that `unmarked` takes off exactly what was put on.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^-?\d+(?:[.,]\d+)?\s?%?$/

/** A cell as it stands in a file. A text that a spreadsheet would run as a formula has an apostrophe before it. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (typeof value === 'number') return text
  const tame = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

/** A cell of such a file, read: without the apostrophe that writing put before it. */
export const unmarked = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A byte order mark, by which spreadsheets know UTF-8, and the lines. */
export const csvFile = (lines: readonly (readonly CsvValue[])[]): string => `\uFEFF${lines.map(csvLine).join('')}`
