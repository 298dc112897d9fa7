import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { keptIn, keptName, onEachShard, ownDatabase } from '../shard/cluster.ts'

/** Merges what was written in several parts since: reading the newest version of rows costs nothing then. */
export async function mergePartitions({ clickhouse }: Stores, survey: number): Promise<number> {
  const names = [tableOf(survey), rollupTableOf(survey)] as const
  const [table, rollup] = await Promise.all([keptName(clickhouse, names[0]), keptName(clickhouse, names[1])])
  // A partition may have one part on each shard.
  const whole = clickhouse.cluster === null ? '1' : 'uniq(shardNum())'
  const rows = await clickhouse.read<[string, string]>(
    `select table, partition_id from ${onEachShard(clickhouse, 'system.parts')}
     where active and database = ${ownDatabase(clickhouse)} and table in ({table: String}, {rollup: String})
     group by table, partition_id having count() > ${whole}`,
    { table, rollup },
    { lane: 'heavy' },
  )
  for (const [kept, partition] of rows) {
    const target = await keptIn(clickhouse, kept === table ? names[0] : names[1])
    await clickhouse.command(
      `optimize table ${target} partition id '${partition}' final`,
      {},
      { lane: 'heavy', timeout: 600 },
    )
  }
  return rows.length
}
