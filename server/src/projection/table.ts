import type { Stores } from '../db/stores.ts'
import { type Dictionary, fixedColumns, tableOf } from '../dictionary/dictionary.ts'
import { rolledIndicators } from '../sums/sums.ts'
import { taxonomyOf } from '../topic/taxonomy.ts'
import { type ProjectedColumn, projectedColumns } from './column.ts'
import { createRollup, rollupTableOf } from './rollup.ts'

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
    engine = ReplacingMergeTree(version, deleted) partition by toYear(day) order by (day, id) ${settings}`
}

/**
 * Makes the survey's table and roll-up, or adds the columns that are missing. One that had to be made is noted as holding
 * nothing, so that whoever adapts the survey next rebuilds it.
 */
export async function prepareTable({ clickhouse, service }: Stores, dictionary: Dictionary): Promise<void> {
  const { survey } = dictionary
  const [table, rollup] = [tableOf(survey), rollupTableOf(survey)]
  const rows = await clickhouse.read<[string, string]>(
    `select table, name from system.columns where database = currentDatabase() and table in ({table: String}, {rollup: String})`,
    { table, rollup },
  )
  if (!rows.some(([of]) => of === rollup)) {
    await service.query(`update projection_survey set rolled = '{}' where survey = $1`, [survey])
    await clickhouse.command(createRollup(rollup))
  }
  const present = new Set(rows.flatMap(([of, name]) => (of === table ? [name] : [])))
  if (present.size === 0) {
    await service.query(`update projection_survey set filled = '{}' where survey = $1`, [survey])
    await clickhouse.command(createTable(dictionary, table))
    return
  }
  const missing = projectedColumns(dictionary).filter(({ name }) => !present.has(name))
  if (missing.length === 0) return
  const added = missing.map((column) => `add column if not exists ${definitionOf(column)}`)
  await clickhouse.command(`alter table ${table} ${added.join(', ')}`)
}

/** By what lexicon comments were heard: another one asks for them to be heard anew. */
export const heardBy = ({ definition }: Dictionary) => `heard by ${taxonomyOf(definition).hash}`

/** Stands among the columns where the rows are those of a protected survey. */
export const protectedRows = 'protected'

/** Stands among the columns where rows are partitioned by year and ordered by day; tables of before are laid out again. */
export const byDay = 'by day'

/** The columns of the table that must hold the truth's values, and what else about it must be so. */
export const wantedColumns = (dictionary: Dictionary): string[] => [
  ...(dictionary.heard.size === 0 ? [] : [heardBy(dictionary)]),
  ...(dictionary.definition.settings.protection ? [protectedRows] : []),
  byDay,
  ...projectedColumns(dictionary).flatMap(({ name, definition }) => (definition.includes('ephemeral') ? [] : [name])),
]

export const wantedDefinitions = (dictionary: Dictionary): string[] =>
  rolledIndicators(dictionary).map(({ hash }) => hash)
