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

/** Rows that a reader's own file was refused for: they are kept nowhere but here. */
export const downloadRejects = ({ head, rows }: DataTable, title: string) =>
  download(new Blob([csvFile([head, ...rows])], { type: 'text/csv;charset=utf-8' }), title, 'csv')
