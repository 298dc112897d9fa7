import type { ClickHouseSession } from './clickhouse-lanes.ts'
import { ClickHouseRefusal } from './clickhouse-refusal.ts'
import type { Settings } from './clickhouse-settings.ts'
import type { Statement } from './clickhouse-statement.ts'

type Insert = Extract<Statement, { kind: 'insert' }>

const mebibyte = 2 ** 20
/** What is held in memory of one insert at a time. */
const batchBytes = 16 * mebibyte
/** For formats whose rows cannot be told apart by line breaks. */
const largestWhole = 128 * mebibyte

const byLine = new Set(['JSONEachRow', 'JSONCompactEachRow', 'TSV', 'TabSeparated'])

/**
 * Inserts the rows of a request body in batches cut after the last whole line within 16 MiB: the same body is always
 * cut alike, so that a repeated insert with the same deduplication token changes nothing. Returns the rows written;
 * when it throws, earlier batches have been.
 */
export async function insertRows(
  session: ClickHouseSession,
  { table, columns, format, inline }: Insert,
  body: AsyncIterable<Buffer> | null,
  settings: Settings,
): Promise<number> {
  const token = settings.insert_deduplication_token
  let written = 0
  let number = 0
  for await (const values of cut(body ?? [Buffer.from(inline)], byLine.has(format))) {
    const own = token === undefined || number === 0 ? {} : { insert_deduplication_token: `${token}-${number}` }
    const { rowsWritten } = await session.insert({
      table,
      values,
      format,
      settings: { ...settings, ...own },
      ...(columns && { columns }),
    })
    written += rowsWritten
    number++
  }
  return written
}

async function* cut(body: AsyncIterable<Buffer> | Buffer[], lines: boolean): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    buffered.push(chunk)
    size += chunk.length
    if (!lines && size > largestWhole)
      throw new ClickHouseRefusal(307, 'an insert in this format may hold 128 MiB; JSONEachRow has no limit')
    while (lines && size >= batchBytes) {
      const all = Buffer.concat(buffered)
      const end = all.lastIndexOf(0x0a, batchBytes - 1) + 1
      if (end === 0) throw new ClickHouseRefusal(307, 'a row is longer than 16 MiB')
      yield all.subarray(0, end)
      buffered = [all.subarray(end)]
      size -= end
    }
  }
  if (size > 0) yield Buffer.concat(buffered)
}
