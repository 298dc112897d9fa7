import type { Stores } from '@kaiku/server/db/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { refreshRollup } from '@kaiku/server/feed/rollup-refresh.ts'
import { rollupTableOf } from '@kaiku/server/projection/rollup.ts'
import { rolledIndicators } from '@kaiku/server/sums/sums.ts'
import { secondsOf } from './measure.ts'
import { log } from './universe.ts'

const heavy = { lane: 'heavy', timeout: 600 } as const

/**
 * Makes the figures of a survey so many interviews large, from those that are there, in ClickHouse alone: a disk that holds
 * as many in PostgreSQL is not needed to measure figures. Copies have ids of their own, and the year of their original.
 */
export async function grow(stores: Stores, dictionary: Dictionary, wanted: number): Promise<string[]> {
  const { clickhouse } = stores
  const table = tableOf(dictionary.survey)
  const counted = await clickhouse.read<[string, string]>(
    `select toYear(day) y, sum(sign) n from ${table} group by y order by y`,
  )
  const years = counted.map(([year]) => Number(year))
  const present = counted.reduce((sum, [, rows]) => sum + Number(rows), 0)
  const [largest] = await clickhouse.read<[string]>(`select max(id) from ${table}`)
  const step = Number(largest?.[0]) + 1
  const copies = Math.ceil(wanted / present)
  const copied = await secondsOf(async () => {
    for (const year of copies > 1 ? years : []) {
      for (let copy = 1; copy < copies; copy++)
        await clickhouse.command(
          // Inside, since outside it the new id would be compared.
          `insert into ${table} select * replace (id + ${copy * step} as id)
           from (select * from ${table} where toYear(day) = ${year} and id < ${step})`,
          {},
          { ...heavy, settings: { max_insert_threads: 1 } },
        )
      log(`${year} copied ${copies - 1} times`)
    }
  })
  const merged = await secondsOf(async () => {
    for (const year of years) await clickhouse.command(`optimize table ${table} partition ${year} final`, {}, heavy)
  })
  const rolled = await secondsOf(() =>
    refreshRollup(stores, dictionary, {
      from: table,
      into: rollupTableOf(dictionary.survey),
      months: null,
      indicators: rolledIndicators(dictionary),
    }),
  )
  const [size] = await clickhouse.read<[string, string]>(
    `select sum(rows), sum(bytes_on_disk) from system.parts where active and database = currentDatabase() and table = {table: String}`,
    { table },
  )
  if (Number(size?.[0]) < wanted) throw new Error(`${size?.[0]} interviews in the figures, not ${wanted}`)
  const [rows, gigabytes] = [Number(size?.[0]), Number(size?.[1]) / 1e9]
  return [
    `${rows.toLocaleString('en')} interviews in the figures, ${gigabytes.toFixed(1)} GB of them in ClickHouse; copied in ${copied.toFixed(0)} s, merged in ${merged.toFixed(0)} s, summed up by month in ${rolled.toFixed(0)} s`,
  ]
}
