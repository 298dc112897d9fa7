import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { sendAnswer } from './clickhouse-answer.ts'
import { isWhole, sendFile, writeAnswer } from './clickhouse-file.ts'
import { insertRows } from './clickhouse-insert.ts'
import type { ClickHouseLane, ClickHouseSession, LanePool, Pools } from './clickhouse-lanes.ts'
import { ClickHouseRefusal } from './clickhouse-refusal.ts'
import { commandWithSettings, readWithSettings, type Settings } from './clickhouse-settings.ts'
import type { Statement } from './clickhouse-statement.ts'

/** One request, read. `token` marks its statement in the engine. */
export type ClickHouseRequest = {
  statement: Statement
  params: Record<string, unknown>
  settings: Settings
  format: string
  tenant: string
  lane: ClickHouseLane
  token: string
}

/** Its sessions, and a folder for answers that are written whole before they are sent. */
export type Served = { readonly pools: Pools; readonly answers: string }

/** `rows`: the body of an insert whose statement stands in the address. */
export async function runStatement(
  { pools, answers }: Served,
  asked: ClickHouseRequest,
  rows: IncomingMessage | null,
  response: ServerResponse,
  gone: AbortSignal,
) {
  const { statement, lane, tenant } = asked
  if (statement.kind === 'refused') throw new ClickHouseRefusal(62, `refused: ${statement.reason}`)
  const file = statement.kind === 'read' && isWhole(asked.format) ? join(answers, asked.token) : null
  const run = async (session: ClickHouseSession) => {
    const stopKilling = killWhenGone(pools.control, asked.token, gone)
    try {
      if (statement.kind === 'insert') {
        const written = await insertRows(session, statement, rows, asked.settings)
        response.setHeader('X-ClickHouse-Summary', JSON.stringify({ written_rows: String(written) }))
      } else if (statement.kind === 'command') {
        await command(session, commandWithSettings(statement, asked.settings), asked.params)
      } else {
        if (file === null) await read(session, statement, asked, response, gone)
        else await writeAnswer(session, statement.text, asked, file)
      }
    } finally {
      stopKilling()
    }
  }
  try {
    await pools[lane].with(tenant, gone, run)
    if (file !== null) await sendFile(file, response, gone)
  } finally {
    if (file !== null) await rm(file, { force: true })
  }
  response.end()
}

const silent = { format: 'Null' }

const command = (session: ClickHouseSession, text: string, params: Record<string, unknown>) =>
  Object.keys(params).length === 0 ? session.queryAsync(text, silent) : session.queryBindAsync(text, params, silent)

async function read(
  session: ClickHouseSession,
  { text, streamed }: Extract<Statement, { kind: 'read' }>,
  { params, settings, format }: ClickHouseRequest,
  response: ServerResponse,
  signal: AbortSignal,
) {
  const sql = readWithSettings(text, format, settings)
  if (streamed) {
    await sendAnswer(session.queryStreamBind(sql, params, { format, signal }), format, response, signal)
  } else {
    const answer = await session.queryAsync(sql, { format })
    response.write(answer.bytes())
  }
}

const killPause = 200

/** A statement whose caller is gone is killed; again and again, as it may not have reached the engine at the first try. */
function killWhenGone(control: LanePool, token: string, gone: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined
  const kill = () => {
    const text = `KILL QUERY WHERE Settings['log_comment'] = '${token}' ASYNC FORMAT Null`
    control.with('', new AbortController().signal, (session) => session.queryAsync(text, silent)).catch(() => {})
    timer = setTimeout(kill, killPause)
  }
  gone.addEventListener('abort', kill, { once: true })
  return () => {
    gone.removeEventListener('abort', kill)
    clearTimeout(timer)
  }
}
