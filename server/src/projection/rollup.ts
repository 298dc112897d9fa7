/**
 * The roll-up of a survey: sums per view, leaf key, month (as 202412; 190001 the undated) and indicator definition. A
 * cell's row of the highest version is the one that holds; one that became empty has sums of 0.
 */
export const rollupTableOf = (survey: number) => `rollup_${survey}`
export const nextRollupOf = (survey: number) => `${rollupTableOf(survey)}_next`

export const createRollup = (table: string) => `create table if not exists ${table} (
    view UInt16, leaf UInt32, month UInt32, indicator LowCardinality(String),
    n Int64, W Int128, W2 Int256, S Int256, SS Int256, version UInt64)
  engine = ReplacingMergeTree(version) order by (view, indicator, leaf, month)
  settings fsync_after_insert = 1, fsync_part_directory = 1`
