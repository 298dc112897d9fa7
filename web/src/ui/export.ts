import { csvFile } from '@kaiku/core/csv.ts'
import type { DataTable } from './data-table.tsx'

const fileName = (title: string, ending: string) =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'kaiku'}.${ending}`

/** `title`: what the file is of; it is made into a name that any disk takes. */
export const download = (content: Blob, title: string, ending: string) => downloadAs(content, fileName(title, ending))

export function downloadAs(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** A number that is written for readers, with the minus that programs know. */
const plainMinus = <T>(cell: T) => (typeof cell === 'string' ? cell.replace(/^\u2212(?=\d)/, '-') : cell)

/** `note`: what the figures look at, in a line of its own below them. */
export const downloadCsv = (table: DataTable, title: string, note?: string) =>
  download(
    new Blob(
      [
        csvFile([
          table.head,
          ...table.rows.map((row) => row.map(plainMinus)),
          ...(note === undefined ? [] : [[], [note]]),
        ]),
      ],
      {
        type: 'text/csv;charset=utf-8',
      },
    ),
    title,
    'csv',
  )
