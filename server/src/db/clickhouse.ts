import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { orAway } from '../fault/away.ts'
import { measured } from '../measure/statement.ts'
import { clusterSettings } from '../shard/cluster.ts'
import { type NativeColumn, readNative } from './native-columns.ts'

type Values = Record<string, unknown>

export type ReadOptions = {
  /**
   * `heavy` for what nobody waits for at a screen: it never stands before a user's question. `feed` for what changes
   * interviews: one after the other.
   */
  lane?: 'user' | 'heavy' | 'feed'
  /** Whose queue it waits in; universes are served in turn. */
  tenant?: string
  /** Seconds. */
  timeout?: number
  /** Bytes. */
  memory?: number
  signal?: AbortSignal
  settings?: Record<string, string | number>
}

export type InsertOptions = {
  format?: 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated' | 'CSV'
  columns?: [string, ...string[]]
  /** The same token with the same rows inserts once; the table needs `non_replicated_deduplication_window`. */
  dedupToken?: string
  settings?: Record<string, string | number>
  signal?: AbortSignal
}

export type ClickHouse = {
  /** The cluster over which tables of figures are spread; null: one ClickHouse alone. */
  readonly cluster: string | null
  /** Rows as arrays in the order of the SELECT. Integers of 64 bits and more come as text, so that none loses digits. */
  read<Row extends unknown[] = unknown[]>(sql: string, params?: Values, options?: ReadOptions): Promise<Row[]>
  /** The answer by columns, for thousands of rows of whole numbers and text. */
  readColumns(sql: string, params?: Values, options?: ReadOptions): Promise<readonly NativeColumn[]>
  /** The answer as text in any output format of ClickHouse. */
  readText(sql: string, params?: Values, options?: ReadOptions & { format?: string }): Promise<string>
  /** The answer as it comes, in an output format of ClickHouse, for what is larger than memory. Never repeated by itself. */
  readStream(sql: string, params: Values, options: ReadOptions & { format: string }): Promise<Readable>
  /** A statement without an answer, such as CREATE, ALTER, OPTIMIZE or INSERT … SELECT. Never repeated by itself. */
  command(sql: string, params?: Values, options?: ReadOptions): Promise<void>
  /** Rows, or a byte stream of rows in `format`. Never repeated by itself: repeat it with the same token. */
  insert(table: string, rows: readonly unknown[] | Readable, options?: InsertOptions): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** The unmodified client over HTTP, whether the server is the embedded process or a cluster. */
export function openClickHouse(url: string, password?: string, cluster: string | null = null): ClickHouse {
  const client = createClient({
    url,
    ...(password !== undefined && { password }),
    // Errors are thrown; the client's own log would print them a second time, values included.
    log: { level: ClickHouseLogLevel.OFF },
    // The server queues by lane and universe: waiting here instead would put inserts behind questions.
    max_open_connections: 256,
    request_timeout: 660_000,
    // Below the embedded server's own patience, so that a socket is never used while the other side closes it.
    keep_alive: { enabled: true, idle_socket_ttl: 2_000, eagerly_destroy_stale_sockets: true },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      ...(cluster !== null && clusterSettings),
    },
  })
  const answer = (sql: string, params: Values, options: ReadOptions, format: string) =>
    measured('clickhouse', sql, () =>
      patiently(options, (signal) =>
        retried(client, signal, async () => {
          const { stream } = await client.exec({
            ...request(params, { ...options, signal }),
            query: `${sql}\nFORMAT ${format}`,
          })
          return readAnswer(addAbortSignal(signal, stream))
        }),
      ),
    )
  const text = async (sql: string, params: Values, options: ReadOptions, format: string) =>
    (await answer(sql, params, options, format)).toString('utf8')
  return {
    cluster,
    read: async <Row extends unknown[]>(sql: string, params: Values = {}, options: ReadOptions = {}) => {
      const lines = await text(sql, params, options, 'JSONCompactEachRow')
      // Line breaks inside of values are escaped, so each one ends a row.
      const rows: Row[] = JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`)
      return rows
    },
    readColumns: async (sql, params = {}, options = {}) => readNative(await answer(sql, params, options, 'Native')),
    readText: (sql, params = {}, { format = 'TabSeparated', ...options } = {}) => text(sql, params, options, format),
    readStream: async (sql, params, { format, ...options }) => {
      const asked = request(params, options)
      // An error that comes late is told as one, and is no piece of a file.
      const clickhouse_settings = { ...asked.clickhouse_settings, wait_end_of_query: 1 as const }
      const { stream } = await client.exec({ ...asked, clickhouse_settings, query: `${sql}\nFORMAT ${format}` })
      return stream
    },
    command: async (sql, params = {}, options = {}) => {
      await measured('clickhouse', sql, () => client.command({ ...request(params, options), query: sql }))
    },
    insert: (table, rows, options = {}) =>
      measured('clickhouse', `INSERT INTO ${table}`, () => insert(client, table, rows, options)),
    ping: () => isThere(client),
    close: () => client.close(),
  }
}

const request = (params: Values, { lane, tenant, timeout, memory, signal, settings }: ReadOptions) => ({
  query_params: params,
  clickhouse_settings: {
    ...settings,
    ...(timeout !== undefined && { max_execution_time: timeout }),
    ...(memory !== undefined && { max_memory_usage: String(memory) }),
  },
  http_headers: { ...(lane && { 'kaiku-lane': lane }), ...(tenant && { 'kaiku-tenant': encodeURIComponent(tenant) }) },
  ...(signal && { abort_signal: signal }),
})

/** Bytes. More is a mistake of the question, not an answer to hold in memory. */
const largestAnswer = 256 * 2 ** 20

async function readAnswer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > largestAnswer) throw new Error('the answer of ClickHouse is larger than 256 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function insert(
  client: ClickHouseClient,
  table: string,
  rows: readonly unknown[] | Readable,
  { format = 'JSONEachRow', columns, dedupToken, signal }: InsertOptions,
) {
  const options = {
    ...(signal && { abort_signal: signal }),
    clickhouse_settings: dedupToken === undefined ? {} : { insert_deduplication_token: dedupToken },
  }
  if (rows instanceof Readable) {
    const into = columns ? `${table} (${columns.join(', ')})` : table
    const { stream } = await client.exec({ ...options, query: `INSERT INTO ${into} FORMAT ${format}`, values: rows })
    stream.resume()
  } else {
    await client.insert({ ...options, table, format, values: [...rows], ...(columns && { columns }) })
  }
}

/** Seconds beyond its own for which a read may wait for its turn and its answer may travel. */
const margin = 30
const longestRead = 630

/** Gives up on a ClickHouse that says nothing any more. */
async function patiently<T>({ timeout = longestRead, signal }: ReadOptions, ask: (signal: AbortSignal) => Promise<T>) {
  const gone = new AbortController()
  try {
    const asked = ask(signal ? AbortSignal.any([signal, gone.signal]) : gone.signal)
    return await orAway(asked, (timeout + margin) * 1_000, 'ClickHouse')
  } finally {
    gone.abort()
  }
}

/** Milliseconds that a read waits for a ClickHouse that was lost to come back. */
const patience = 10_000
const pingPause = 25
/** Milliseconds after which silence means that it is away. */
const longestPing = 3_000

const isThere = (client: ClickHouseClient): Promise<boolean> =>
  orAway(client.ping(), longestPing, 'ClickHouse').then(
    ({ success }) => success,
    () => false,
  )

/** A read changes nothing, so one whose connection was lost is asked a second time as soon as somebody answers. */
async function retried<T>(
  client: ClickHouseClient,
  signal: AbortSignal | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (signal?.aborted || !isConnectionLost(error)) throw error
    const until = performance.now() + patience
    while (performance.now() < until && !(await isThere(client))) await pause(pingPause)
    return ask()
  }
}

const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && lost.has(error.code)) return true
  return /socket hang up|^aborted$|premature close/i.test(error.message)
}
