import type { ClickHouse } from '../db/clickhouse.ts'
import { onAllNodes, ownDatabase } from '../shard/cluster.ts'
import { type ClusterState, clusterTroubles, readCluster } from '../shard/cluster-state.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

/** What ClickHouse says of itself. `parts`: of the partition that has the most. */
export type ClickHouseState = {
  readonly version: string
  readonly parts: number
  readonly table: string
  readonly detached: number
  readonly stuck: string | null
  /** Why a table cannot be made and removed; null: it can. */
  readonly refusal: string | null
}

const probe = 'kaiku_doctor_probe'

export async function readClickHouse(clickhouse: ClickHouse): Promise<ClickHouseState> {
  const [version] = await clickhouse.read<[string]>('select version()')
  const each = clickhouse.cluster === null ? '' : 'hostName(), '
  const [most] = await clickhouse.read<[string, string]>(
    `select table, count() as parts from ${onAllNodes(clickhouse, 'system.parts')} where active and database = ${ownDatabase(clickhouse)}
     group by ${each}table, partition_id order by parts desc limit 1`,
  )
  const [detached] = await clickhouse.read<[string]>(
    `select count() from ${onAllNodes(clickhouse, 'system.detached_parts')} where database = ${ownDatabase(clickhouse)}`,
  )
  const [stuck] = await clickhouse.read<[string]>(
    `select latest_fail_reason from ${onAllNodes(clickhouse, 'system.mutations')}
     where database = ${ownDatabase(clickhouse)} and not is_done and latest_fail_reason <> '' limit 1`,
  )
  return {
    version: version?.[0] ?? '',
    table: most?.[0] ?? '',
    parts: Number(most?.[1] ?? 0),
    detached: Number(detached?.[0] ?? 0),
    stuck: stuck?.[0] ?? null,
    refusal: await refusalOf(clickhouse),
  }
}

/** Makes an empty table and removes it: that is what the projection does. */
async function refusalOf(clickhouse: ClickHouse): Promise<string | null> {
  try {
    await clickhouse.command(`create table if not exists ${probe} (n UInt8) engine = MergeTree order by n`)
    await clickhouse.command(`drop table ${probe} sync`)
    return null
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}

const manyParts = 300

export function clickHouseFindings({ version, parts, table, detached, stuck, refusal }: ClickHouseState): Finding[] {
  const found: Finding[] = []
  if (refusal !== null)
    found.push(
      fault('ClickHouse', {
        found: `no table can be made: ${refusal}`,
        means: 'New surveys have no figures, and those that there are may not be made anew.',
        todo: 'Grant the user of CLICKHOUSE_URL all on its database (GRANT ALL ON database.* TO user).',
      }),
    )
  if (parts > manyParts)
    found.push(
      warning('ClickHouse', {
        found: `${parts} parts in a partition of ${table}`,
        means: 'Parts are made faster than they are merged: figures become slow, and at 3,000 inserts are refused.',
        todo: 'kaiku maintain merges them; look at its disk and processors where they come back.',
      }),
    )
  if (detached > 0)
    found.push(
      warning('ClickHouse', {
        found: `${detached} parts are set aside as broken`,
        means: 'Figures may miss interviews.',
        todo: 'kaiku status --verify compares; kaiku rebuild makes figures anew from PostgreSQL.',
      }),
    )
  if (stuck !== null)
    found.push(
      warning('ClickHouse', {
        found: `an erasure does not end: ${stuck.slice(0, 200)}`,
        means: 'Erased interviews stay on the disk.',
        todo: 'Mend what it says; kaiku maintain tries again.',
      }),
    )
  return found.length > 0 ? found : [ok('ClickHouse', `${version}, at most ${parts} parts in a partition`)]
}

export function clusterFindings(state: ClusterState): Finding[] {
  const troubles = clusterTroubles(state)
  if (troubles.length > 0) return troubles.map((trouble) => fault('cluster', trouble))
  const { cluster, shards, nodes } = state
  return cluster === null ? [] : [ok('cluster', `${cluster}: ${shards} shards on ${nodes} machines`)]
}

export const clickHouse: Check = {
  name: 'ClickHouse',
  look: async ({ stores }) => {
    if (stores === null) return []
    const cluster = clusterFindings(await readCluster(stores.clickhouse))
    // Where the cluster cannot be asked, its machines cannot either.
    if (cluster.some(({ state }) => state === 'fault')) return cluster
    return [...clickHouseFindings(await readClickHouse(stores.clickhouse)), ...cluster]
  },
}
