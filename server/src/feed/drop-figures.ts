import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { dropChangeTables } from '../projection/apply-changes.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { dropFormerTable } from '../projection/table.ts'
import { dropFigureTable } from '../shard/cluster.ts'
import { dropNext } from './rebuild.ts'

/** Drops every table of figures of a survey that is there no more, while nobody brings anything in. */
export async function dropFigures(stores: Pick<Stores, 'clickhouse'>, survey: number): Promise<void> {
  const { clickhouse } = stores
  await dropNext(stores, survey)
  await dropChangeTables(stores, tableOf(survey))
  await dropFigureTable(clickhouse, tableOf(survey))
  await dropFigureTable(clickhouse, rollupTableOf(survey))
  await dropFormerTable(stores, survey)
}
