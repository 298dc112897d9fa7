import { Readable } from 'node:stream'
import type { AuditEntry } from '@kaiku/contract/audit.ts'

const head = ['at', 'actor', 'actingAs', 'action', 'subject', 'address', 'before', 'after'] as const

// A spreadsheet would run a text that begins like a formula.
const formula = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Entries as CSV, a chunk at a time. */
export const auditCsv = (chunks: AsyncIterable<readonly AuditEntry[]>): Readable =>
  Readable.from(lines(chunks), { objectMode: false })

async function* lines(chunks: AsyncIterable<readonly AuditEntry[]>) {
  yield `\uFEFF${head.join(',')}\r\n`
  for await (const chunk of chunks)
    yield chunk.map((entry) => `${head.map((name) => cell(entry[name])).join(',')}\r\n`).join('')
}
