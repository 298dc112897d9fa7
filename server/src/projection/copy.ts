import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ClickHouse } from '../db/clickhouse.ts'

type Target = {
  readonly table: string
  readonly columns: [string, ...string[]]
  /** What the rows stand for; the same rows for the same thing are inserted once. */
  readonly token: string
  /** What becomes of whole lines on their way. */
  readonly through?: ((chunk: Buffer) => Promise<Buffer>) | null
}

/** Below the 16 MiB at which the embedded ClickHouse would cut an insert in two. */
const chunkBytes = 8 * 2 ** 20

/**
 * Carries the rows of a query from PostgreSQL into ClickHouse, as bytes: no row becomes an object on its way, unless
 * topics are to be found in it. Both write tab-separated text alike. Returns when all of it is visible.
 */
export async function copyRows(pool: pg.Pool, query: string, clickhouse: ClickHouse, target: Target): Promise<void> {
  const client = await pool.connect()
  let broken = true
  let inserting = Promise.resolve()
  try {
    for await (const chunk of wholeLines(client.query(copyTo(`copy (${query}) to stdout`)))) {
      const lines = target.through ? await target.through(chunk) : chunk
      await inserting
      // Read on meanwhile; a failure is met at the next turn.
      inserting = insertChunk(clickhouse, target, lines)
      inserting.catch(() => {})
    }
    await inserting
    broken = false
  } finally {
    // A connection left in the middle of a copy cannot be used again.
    client.release(broken)
  }
}

function insertChunk(clickhouse: ClickHouse, { table, columns, token }: Target, chunk: Buffer): Promise<void> {
  // A repetition may carry a newer truth than the first try: then it is another chunk, and must not be dropped.
  const content = createHash('sha256').update(chunk).digest('base64url')
  return clickhouse.insert(table, Readable.from([chunk], { objectMode: false }), {
    format: 'TabSeparated',
    columns,
    dedupToken: `${token} ${content}`,
    settings: { max_partitions_per_insert_block: 0 },
  })
}

const lineBreak = 0x0a

/** Cuts a stream of lines into buffers of whole lines. */
export async function* wholeLines(stream: AsyncIterable<Buffer>, size = chunkBytes): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    buffered.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    const all = Buffer.concat(buffered)
    const end = all.lastIndexOf(lineBreak) + 1
    if (end > 0) yield all.subarray(0, end)
    buffered = [all.subarray(end)]
    bytes -= end
  }
  if (bytes > 0) yield Buffer.concat(buffered)
}
