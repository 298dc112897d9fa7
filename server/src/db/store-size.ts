import { onAllNodes } from '../shard/cluster.ts'
import { number, query } from './rows.ts'
import type { Stores } from './stores.ts'

/** `connections`: that are open, of the most that PostgreSQL lets in. */
export async function postgresSize({ service }: Pick<Stores, 'service'>) {
  const { rows } = await query(
    service,
    { bytes: number, connections: number, most: number },
    `select pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where datname is not null) as connections,
       current_setting('max_connections')::int as most`,
  )
  return rows[0] ?? { bytes: 0, connections: 0, most: 0 }
}

/** Bytes and parts on the disk, of all machines, and bytes of memory of the one that answers. Null: ClickHouse is away. */
export async function clickhouseSize({ clickhouse }: Pick<Stores, 'clickhouse'>) {
  if (!(await clickhouse.ping())) return null
  try {
    const [[row], [memory]] = await Promise.all([
      clickhouse.read<[string, string]>(
        `select sum(bytes_on_disk), count() from ${onAllNodes(clickhouse, 'system.parts')} where active`,
      ),
      clickhouse.read<[string]>("select value from system.metrics where metric = 'MemoryTracking'"),
    ])
    return { bytes: Number(row?.[0] ?? 0), parts: Number(row?.[1] ?? 0), memory: Number(memory?.[0] ?? 0) }
  } catch {
    return null
  }
}
