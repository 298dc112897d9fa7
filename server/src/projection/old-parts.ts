import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '../stores.ts'

/** Milliseconds. */
const [patience, pollPause] = [60_000, 500]

/** Waits until the files of before a mutation are gone, which ClickHouse would keep for minutes; false: some are not. */
export async function dropOldParts({ clickhouse }: Stores, tables: readonly string[]): Promise<boolean> {
  const lane = { lane: 'heavy' } as const
  for (const table of tables)
    await clickhouse.command(`alter table ${table} modify setting old_parts_lifetime = 0`, {}, lane)
  try {
    const until = performance.now() + patience
    while (performance.now() < until) {
      const left = await clickhouse.read<[string]>(
        'select distinct table from system.parts where not active and database = currentDatabase()',
        {},
        lane,
      )
      const waiting = left.map(([table]) => table).filter((table) => tables.includes(table))
      if (waiting.length === 0) return true
      // The thread that removes them sleeps where nothing is merged; this wakes it.
      for (const table of waiting) await clickhouse.command(`system start merges ${table}`, {}, lane)
      await sleep(pollPause)
    }
    return false
  } finally {
    for (const table of tables)
      await clickhouse.command(`alter table ${table} reset setting old_parts_lifetime`, {}, lane)
  }
}
