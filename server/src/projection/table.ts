import type { Stores } from '../db/stores.ts'
import { type Dictionary, fixedColumns, tableOf } from '../dictionary/dictionary.ts'
import { alterColumns, createFigureTable, dropUnsharded, type FigureTable } from '../shard/cluster.ts'
import { rolledIndicators } from '../sums/sums.ts'
import { taxonomyOf } from '../topic/taxonomy.ts'
import { type ProjectedColumn, projectedColumns } from './column.ts'
import { rollupTable, rollupTableOf } from './rollup.ts'

/** Where a rebuild makes the table that will take the survey's table's place. */
export const nextTableOf = (survey: number) => `${tableOf(survey)}_next`

/** Tokens of the last thousand inserts are remembered. */
const remembering = 'non_replicated_deduplication_window = 1000'
// An acknowledged insert is on disk.
const lasting = 'fsync_after_insert = 1, fsync_part_directory = 1'

const definitionOf = ({ name, definition }: ProjectedColumn) => `${name} ${definition}`

export function surveyTable(dictionary: Dictionary): FigureTable {
  const columns = [...projectedColumns(dictionary).map(definitionOf), `sign ${fixedColumns.sign}`]
  return {
    shardBy: 'sipHash64(id)',
    create: ({ name, engine, isSharded }) => `create table if not exists ${name} (${columns.join(', ')})
    engine = ${engine('CollapsingMergeTree', 'sign')} partition by toYear(day) order by (day, id) settings ${isSharded ? 'replicated_deduplication_window = 0' : remembering}, ${lasting}`,
  }
}

/** For what changes on its way into a survey's table: `number` tells one try from another. */
export const changeTableOf = (table: string, number: string) => `${table}_change_${number}`

/** Of the same columns. What is lost of it is brought anew, so nothing waits for the disk. */
export const createChangeTable = (table: string, changes: string): string =>
  `create table ${changes} as ${table} engine = MergeTree order by (day, id) settings ${remembering}`

/** The table of a survey as an earlier Kaiku laid it out. */
const formerTableOf = (survey: number) => `interview_${survey}`

/** Until it is laid out anew, a table of before is looked at as if it had signs; nothing can be written to it. */
const createView = (survey: number) =>
  `create view if not exists ${tableOf(survey)} as
   select * except (version, deleted), toInt8(1) as sign from ${formerTableOf(survey)} final`

export const dropFormerTable = ({ clickhouse }: Pick<Stores, 'clickhouse'>, survey: number): Promise<void> =>
  clickhouse.command(`drop table if exists ${formerTableOf(survey)} sync`)

/** Whether a survey's table can only be looked at: an earlier Kaiku laid it out, and it waits for its rebuild. */
export async function isFormer({ clickhouse }: Pick<Stores, 'clickhouse'>, survey: number): Promise<boolean> {
  const rows = await clickhouse.read(
    `select 1 from system.tables where database = currentDatabase() and name = {table: String} and engine = 'View'`,
    { table: tableOf(survey) },
  )
  return rows.length > 0
}

/** The names of all tables there are. */
export async function presentTables({ clickhouse }: Pick<Stores, 'clickhouse'>): Promise<ReadonlySet<string>> {
  const rows = await clickhouse.read<[string]>('select name from system.tables where database = currentDatabase()')
  return new Set(rows.map(([name]) => name))
}

/**
 * Makes the survey's table and roll-up, or adds the columns that are missing. One that had to be made is noted as holding
 * nothing, so that whoever adapts the survey next rebuilds it.
 */
export async function prepareTable({ clickhouse, service }: Stores, dictionary: Dictionary): Promise<void> {
  const { survey } = dictionary
  const [table, rollup, former] = [tableOf(survey), rollupTableOf(survey), formerTableOf(survey)]
  await dropUnsharded(clickhouse, [table, rollup])
  const rows = await clickhouse.read<[string, string]>(
    `select table, name from system.columns where database = currentDatabase()
     and table in ({table: String}, {rollup: String}, {former: String})`,
    { table, rollup, former },
  )
  if (!rows.some(([of]) => of === rollup)) {
    await service.query(`update projection_survey set rolled = '{}' where survey = $1`, [survey])
    await createFigureTable(clickhouse, rollup, rollupTable)
  }
  const present = new Set(rows.flatMap(([of, name]) => (of === table ? [name] : [])))
  if (rows.some(([of]) => of === former)) {
    if (present.size === 0) await clickhouse.command(createView(survey))
    if (await isFormer({ clickhouse }, survey)) return
    // Its rebuild was broken off when all but this was done.
    await dropFormerTable({ clickhouse }, survey)
  }
  if (present.size === 0) {
    await service.query(`update projection_survey set filled = '{}' where survey = $1`, [survey])
    await createFigureTable(clickhouse, table, surveyTable(dictionary))
    return
  }
  const missing = projectedColumns(dictionary).filter(({ name }) => !present.has(name))
  if (missing.length === 0) return
  const added = missing.map((column) => `add column if not exists ${definitionOf(column)}`)
  await alterColumns(clickhouse, table, added.join(', '))
}

/** By what lexicon comments were searched: another one asks for a new search. */
export const lexiconNote = ({ definition }: Dictionary) => `heard by ${taxonomyOf(definition).hash}`

/** Stands among the columns where the rows are those of a protected survey. */
export const protectedRows = 'protected'

/** Stands among the columns of a table that lost no change: before 28 November 2026 some were, of many at once. */
export const keptChanges = 'every change kept'

/** The columns of the table that must hold the truth's values, and what else about it must be so. */
export const wantedColumns = (dictionary: Dictionary): string[] => [
  keptChanges,
  ...(dictionary.commentTopics.size === 0 ? [] : [lexiconNote(dictionary)]),
  ...(dictionary.definition.settings.protection ? [protectedRows] : []),
  ...storedColumns(dictionary),
]

/** The columns that ClickHouse keeps. */
export const storedColumns = (dictionary: Dictionary): string[] =>
  projectedColumns(dictionary).flatMap(({ name, definition }) => (definition.includes('ephemeral') ? [] : [name]))

export const wantedDefinitions = (dictionary: Dictionary): string[] =>
  rolledIndicators(dictionary).map(({ hash }) => hash)
