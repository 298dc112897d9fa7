import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { insertRows } from './clickhouse-insert.ts'
import { type Lane, type LanePool, lanes } from './clickhouse-lanes.ts'
import { boundValue, hasUnboundType } from './clickhouse-parameter.ts'
import { readStatement, type Statement } from './clickhouse-statement.ts'

/** An error with ClickHouse's number for it. */
export class ClickHouseRefusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}`)
    this.code = code
  }
}

type Pools = Record<Lane, LanePool>
type Request = {
  statement: Statement
  params: Record<string, unknown>
  settings: Record<string, string>
  format: string
  tenant: string
  lane: Lane
}

/** Runs what one HTTP request asks for and answers it. Throws before the first byte, or ends the connection after it. */
export async function serveStatement(
  pools: Pools,
  address: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const inAddress = address.get('query')
  const asked = readRequest(inAddress ?? (await readText(request)), address, request)
  const gone = new AbortController()
  const token = randomUUID()
  const leave = () => {
    if (response.writableFinished) return
    gone.abort(new ClickHouseRefusal(394, 'the caller went away'))
    kill(pools.control, token).catch(() => {})
  }
  response.on('close', leave)
  const head = { 'Content-Type': contentType(asked.format), 'X-ClickHouse-Query-Id': address.get('query_id') ?? token }
  await run(pools, asked, { token, signal: gone.signal, rows: inAddress === null ? null : request, response, head })
}

type Running = {
  token: string
  signal: AbortSignal
  rows: IncomingMessage | null
  response: ServerResponse
  head: Record<string, string>
}

async function run(pools: Pools, asked: Request, { token, signal, rows, response, head }: Running) {
  const { statement, params, tenant } = asked
  if (statement.kind === 'refused') throw new ClickHouseRefusal(62, `refused: ${statement.reason}`)
  const settings = { ...limits[asked.lane], ...asked.settings, log_comment: token }
  if (statement.kind === 'insert') {
    const written = await pools.insert.with(tenant, signal, (session) =>
      insertRows(session, statement, rows, asked.settings),
    )
    response
      .writeHead(200, { ...head, 'X-ClickHouse-Summary': JSON.stringify({ written_rows: String(written) }) })
      .end()
    return
  }
  const pool = pools[asked.lane]
  if (statement.kind === 'command') {
    await pool.with(tenant, signal, (session) => {
      const text = withSettings(statement, settings)
      const format = { format: 'Null' }
      return Object.keys(params).length === 0
        ? session.queryAsync(text, format)
        : session.queryBindAsync(text, params, format)
    })
    response.writeHead(200, head).end()
    return
  }
  const text = `${statement.text}\nFORMAT ${asked.format} SETTINGS ${assignments(settings)}`
  const format = asked.format
  await pool.with(tenant, signal, async (session) => {
    if (!statement.streamed) {
      const answer = await session.queryAsync(text, { format })
      response.writeHead(200, head).end(answer.bytes())
      return
    }
    for await (const chunk of session.queryStreamBind(text, params, { format, signal })) {
      if (!response.headersSent) response.writeHead(200, head)
      if (!response.write(chunk.raw())) await once(response, 'drain', { signal })
    }
    if (!response.headersSent) response.writeHead(200, head)
    response.end()
  })
}

const mebibyte = 2 ** 20

/** Always set, whatever the caller forgot: seconds and bytes. */
const limits: Record<Lane, Record<string, string>> = {
  user: { max_execution_time: '30', max_memory_usage: String(1024 * mebibyte) },
  heavy: { max_execution_time: '600', max_memory_usage: String(2048 * mebibyte) },
  insert: { max_execution_time: '600', max_memory_usage: String(2048 * mebibyte) },
  control: { max_execution_time: '10', max_memory_usage: String(256 * mebibyte) },
}

/** Settings belong to the statement: on the connection they would stay for whoever uses it next. */
function withSettings(statement: Extract<Statement, { kind: 'command' }>, settings: Record<string, string>): string {
  if (statement.settings === 'none') return statement.text
  if (statement.settings === 'at the end') return `${statement.text}\nSETTINGS ${assignments(settings)}`
  return `${statement.text}\nFORMAT Null SETTINGS ${assignments(settings)}`
}

function assignments(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!/^\w+$/.test(name)) throw new ClickHouseRefusal(115, `not a setting: ${name}`)
      return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    })
    .join(', ')
}

const kill = (control: LanePool, token: string) =>
  control.with('', new AbortController().signal, (session) =>
    session.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${token}' ASYNC FORMAT Null`, { format: 'Null' }),
  )

/** Words of the HTTP interface that are not settings. */
const notSettings = new Set([
  ...['query', 'query_id', 'database', 'session_id', 'default_format', 'wait_end_of_query', 'role', 'log_comment'],
  ...['enable_http_compression', 'send_progress_in_http_headers', 'http_headers_progress_interval_ms'],
])

function readRequest(sql: string, address: URLSearchParams, { headers }: IncomingMessage): Request {
  const statement = readStatement(sql)
  if (hasUnboundType(sql)) throw new ClickHouseRefusal(48, 'tuples and maps cannot be bound here')
  const params: Record<string, unknown> = {}
  const settings: Record<string, string> = {}
  for (const [name, value] of address) {
    if (name.startsWith('param_')) params[name.slice('param_'.length)] = boundValue(value)
    else if (!notSettings.has(name)) settings[name] = value
  }
  const named = statement.kind === 'read' ? statement.format : null
  const format = named ?? address.get('default_format') ?? 'TabSeparated'
  if (!/^\w+$/.test(format)) throw new ClickHouseRefusal(73, `not a format: ${format}`)
  const usual: Lane = statement.kind === 'read' ? 'user' : 'insert'
  const lane = headers['kaiku-lane']
  return {
    ...{ statement, params, settings, format, tenant: String(headers['kaiku-tenant'] ?? '') },
    lane: typeof lane === 'string' && Object.hasOwn(lanes, lane) ? (lane as Lane) : usual,
  }
}

const contentType = (format: string) =>
  format.startsWith('JSON') ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8'

const largestStatement = 16 * mebibyte

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
