import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AnswerChunk } from './clickhouse-lanes.ts'
import { ClickHouseRefusal } from './clickhouse-refusal.ts'

/** Formats without beginning and end: parts of the answer, one after the other, are the answer. */
const endless = new Set([
  'JSONEachRow',
  'JSONCompactEachRow',
  'JSONStringsEachRow',
  'TSV',
  'TabSeparated',
  'CSV',
  'Native',
])

/** chDB writes each part of a streamed answer as a document of its own. */
export async function sendAnswer(
  chunks: AsyncIterable<AnswerChunk>,
  format: string,
  response: ServerResponse,
  signal: AbortSignal,
) {
  if (endless.has(format)) return sendRows(chunks, response, signal)
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk.raw()))
    size += chunk.numBytes
    if (size > largestDocument) throw tooLarge(format)
  }
  response.write(parts.length > 1 ? joinDocuments(parts, format) : (parts[0] ?? ''))
}

/** Bytes. Splitting larger parts would block the event loop, and with it every other answer. */
const largestDocument = 32 * 2 ** 20

const tooLarge = (format: string) =>
  new ClickHouseRefusal(73, `an answer of this size cannot be written as ${format}; use a format by row`)

/** Bytes held back, so that an error after the first rows can still be answered as an error. */
const bufferBytes = 4 * 2 ** 20
/** Milliseconds that a caller may leave its answer unread, while nobody else can use the session. */
const longestUnread = 60_000

async function sendRows(chunks: AsyncIterable<AnswerChunk>, response: ServerResponse, signal: AbortSignal) {
  let buffered: Uint8Array[] | null = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.numBytes
    if (buffered && size < bufferBytes) {
      buffered.push(Buffer.from(chunk.raw()))
      continue
    }
    for (const early of buffered ?? []) response.write(early)
    buffered = null
    if (response.write(Buffer.from(chunk.raw()))) continue
    await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(longestUnread)]) })
  }
  for (const early of buffered ?? []) response.write(early)
}

function joinDocuments(parts: Buffer[], format: string): string {
  if (format !== 'JSON' && format !== 'JSONCompact') throw tooLarge(format)
  const documents: JsonAnswer[] = parts.map((part) => JSON.parse(part.toString('utf8')))
  const data = documents.flatMap((document) => document.data)
  return JSON.stringify({ ...documents[0], ...documents.at(-1), data, rows: data.length })
}

type JsonAnswer = { data: unknown[] }
