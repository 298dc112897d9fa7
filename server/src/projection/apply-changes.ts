import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { copyRows } from './copy.ts'
import { changeTableOf, createChangeTable, storedColumns } from './table.ts'
import { changedRows, hearing, insertColumns, type Range } from './truth-rows.ts'

/**
 * Brings one survey's changes of a range into a table of its shape: each row that stands there of an interview that
 * changed is taken back by one of the opposite sign, and its present truth is added, in one statement. What stands is
 * looked at anew each time, so a second time changes nothing, also when the first was broken off in the middle. Returns
 * the months that it touched, as 202412.
 */
export async function applyChanges(
  stores: Stores,
  dictionary: Dictionary,
  range: Range,
  table: string,
): Promise<readonly number[]> {
  const { clickhouse } = stores
  await dropChangeTables(stores, table)
  const changes = changeTableOf(table, await nextNumber(stores))
  await clickhouse.command(createChangeTable(table, changes))
  await copyRows(stores.service, changedRows(dictionary, range), clickhouse, {
    table: changes,
    columns: insertColumns(dictionary),
    through: hearing(dictionary),
    token: 'changes',
  })
  await clickhouse.command(takeOver(dictionary, table, changes), {}, { lane: 'feed', timeout: 600, settings })
  const months = await clickhouse.read<[number]>(`select distinct toYYYYMM(day) from ${changes}`)
  await clickhouse.command(`drop table ${changes} sync`)
  return months.map(([month]) => month)
}

/** Of a survey's table, or of the one that is to take its place: whoever still works with one fails, and changes nothing. */
export async function dropChangeTables({ clickhouse }: Pick<Stores, 'clickhouse'>, table: string): Promise<void> {
  const left = await clickhouse.read<[string]>(
    'select name from system.tables where database = currentDatabase() and startsWith(name, {prefix: String})',
    { prefix: changeTableOf(table, '') },
  )
  for (const [name] of left) await clickhouse.command(`drop table if exists ${name} sync`)
}

async function nextNumber({ service }: Stores): Promise<string> {
  const { rows } = await service.query<{ next: string }>(`select nextval('projection_rollup_version') as next`)
  return rows[0]?.next ?? '0'
}

// Rows go in one block, and in their order: what a key had is taken back before what it has now is added.
const settings = {
  max_insert_threads: 1,
  max_partitions_per_insert_block: 0,
  min_insert_block_size_rows: 1_000_000,
  min_insert_block_size_bytes: 2 ** 30,
  do_not_merge_across_partitions_select_final: 1,
}

function takeOver(dictionary: Dictionary, table: string, changes: string): string {
  const columns = storedColumns(dictionary).join(', ')
  return `insert into ${table} (${columns}, sign)
    select ${columns}, sign from (
      select ${columns}, toInt8(-1) as sign from ${table} final where (day, id) in (select day, id from ${changes})
      union all
      select ${columns}, sign from ${changes} where sign = 1)
    order by sign`
}
