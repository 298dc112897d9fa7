import { UsageError } from '../fault/usage-error.ts'
import { type Clustered, onAllNodes } from './cluster.ts'

/** What a ClickHouse says of the cluster that it is told of. `nodes`: replicas of all shards; 0: it knows no such cluster. */
export type ClusterState = {
  /** Null: none is named. */
  readonly cluster: string | null
  readonly known: readonly string[]
  readonly shards: number
  readonly nodes: number
  /** Shards in which each replica would be written to, instead of one that hands on. */
  readonly unreplicated: number
  /** Nodes that know their macro. */
  readonly macros: { readonly shard: number; readonly replica: number }
  /** Tables that stand for others on shards. */
  readonly distributed: number
}

type Trouble = { readonly found: string; readonly means: string; readonly todo: string }

export async function readCluster(clickhouse: Clustered): Promise<ClusterState> {
  const { cluster } = clickhouse
  const counted = await clickhouse.read<[string]>(
    `select count() from system.tables where database = currentDatabase() and engine = 'Distributed'`,
  )
  const distributed = Number(counted[0]?.[0] ?? 0)
  const none = { shards: 0, nodes: 0, unreplicated: 0, macros: { shard: 0, replica: 0 } }
  if (cluster === null) return { cluster, known: [], distributed, ...none }
  const names = await clickhouse.read<[string]>('select distinct cluster from system.clusters order by cluster')
  const known = names.map(([name]) => name)
  if (!known.includes(cluster)) return { cluster, known, distributed, ...none }
  const [[shards, nodes, unreplicated] = ['0', '0', '0']] = await clickhouse.read<[string, string, string]>(
    `select uniqExact(shard_num), count(), countIf(not internal_replication)
     from system.clusters where cluster = {cluster: String}`,
    { cluster },
  )
  const [[shard, replica] = ['0', '0']] = await clickhouse.read<[string, string]>(
    `select countIf(macro = 'shard'), countIf(macro = 'replica') from ${onAllNodes(clickhouse, 'system.macros')}`,
  )
  return {
    cluster,
    known,
    distributed,
    shards: Number(shards),
    nodes: Number(nodes),
    unreplicated: Number(unreplicated),
    macros: { shard: Number(shard), replica: Number(replica) },
  }
}

/** What contradicts what Kaiku is told of the cluster. */
export function clusterTroubles(state: ClusterState): readonly Trouble[] {
  const { cluster, known, nodes, unreplicated, macros, distributed } = state
  if (cluster === null)
    return distributed === 0
      ? []
      : [
          {
            found: `${distributed} tables of figures are spread over a cluster, and CLICKHOUSE_CLUSTER names none`,
            means: 'What is written may be read too late, and tables that are made anew stand on one machine alone.',
            todo: 'Set CLICKHOUSE_CLUSTER as it was, or drop those tables and run kaiku rebuild.',
          },
        ]
  if (nodes === 0)
    return [
      {
        found: `ClickHouse knows no cluster ${cluster} (it knows: ${known.join(', ') || 'none'})`,
        means: 'No table of figures can be made.',
        todo: 'Correct CLICKHOUSE_CLUSTER, or add the cluster to remote_servers of each machine.',
      },
    ]
  const missing = (['shard', 'replica'] as const).filter((macro) => macros[macro] < nodes)
  return [
    ...missing.map((macro) => ({
      found: `${nodes - macros[macro]} of ${nodes} machines of the cluster ${cluster} have no macro {${macro}}`,
      means: 'No replicated table can be made there.',
      todo: `Give each machine its own <${macro}> in <macros>.`,
    })),
    ...(unreplicated === 0
      ? []
      : [
          {
            found: `the cluster ${cluster} has shards without internal_replication`,
            means: 'Each replica is written to, and hands on what it got: interviews may count twice.',
            todo: 'Set <internal_replication>true</internal_replication> in each shard of remote_servers.',
          },
        ]),
  ]
}

/** Throws a refusal that names what contradicts what Kaiku is told of the cluster. */
export async function refuseUnfitCluster(clickhouse: Clustered): Promise<void> {
  const troubles = clusterTroubles(await readCluster(clickhouse))
  if (troubles.length === 0) return
  throw new UsageError(troubles.map(({ found, todo }) => `CLICKHOUSE_CLUSTER: ${found}. ${todo}`).join('\n'))
}
