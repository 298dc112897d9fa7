import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../db/clickhouse.ts'

/** Milliseconds. */
const [patience, pollPause] = [60_000, 200]
const lane = { lane: 'heavy' } as const

/**
 * Waits until the files of before a mutation are gone, which ClickHouse would keep for minutes; false: some are not.
 * What merges take out of use meanwhile is not waited for: it was made after the mutation.
 */
export async function dropOldParts(clickhouse: ClickHouse, table: string): Promise<boolean> {
  await dropDetached(clickhouse, table)
  const wanted = new Set(await oldParts(clickhouse, table))
  if (wanted.size === 0) return true
  await clickhouse.command(`alter table ${table} modify setting old_parts_lifetime = 0`, {}, lane)
  try {
    const until = performance.now() + patience
    for (;;) {
      // What removes them sleeps for up to five minutes; in older versions of ClickHouse it is a part of merging.
      for (const kind of ['cleanup', 'merges']) await clickhouse.command(`system start ${kind} ${table}`, {}, lane)
      const left = await oldParts(clickhouse, table)
      if (!left.some((part) => wanted.has(part))) return true
      if (performance.now() > until) return false
      await sleep(pollPause)
    }
  } finally {
    await clickhouse.command(`alter table ${table} reset setting old_parts_lifetime`, {}, lane)
  }
}

const oldParts = (clickhouse: ClickHouse, table: string): Promise<string[]> =>
  names(clickhouse, `select name from system.parts where not active and ${isOf}`, table)

/** What an unclean end has put aside: ClickHouse never looks at it again, and never removes it. */
async function dropDetached(clickhouse: ClickHouse, table: string): Promise<void> {
  for (const name of await names(clickhouse, `select name from system.detached_parts where ${isOf}`, table))
    await clickhouse.command(
      `alter table ${table} drop detached part '${name}'`,
      {},
      {
        ...lane,
        settings: { allow_drop_detached: 1 },
      },
    )
}

const isOf = 'database = currentDatabase() and table = {table: String}'

const names = async (clickhouse: ClickHouse, sql: string, table: string): Promise<string[]> =>
  (await clickhouse.read<[string]>(sql, { table }, lane)).map(([name]) => name)
