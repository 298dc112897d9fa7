import { Readable } from 'node:stream'
import type { AuditEntry } from '@kaiku/contract/audit.ts'
import { type CsvValue, csvFile, csvLine } from '@kaiku/core/csv.ts'

const head = ['at', 'actor', 'actingAs', 'action', 'subject', 'address', 'before', 'after'] as const

const text = (value: unknown): CsvValue =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** Entries as CSV, a chunk at a time. */
export const auditCsv = (chunks: AsyncIterable<readonly AuditEntry[]>): Readable =>
  Readable.from(lines(chunks), { objectMode: false })

async function* lines(chunks: AsyncIterable<readonly AuditEntry[]>) {
  yield csvFile([head])
  for await (const chunk of chunks) yield chunk.map((entry) => csvLine(head.map((name) => text(entry[name])))).join('')
}
