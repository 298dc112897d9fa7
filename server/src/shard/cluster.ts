/**
 * How tables of figures lie in a ClickHouse of several machines, and in one alone: nobody else knows. In a cluster each of
 * them is a Distributed table, which every statement reads and writes by the name that it always had, before one
 * replicated table on each shard. In one ClickHouse every name and statement is what it is without this file.
 */

type Options = { lane?: 'user' | 'heavy' | 'feed'; timeout?: number; settings?: Record<string, string | number> }

/** What of a ClickHouse is asked here. */
export type Clustered = {
  /** Null: one ClickHouse alone. */
  readonly cluster: string | null
  read<Row extends unknown[]>(sql: string, params?: Record<string, unknown>, options?: Options): Promise<Row[]>
  command(sql: string, params?: Record<string, unknown>, options?: Options): Promise<void>
}

/** What a statement that makes a table says of its name and engine. */
export type Making = {
  readonly name: string
  readonly engine: (kind: string, parameters: string) => string
  readonly isSharded: boolean
}

export type FigureTable = {
  /** What of a row tells its shard: rows that must meet, to cancel out or to replace each other, have the same. */
  readonly shardBy: string
  readonly create: (making: Making) => string
}

/**
 * Set for every statement. What was written stands on most replicas of its shard before it is acknowledged, and is read
 * from one that has it. A list of one shard that is asked of another is carried there. Blocks that come a second time are
 * written a second time: an interview that changes to and fro looks like one that came twice.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  // Rows go through one machine, in their order.
  parallel_distributed_insert_select: '0',
  async_insert: 0,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_deduplicate: 0,
  select_sequential_consistency: '1',
  distributed_product_mode: 'global',
  prefer_global_in_and_join: 1,
  optimize_skip_unused_shards: 1,
  skip_unavailable_shards: 0,
  // One replica of a shard is read and written as long as it answers: the others may be behind.
  load_balancing: 'in_order',
  alter_sync: '2',
  mutations_sync: '2',
  distributed_ddl_task_timeout: '600',
  distributed_ddl_output_mode: 'throw',
} as const

const on = (cluster: string) => `on cluster '${cluster}'`
const onEvery = ({ cluster }: Pick<Clustered, 'cluster'>) => (cluster === null ? '' : ` ${on(cluster)}`)

/** A table of the system, as all replicas of all shards have it. */
export const onAllNodes = ({ cluster }: Pick<Clustered, 'cluster'>, table: string): string =>
  cluster === null ? table : `clusterAllReplicas('${cluster}', ${table})`

/** A table of the system, as one replica of each shard has it. */
export const onEachShard = ({ cluster }: Pick<Clustered, 'cluster'>, table: string): string =>
  cluster === null ? table : `cluster('${cluster}', ${table})`

/** The database, as a condition on such tables says it: asked where the statement comes in, not on each machine. */
export const ownDatabase = ({ cluster }: Pick<Clustered, 'cluster'>): string =>
  cluster === null ? 'currentDatabase()' : '(select currentDatabase())'

/** Makes a table of figures, which must not be there. */
export async function createFigureTable(clickhouse: Clustered, table: string, { shardBy, create }: FigureTable) {
  const { cluster } = clickhouse
  if (cluster === null) {
    const engine: Making['engine'] = (kind, parameters) => `${kind}(${parameters})`
    await clickhouse.command(create({ name: table, engine, isSharded: false }))
    return
  }
  const [[database] = []] = await clickhouse.read<[string]>('select currentDatabase()')
  const kept = await freeName(clickhouse, table)
  // What a machine was left with that was away, or from before it was in a cluster.
  for (const name of [table, kept]) await clickhouse.command(`drop table if exists ${name} ${on(cluster)} sync`)
  // By the table's own number: tables exchange their names.
  const engine: Making['engine'] = (kind, parameters) =>
    `Replicated${kind}('/clickhouse/tables/{uuid}/{shard}', '{replica}', ${parameters})`
  await clickhouse.command(create({ name: `${kept} ${on(cluster)}`, engine, isSharded: true }))
  await clickhouse.command(
    `create table ${table} ${on(cluster)} as ${kept}
     engine = Distributed('${cluster}', '${database}', '${kept}', ${shardBy})`,
  )
}

/** Of two names that a survey's tables of the shards may have, the one that neither the table nor its next one stands for. */
async function freeName(clickhouse: Clustered, table: string): Promise<string> {
  const base = table.replace(/_next$/, '')
  const taken = [await keptBy(clickhouse, base), await keptBy(clickhouse, `${base}_next`)]
  return taken.includes(`${base}_shard_a`) ? `${base}_shard_b` : `${base}_shard_a`
}

/** The table of the shards that a distributed one stands for; null: it is none. */
async function keptBy(clickhouse: Clustered, table: string): Promise<string | null> {
  const [[engine] = []] = await clickhouse.read<[string]>(
    `select engine_full from system.tables
     where database = currentDatabase() and name = {table: String} and engine = 'Distributed'`,
    { table },
  )
  return /^Distributed\('[^']*', '[^']*', '(\w+)'/.exec(engine ?? '')?.[1] ?? null
}

/** The table in which rows are kept, as system tables name it. */
export async function keptName(clickhouse: Clustered, table: string): Promise<string> {
  return clickhouse.cluster === null ? table : ((await keptBy(clickhouse, table)) ?? table)
}

/** The same in statements that change how they are kept. */
export async function keptIn(clickhouse: Clustered, table: string): Promise<string> {
  const kept = clickhouse.cluster === null ? null : await keptBy(clickhouse, table)
  return kept === null ? table : `${kept}${onEvery(clickhouse)}`
}

/** `start merges` and the like, of a table. */
export async function systemStatement(clickhouse: Clustered, words: string, table: string): Promise<string> {
  const kept = clickhouse.cluster === null ? null : await keptBy(clickhouse, table)
  return kept === null ? `system ${words} ${table}` : `system ${words}${onEvery(clickhouse)} ${kept}`
}

export async function dropFigureTable(clickhouse: Clustered, table: string): Promise<void> {
  const kept = clickhouse.cluster === null ? null : await keptBy(clickhouse, table)
  await clickhouse.command(`drop table if exists ${table}${onEvery(clickhouse)} sync`)
  if (kept !== null) await clickhouse.command(`drop table if exists ${kept}${onEvery(clickhouse)} sync`)
}

/** Changes the columns of a table of figures, or of one that is none. */
export async function alterColumns(clickhouse: Clustered, table: string, changes: string, options: Options = {}) {
  const kept = clickhouse.cluster === null ? null : await keptBy(clickhouse, table)
  if (kept !== null) {
    // First where they are kept: what is read by the other one has to be there.
    await clickhouse.command(`alter table ${kept}${onEvery(clickhouse)} ${changes}`, {}, options)
    await clickhouse.command(`alter table ${table}${onEvery(clickhouse)} ${changes}`, {}, options)
    return
  }
  await clickhouse.command(`alter table ${table} ${changes}`, {}, options)
}

/** In a cluster the distributed ones change their names: whoever asks reads one of the two on all shards. */
export const exchangeTables = (clickhouse: Clustered, one: string, other: string): Promise<void> =>
  clickhouse.command(`exchange tables ${one} and ${other}${onEvery(clickhouse)}`)

/** Removes tables that were made before this ClickHouse was told of its cluster: what they held is made anew. */
export async function dropUnsharded(clickhouse: Clustered, tables: readonly string[]): Promise<void> {
  if (clickhouse.cluster === null) return
  const old = await clickhouse.read<[string]>(
    `select name from system.tables
     where database = currentDatabase() and name in {tables: Array(String)} and engine <> 'Distributed'`,
    { tables },
  )
  for (const [name] of old) await clickhouse.command(`drop table if exists ${name}${onEvery(clickhouse)} sync`)
}
