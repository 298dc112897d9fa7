import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { answerFolder } from './clickhouse-file.ts'
import { serveStatement } from './clickhouse-http.ts'
import { type ClickHouseLane, type ClickHouseSession, LanePool, sessions } from './clickhouse-lanes.ts'
import { ClickHouseRefusal, errorCode } from './clickhouse-refusal.ts'

/**
 * The embedded ClickHouse: chDB behind the part of the ClickHouse HTTP interface that `@clickhouse/client` uses.
 * Runs alone in a child process (`clickhouse.ts`), since a crash inside the library hangs the process that holds it.
 */
type Given = { directory: string; port: number; password: string; connectionArgs?: readonly string[] }
const { directory, port, password, connectionArgs }: Given = JSON.parse(process.env.KAIKU_CLICKHOUSE ?? '{}')
// What this process starts or reports must not carry the password on.
delete process.env.KAIKU_CLICKHOUSE

// Its owner is gone: nobody may be left holding the data directory.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

type Opened = ClickHouseSession & { query(sql: string, format: string): unknown }
type Engine = { Session: new (path: string, options?: { connectionArgs: readonly string[] }) => Opened }
const { Session: Chdb }: Engine = createRequire(import.meta.url)('chdb')
/** Bytes. A statement that names every place of a large tree is long, and is cut off before its own settings are read. */
const longestStatement = 64 * 2 ** 20
const fatal = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT'] as const
const ignore = () => {}
/**
 * A fatal signal ends the process at once, so that another one takes over. The library's own handler lets the thread
 * that crashed sleep for minutes, while the others go on as if nothing had happened. Node sets back to the system's
 * way what it stops listening to.
 */
function dieOfCrashes() {
  for (const signal of fatal) process.on(signal, ignore).off(signal, ignore)
}
const open = () => {
  const session = new Chdb(directory, connectionArgs && { connectionArgs })
  dieOfCrashes()
  session.query(`set max_query_size = ${longestStatement}`, 'Null')
  return session
}
const pool = (lane: ClickHouseLane) => new LanePool(sessions[lane], open)
const pools = {
  user: pool('user'),
  heavy: pool('heavy'),
  insert: pool('insert'),
  feed: pool('feed'),
  control: pool('control'),
}

const answers = answerFolder(directory)

const unauthorized = 516
const authorized = `Basic ${Buffer.from(`default:${password}`).toString('base64')}`

/** Long lists of bound values travel in the address. */
const maxHeaderSize = 16 * 2 ** 20

const server = createServer({ maxHeaderSize, keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
  answer(request, response).catch((error: unknown) => {
    const known = error instanceof Error ? error : new Error(String(error))
    if (response.headersSent) response.destroy(known)
    else
      response
        .writeHead(statusOf(known), { 'X-ClickHouse-Exception-Code': String(errorCode(known)) })
        .end(known.message)
  })
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/ping') {
    response.end('Ok.\n')
    return
  }
  if (request.headers.authorization !== authorized) throw new ClickHouseRefusal(unauthorized, 'Authentication failed')
  await serveStatement({ pools, answers }, url.searchParams, request, response)
}

const statusOf = (error: Error) => (errorCode(error) === unauthorized ? 403 : 500)

server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: typeof address === 'object' ? address?.port : null })
  setInterval(() => process.send?.('beat'), 100)
})
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

process.on('message', (message) => {
  if (message !== 'stop') return
  server.close(() => {
    for (const pool of Object.values(pools)) pool.close()
    process.exit(0)
  })
  server.closeIdleConnections()
})
