import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { rollupTableOf } from '../projection/rollup.ts'

/** Merges what was written in several parts since: reading the newest version of rows costs nothing then. */
export async function mergePartitions({ clickhouse }: Stores, survey: number): Promise<number> {
  const rows = await clickhouse.read<[string, string]>(
    `select table, partition_id from system.parts
     where active and database = currentDatabase() and table in ({table: String}, {rollup: String})
     group by table, partition_id having count() > 1`,
    { table: tableOf(survey), rollup: rollupTableOf(survey) },
    { lane: 'heavy' },
  )
  for (const [table, partition] of rows)
    await clickhouse.command(
      `optimize table ${table} partition id '${partition}' final`,
      {},
      { lane: 'heavy', timeout: 600 },
    )
  return rows.length
}
