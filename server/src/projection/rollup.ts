import type { FigureTable } from '../shard/cluster.ts'

/**
 * The roll-up of a survey: sums per view, leaf key, month (as 202412; 190001 the undated) and indicator definition. A
 * cell's row of the highest version is the one that holds; one that became empty has sums of 0.
 */
export const rollupTableOf = (survey: number) => `rollup_${survey}`
export const nextRollupOf = (survey: number) => `${rollupTableOf(survey)}_next`

export const rollupTable: FigureTable = {
  shardBy: 'sipHash64(leaf)',
  create: ({ name, engine, isSharded }) => `create table if not exists ${name} (
    view UInt16, leaf UInt32, month UInt32, indicator LowCardinality(String),
    n Int64, W Int128, W2 Int256, S Int256, SS Int256, version UInt64)
  engine = ${engine('ReplacingMergeTree', 'version')} order by (view, indicator, leaf, month)
  settings ${isSharded ? 'replicated_deduplication_window = 0, ' : ''}fsync_after_insert = 1, fsync_part_directory = 1`,
}
