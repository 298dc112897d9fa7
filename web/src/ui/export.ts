import type { DataTable } from './data-table.tsx'

// A cell that a spreadsheet would run as a formula is marked as text.
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const cell = (value: string | number | null) =>
  value === null ? '' : typeof value === 'number' ? String(value) : quoted(harmless(value))

/** A table as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvOf = ({ head, rows }: DataTable): string =>
  `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

const fileName = (title: string, ending: string) =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'kaiku'}.${ending}`

export function download(content: Blob, title: string, ending: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(title, ending)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

export const downloadCsv = (table: DataTable, title: string) =>
  download(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), title, 'csv')
