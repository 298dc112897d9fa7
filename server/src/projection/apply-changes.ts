import { int8, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { addCodes, type CodedColumns, codedColumns, keepAsText } from './coded-column.ts'
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
  return withChanges(stores, dictionary, table, changedRows(dictionary, range), async (changes, coded) => {
    const options = { lane: 'feed', timeout: 600, settings } as const
    await clickhouse.command(takeOver(dictionary, table, changes, coded), {}, options)
    const months = await clickhouse.read<[number]>(`select distinct toYYYYMM(day) from ${changes}`)
    return months.map(([month]) => month)
  })
}

/** Adds interviews to a table that holds none of them. */
export async function addInterviews(stores: Stores, dictionary: Dictionary, rows: string, table: string) {
  await withChanges(stores, dictionary, table, rows, async (changes) => {
    const columns = storedColumns(dictionary).join(', ')
    const added = `insert into ${table} (${columns}, sign) select ${columns}, sign from ${changes}`
    await stores.clickhouse.command(added, {}, { timeout: 600, settings })
  })
}

/** Brings rows of PostgreSQL to a table beside, whose codes the other one then has too. */
async function withChanges<T>(
  stores: Stores,
  dictionary: Dictionary,
  table: string,
  rows: string,
  use: (changes: string, coded: CodedColumns) => Promise<T>,
): Promise<T> {
  const { clickhouse } = stores
  await dropChangeTables(stores, table)
  const changes = changeTableOf(table, await nextNumber(stores))
  const coded = await codedColumns(clickhouse, table)
  await clickhouse.command(createChangeTable(table, changes))
  await keepAsText(clickhouse, changes, coded)
  await copyRows(stores.service, rows, clickhouse, {
    table: changes,
    columns: insertColumns(dictionary),
    through: hearing(dictionary),
    token: 'changes',
  })
  await addCodes(clickhouse, table, changes, coded)
  const result = await use(changes, coded)
  await clickhouse.command(`drop table ${changes} sync`)
  return result
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
  const { rows } = await query(service, { next: int8 }, `select nextval('projection_rollup_version') as next`)
  return rows[0]?.next ?? '0'
}

// Rows go in one block, and in their order: what a key had is taken back before what it has now is added. ClickHouse keeps
// the order of a block that is sorted already; one that it has to sort may come out with a key's two rows exchanged, and
// then the change is lost.
const settings = {
  max_insert_threads: 1,
  max_partitions_per_insert_block: 0,
  min_insert_block_size_rows: 1_000_000,
  min_insert_block_size_bytes: 2 ** 30,
  do_not_merge_across_partitions_select_final: 1,
}

function takeOver(dictionary: Dictionary, table: string, changes: string, coded: CodedColumns): string {
  const names = storedColumns(dictionary)
  const columns = names.join(', ')
  // One side keeps codes as numbers, the other as text.
  const told = names.map((name) => (coded.has(name) ? `toString(${name}) as ${name}` : name)).join(', ')
  return `insert into ${table} (${columns}, sign)
    select ${columns}, sign from (
      select ${told}, toInt8(-1) as sign from ${table} final where (day, id) in (select day, id from ${changes})
      union all
      select ${told}, sign from ${changes} where sign = 1)
    order by day, id, sign`
}
