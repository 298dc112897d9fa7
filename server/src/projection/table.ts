import { rolledIndicators } from '../result/sums.ts'
import type { Stores } from '../stores.ts'
import { type Dictionary, fixedColumns, tableOf } from '../survey/dictionary.ts'
import { leadingView, type ProjectedColumn, projectedColumns } from './column.ts'

/** Where a rebuild makes the table that will take the survey's table's place. */
export const nextTableOf = (survey: number) => `${tableOf(survey)}_next`

// An acknowledged insert is on disk. Tokens of the last thousand inserts are remembered.
const settings = 'settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1'

const definitionOf = ({ name, definition }: ProjectedColumn) => `${name} ${definition}`

export function createTable(dictionary: Dictionary, table: string): string {
  const columns = [
    ...projectedColumns(dictionary).map(definitionOf),
    `version ${fixedColumns.version}`,
    `deleted ${fixedColumns.deleted}`,
  ]
  return `create table if not exists ${table} (${columns.join(', ')})
    engine = ReplacingMergeTree(version, deleted) partition by toYYYYMM(day)
    order by (${leadingView(dictionary).column}, day, id) ${settings}`
}

/** Makes the survey's table, or adds the columns that it lacks. Tells whether there was a table before. */
export async function prepareTable({ clickhouse }: Stores, dictionary: Dictionary): Promise<boolean> {
  const table = tableOf(dictionary.survey)
  const rows = await clickhouse.read<[string]>(
    'select name from system.columns where database = currentDatabase() and table = {table: String}',
    { table },
  )
  if (rows.length === 0) {
    await clickhouse.command(createTable(dictionary, table))
    return false
  }
  const present = new Set(rows.map(([name]) => name))
  const missing = projectedColumns(dictionary).filter(({ name }) => !present.has(name))
  if (missing.length > 0) {
    const added = missing.map((column) => `add column if not exists ${definitionOf(column)}`)
    await clickhouse.command(`alter table ${table} ${added.join(', ')}`)
  }
  return true
}

/** The columns of the table that must hold the truth's values; the one that leads the sorting key is marked. */
export const wantedColumns = (dictionary: Dictionary): string[] => [
  `sorted by ${leadingView(dictionary).column}`,
  ...projectedColumns(dictionary).flatMap(({ name, definition }) => (definition.includes('ephemeral') ? [] : [name])),
]

export const wantedDefinitions = (dictionary: Dictionary): string[] =>
  rolledIndicators(dictionary).map(({ hash }) => hash)
