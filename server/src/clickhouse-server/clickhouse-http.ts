import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ClickHouseLane, lanes } from './clickhouse-lanes.ts'
import { boundValue, hasUnboundType } from './clickhouse-parameter.ts'
import { ClickHouseRefusal } from './clickhouse-refusal.ts'
import { type ClickHouseRequest, runStatement, type Served } from './clickhouse-run.ts'
import { limits } from './clickhouse-settings.ts'
import { readStatement } from './clickhouse-statement.ts'

/** Runs what one HTTP request asks for and answers it. Throws before the first byte, or ends the connection after it. */
export async function serveStatement(
  served: Served,
  address: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const inAddress = address.get('query')
  const asked = readRequest(inAddress ?? (await readText(request)), address, request)
  const gone = new AbortController()
  const stop = () => gone.abort(new ClickHouseRefusal(394, 'the caller went away'))
  response.on('close', () => response.writableFinished || stop())
  if (response.destroyed) stop()
  const id = address.get('query_id') ?? asked.token
  response.setHeaders(new Map([...contentType(asked.format), ['X-ClickHouse-Query-Id', id]]))
  await runStatement(served, asked, inAddress === null ? null : request, response, gone.signal)
}

/** Words of the HTTP interface that are not settings. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'session_id',
  'default_format',
  'wait_end_of_query',
  'role',
  'log_comment',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
])

function readRequest(sql: string, address: URLSearchParams, { headers }: IncomingMessage): ClickHouseRequest {
  const statement = readStatement(sql)
  if (hasUnboundType(sql)) throw new ClickHouseRefusal(48, 'tuples and maps cannot be bound here')
  const params: Record<string, unknown> = {}
  const given: Record<string, string> = {}
  for (const [name, value] of address) {
    if (name.startsWith('param_')) params[name.slice('param_'.length)] = boundValue(value)
    else if (!notSettings.has(name)) given[name] = value
  }
  const named = statement.kind === 'read' ? statement.format : null
  const format = named ?? address.get('default_format') ?? 'TabSeparated'
  if (!/^\w+$/.test(format)) throw new ClickHouseRefusal(73, `not a format: ${format}`)
  const lane = readLane(headers['kaiku-lane']) ?? (statement.kind === 'read' ? 'user' : 'insert')
  const token = randomUUID()
  // The comment is how a running statement is found again, to be killed.
  const settings = { ...limits[lane], ...given, log_comment: token }
  return { statement, params, settings, format, lane, tenant: String(headers['kaiku-tenant'] ?? ''), token }
}

const readLane = (name: unknown): ClickHouseLane | undefined => lanes.find((lane) => lane === name)

const contentType = (format: string): [string, string][] => [
  ['Content-Type', format.startsWith('JSON') ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8'],
]

const largestStatement = 16 * 2 ** 20

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largestStatement) throw new ClickHouseRefusal(62, 'the statement is longer than 16 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
