import type { ClickHouseLane } from './clickhouse-lanes.ts'
import { ClickHouseRefusal } from './clickhouse-refusal.ts'
import type { Statement } from './clickhouse-statement.ts'

export type Settings = Record<string, string>

const mebibyte = 2 ** 20

/** Always set, whatever the caller forgot: seconds and bytes. */
export const limits: Record<ClickHouseLane, Settings> = {
  user: { max_execution_time: '30', max_memory_usage: String(1024 * mebibyte) },
  heavy: { max_execution_time: '600', max_memory_usage: String(2048 * mebibyte) },
  insert: { max_execution_time: '600', max_memory_usage: String(2048 * mebibyte) },
  feed: { max_execution_time: '600', max_memory_usage: String(2048 * mebibyte) },
  control: { max_execution_time: '10', max_memory_usage: String(256 * mebibyte) },
}

/** Settings belong to the statement: on the connection they would stay for whoever uses it next. */
export function commandWithSettings(statement: Extract<Statement, { kind: 'command' }>, settings: Settings): string {
  if (statement.settings === 'none') return statement.text
  if (statement.settings === 'at the end') return `${statement.text}\nSETTINGS ${assignments(settings)}`
  return `${statement.text}\nFORMAT Null SETTINGS ${assignments(settings)}`
}

export const readWithSettings = (text: string, format: string, settings: Settings): string =>
  `${text}\nFORMAT ${format} SETTINGS ${assignments(settings)}`

function assignments(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!/^\w+$/.test(name)) throw new ClickHouseRefusal(115, `not a setting: ${name}`)
      return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    })
    .join(', ')
}
