import { int8, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { prepareTable } from '../projection/table.ts'
import { type RolledIndicator, rolledIndicators } from '../sums/sums.ts'
import { surveyByNumber } from '../survey/survey.ts'

/** What is summed: the rows of one table into another, of some months or all, some definitions or all. */
export type Refresh = {
  readonly from: string
  readonly into: string
  /** As 202412; null: all. */
  readonly months: readonly number[] | null
  readonly indicators: readonly RolledIndicator[]
}

/** Sums anew, from the interviews as they stand, the cells of the months in which something changed. */
export async function refreshMonths(stores: Stores, survey: number, months: readonly string[]): Promise<void> {
  const dictionary = await surveyByNumber(stores, survey)
  const into = rollupTableOf(survey)
  await prepareTable(stores, dictionary)
  await refreshRollup(stores, dictionary, {
    from: tableOf(survey),
    into,
    indicators: rolledIndicators(dictionary),
    months: months.map((day) => Number(day.slice(0, 7).replace('-', ''))),
  })
}

/** Nobody else may refresh the same roll-up meanwhile. */
export async function refreshRollup(stores: Stores, dictionary: Dictionary, refresh: Refresh): Promise<void> {
  if (refresh.indicators.length === 0) return
  const { rows } = await query(
    stores.service,
    { version: int8 },
    `select nextval('projection_rollup_version') as version`,
  )
  for (const { number, column } of dictionary.views.values())
    await stores.clickhouse.command(
      `insert into ${refresh.into} (view, leaf, month, indicator, n, W, W2, S, SS, version)
       select ${number}, k0, k1, k2, sum(c0), sum(c1), sum(c2), sum(c3), sum(c4), ${rows[0]?.version}
       from (${cells(refresh, number, column)}) group by k0, k1, k2`,
      {},
      { lane: 'heavy', timeout: 600 },
    )
}

const names = ['k0', 'k1', 'k2', 'c0', 'c1', 'c2', 'c3', 'c4']

function cells({ from, into, months, indicators }: Refresh, view: number, column: string): string {
  const tuples = indicators.map(
    ({ hash, expressions: { n, W, W2, S, SS } }) =>
      `tuple('${hash}', toInt64(${n}), toInt128(${W}), toInt256(${W2}), toInt256(${S}), toInt256(${SS}))`,
  )
  const fields = names.slice(2).map((name, at) => `cell.${at + 1} as ${name}`)
  const hashes = indicators.map(({ hash }) => `'${hash}'`).join(', ')
  const among = (expression: string) => (months === null ? '1' : `${expression} in (${months.join(', ')})`)
  // Cells that are there already take part with nothing, so that one without interviews left becomes 0.
  return `select k0, k1, ${fields.join(', ')} from (
      select ${column} as k0, toUInt32(toYYYYMM(day)) as k1, arrayJoin([${tuples.join(', ')}]) as cell
      from ${from} where ${among('toYYYYMM(day)')} group by k0, k1)
    union all
    select leaf as k0, month as k1, toString(indicator) as k2, 0, 0, 0, 0, 0 from ${into} final
    where view = ${view} and indicator in (${hashes}) and ${among('month')}`
}
