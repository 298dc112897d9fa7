import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownProgram } from '../configuration/installation.ts'
import { type ClickHouse, openClickHouse, type ReadOptions } from '../db/clickhouse.ts'

export type TwoShards = {
  /** As a Kaiku that is told of a cluster opens it. */
  readonly clickhouse: ClickHouse
  /** Every statement that was sent, as it was sent. */
  readonly sent: string[]
  close(): Promise<void>
}

/**
 * A cluster of two shards in one embedded ClickHouse. Both shards are that process, and each sees of a table only the rows
 * whose key falls to it: Distributed tables divide, add up and merge as among two machines. What needs a Keeper is left
 * out as a statement is run, after the engine has read it whole: ON CLUSTER, and that tables are replicated.
 */
export async function openTwoShards(macros = true): Promise<TwoShards> {
  const directory = mkdtempSync(join(tmpdir(), 'kaiku-shards-'))
  const config = join(directory, 'config.xml')
  writeFileSync(config, configuration(macros))
  const data = join(directory, 'data')
  mkdirSync(data)
  const options = { directory: data, port: 0, password: 'secret', connectionArgs: [`--config-file=${config}`] }
  const child = spawn(process.execPath, ownProgram('clickhouse-server/clickhouse-process').words, {
    env: Object.assign({}, process.env, { KAIKU_CLICKHOUSE: JSON.stringify(options), UV_THREADPOOL_SIZE: '24' }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ClickHouse ended with ${code}`)))
    child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) resolve(Number(message.ready))
    })
  })
  const whole = openClickHouse(`http://127.0.0.1:${port}`, 'secret', 'two')
  const sent: string[] = []
  return {
    clickhouse: divided(whole, sent),
    sent,
    async close() {
      await whole.close()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A node that listens nowhere: an address of this machine with its own port is itself. */
const shard = (host: string) => `<shard><internal_replication>true</internal_replication>
  <replica><host>${host}</host><port>9000</port></replica></shard>`
const configuration = (macros: boolean) => `<clickhouse>
  <tcp_port>9000</tcp_port>
  ${macros ? '<macros><shard>1</shard><replica>1</replica></macros>' : ''}
  <remote_servers><two>${shard('127.0.0.1')}${shard('localhost')}</two></remote_servers>
</clickhouse>`

function divided(whole: ClickHouse, sent: string[]): ClickHouse {
  /** By table of the shards: the key that it is divided by. */
  const keys = new Map<string, string>()
  const filters = () => {
    const each = [...keys].map(([table, key]) => `'${table}': '${key} % 2 + 1 = shardNum()'`)
    return { additional_table_filters: `{${each.join(', ')}}` }
  }
  const asked = <T extends ReadOptions>(sql: string, options: T) => {
    sent.push(sql)
    return Object.assign({}, options, { settings: Object.assign({}, options.settings, filters()) })
  }
  return {
    cluster: 'two',
    read: (sql, params = {}, options = {}) => whole.read(sql, params, asked(sql, options)),
    readColumns: (sql, params = {}, options = {}) => whole.readColumns(sql, params, asked(sql, options)),
    readText: (sql, params = {}, options = {}) => whole.readText(sql, params, asked(sql, options)),
    readStream: (sql, params, options) => whole.readStream(sql, params, asked(sql, options)),
    async command(sql, params = {}, options = {}) {
      sent.push(sql)
      const made = /engine = Distributed\('two', '\w+', '(\w+)', (.+)\)$/.exec(sql)
      if (made) keys.set(made[1] ?? '', made[2] ?? '')
      const isInsert = sql.startsWith('insert')
      // The engine reads it as it was sent, and runs what of it needs no Keeper.
      if (!isInsert) await whole.readText(`explain ast ${sql}`)
      await whole.command(withoutKeeper(sql), params, isInsert ? asked('', options) : options)
    },
    insert: (table, rows, options) => whole.insert(table, rows, options),
    ping: () => whole.ping(),
    close: async () => {},
  }
}

const replicated = /Replicated(\w+)\('\/clickhouse\/tables\/\{uuid\}\/\{shard\}', '\{replica\}', (\w+)\)/

/** A replicated table remembers blocks that were inserted unless it is told otherwise, so the other one does as well. */
export function withoutKeeper(sql: string): string {
  const alone = sql.replaceAll(" on cluster 'two'", '')
  if (!replicated.test(alone)) return alone
  const window = 'replicated_deduplication_window = '
  const told = alone.replace(replicated, '$1($2)').replace(window, `non_${window}`)
  return told.includes(window) ? told : `${told}, non_${window}10000`
}
