import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../db/clickhouse.ts'
import { keptIn, keptName, onAllNodes, ownDatabase, systemStatement } from '../shard/cluster.ts'

/** Milliseconds. */
const [patience, pollPause] = [60_000, 200]
const lane = { lane: 'heavy' } as const

/**
 * Waits until the files of before a mutation are gone, which ClickHouse would keep for minutes; false: some are not.
 * What merges take out of use meanwhile is not waited for: it was made after the mutation. In a cluster, parts that a
 * machine has put aside are for whoever looks after it to remove, who is told of them; until then it is false.
 */
export async function dropOldParts(clickhouse: ClickHouse, table: string): Promise<boolean> {
  const kept = await keptName(clickhouse, table)
  if (!(await dropDetached(clickhouse, kept))) return false
  const wanted = new Set(await oldParts(clickhouse, kept))
  if (wanted.size === 0) return true
  const target = await keptIn(clickhouse, table)
  await clickhouse.command(`alter table ${target} modify setting old_parts_lifetime = 0`, {}, lane)
  try {
    const until = performance.now() + patience
    for (;;) {
      // What removes them sleeps for up to five minutes; in older versions of ClickHouse it is a part of merging.
      for (const kind of ['cleanup', 'merges'])
        await clickhouse.command(await systemStatement(clickhouse, `start ${kind}`, table), {}, lane)
      const left = await oldParts(clickhouse, kept)
      if (!left.some((part) => wanted.has(part))) return true
      if (performance.now() > until) return false
      await sleep(pollPause)
    }
  } finally {
    await clickhouse.command(`alter table ${target} reset setting old_parts_lifetime`, {}, lane)
  }
}

const oldParts = (clickhouse: ClickHouse, table: string): Promise<string[]> =>
  names(
    clickhouse,
    `select name from ${onAllNodes(clickhouse, 'system.parts')} where not active and ${isOf(clickhouse)}`,
    table,
  )

/** What an unclean end has put aside: ClickHouse never looks at it again, and never removes it. False: it is there still. */
async function dropDetached(clickhouse: ClickHouse, table: string): Promise<boolean> {
  const from = onAllNodes(clickhouse, 'system.detached_parts')
  const detached = await names(clickhouse, `select name from ${from} where ${isOf(clickhouse)}`, table)
  // A statement for all machines fails where one of them has no such part.
  if (clickhouse.cluster !== null) return detached.length === 0
  for (const name of detached)
    await clickhouse.command(
      `alter table ${table} drop detached part '${name}'`,
      {},
      {
        ...lane,
        settings: { allow_drop_detached: 1 },
      },
    )
  return true
}

const isOf = (clickhouse: ClickHouse) => `database = ${ownDatabase(clickhouse)} and table = {table: String}`

const names = async (clickhouse: ClickHouse, sql: string, table: string): Promise<string[]> =>
  (await clickhouse.read<[string]>(sql, { table }, lane)).map(([name]) => name)
