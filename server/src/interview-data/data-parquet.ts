import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { readDay } from '@kaiku/core/day.ts'
import type { ClickHouse } from '../db/clickhouse.ts'
import type { Listing } from '../interview-list/interview-list.ts'
import { type DataColumn, type DataValue, dataColumns, dataRow, type ListFollowed, listedRows } from './data-column.ts'

export const parquetType = 'application/vnd.apache.parquet'

/** Tables that are there while a file is made; their names say since when, in milliseconds since 1970. */
const prefix = 'interview_data_'
/** Characters of rows that are inserted together. */
const atOnce = 2 * 2 ** 20
const newTable = (now: number) => `${prefix}${now}_${randomUUID().replaceAll('-', '')}`
const madeAt = (table: string) => Number.parseInt(table.slice(prefix.length), 10)
/** Milliseconds after which whoever made a table is gone. */
const longest = 24 * 3_600_000

const settings = {
  max_threads: 1,
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_string_as_string: 1,
  output_format_parquet_parallel_encoding: 0,
  output_format_parquet_row_group_size: 20_000,
}

/**
 * Interviews in columns with types, as ClickHouse writes Parquet. The rows are those of the list, brought to ClickHouse
 * for the while: whose answers may be seen, corrections and names of places are the list's to say, and a statement of
 * its own beside it would have to say all of it a second time.
 */
export function dataParquet(listing: Listing, followed: ListFollowed): Readable {
  const { stores, dictionary } = listing.asked
  const { clickhouse } = stores
  const columns = dataColumns(listing)
  const table = newTable(Date.now())
  const options = { lane: 'heavy', tenant: dictionary.universe, timeout: 600, signal: followed.signal } as const
  return Readable.from(
    (async function* () {
      try {
        const definitions = columns.map((column, at) => `c${at} ${typeOf(column)}`).join(', ')
        await clickhouse.command(`create table ${table} (${definitions}) engine = StripeLog`)
        await bring(clickhouse, table, lines(listing, columns, followed), followed.signal)
        const named = columns.map(({ name }, at) => `c${at} as \`${name.replace(/[`\\]/g, '\\$&')}\``).join(', ')
        const select = `select ${named} from ${table}`
        yield* await clickhouse.readStream(select, {}, { ...options, format: 'Parquet', settings })
      } finally {
        await clickhouse.command(`drop table if exists ${table} sync`)
      }
    })(),
    { objectMode: false },
  )
}

function typeOf({ type, question, decimals }: DataColumn): string {
  switch (type) {
    case 'number':
      return question !== null && decimals === 0 ? 'Nullable(Int64)' : 'Nullable(Float64)'
    case 'day':
      return 'Nullable(Date32)'
    case 'multiple':
      return 'Array(String)'
    default:
      return 'Nullable(String)'
  }
}

/** Rows as lines, several at a time. */
async function* lines(
  listing: Listing,
  columns: readonly DataColumn[],
  followed: ListFollowed,
): AsyncGenerator<string> {
  for await (const rows of listedRows(listing, followed)) {
    const told = rows.map((row) => JSON.stringify(dataRow(columns, row).map((value, at) => kept(value, columns[at]))))
    if (told.length > 0) yield `${told.join('\n')}\n`
  }
}

/** ClickHouse knows the days of these years. */
const isKeepable = (day: string) => /^(?:19|2[012])/.test(day) && readDay(day) !== null

function kept(value: DataValue, column: DataColumn | undefined): DataValue {
  if (column?.type === 'multiple') return value ?? []
  if (column?.type === 'day') return typeof value === 'string' && isKeepable(value) ? value : null
  return value
}

/** In parts, so that nobody else's insert waits while the list is read. */
async function bring(clickhouse: ClickHouse, table: string, rows: AsyncIterable<string>, signal: AbortSignal) {
  let waiting = ''
  const insert = async () => {
    const part = Readable.from([Buffer.from(waiting)], { objectMode: false })
    if (waiting !== '') await clickhouse.insert(table, part, { format: 'JSONCompactEachRow', signal })
    waiting = ''
  }
  for await (const some of rows) {
    waiting += some
    if (waiting.length > atOnce) await insert()
  }
  await insert()
}

/** Takes away tables whose makers died over them. */
export async function dropLeftData(clickhouse: ClickHouse, now: number): Promise<void> {
  const left = await clickhouse.read<[string]>(
    'select name from system.tables where database = currentDatabase() and startsWith(name, {prefix: String})',
    { prefix },
  )
  for (const [name] of left)
    if (madeAt(name) + longest < now) await clickhouse.command(`drop table if exists ${name} sync`)
}
