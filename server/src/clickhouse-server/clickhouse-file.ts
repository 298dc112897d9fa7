import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClickHouseSession } from './clickhouse-lanes.ts'
import { readWithSettings, type Settings } from './clickhouse-settings.ts'

/** Formats that tell at the end of a file what it holds: their parts cannot follow one another as those of rows can. */
const whole = new Set(['Parquet'])
export const isWhole = (format: string): boolean => whole.has(format)

/** A folder for answers, without those that a process before this one left. */
export function answerFolder(directory: string): string {
  const folder = join(directory, 'answers')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** Writes an answer to a file: the session is free for others before anybody reads it. */
export async function writeAnswer(
  session: ClickHouseSession,
  text: string,
  { params, settings, format }: { params: Record<string, unknown>; settings: Settings; format: string },
  file: string,
): Promise<void> {
  const sql = readWithSettings(`${text}\nINTO OUTFILE '${file.replace(/[\\']/g, '\\$&')}'`, format, settings)
  const silent = { format: 'Null' }
  await (Object.keys(params).length === 0
    ? session.queryAsync(sql, silent)
    : session.queryBindAsync(sql, params, silent))
}

export const sendFile = (file: string, response: ServerResponse, signal: AbortSignal): Promise<void> =>
  pipeline(createReadStream(file), response, { signal, end: false })
