import type { ClickHouse, ReadOptions } from '../db/clickhouse.ts'
import { type RowOrder, rowStatement, type Source } from './statement.ts'

/** Rows beyond those wanted that are read at first: room for some that were corrected lately. */
const spare = 30
/** Rows above which ClickHouse itself leaves out what was taken back. */
const most = 20_000

/**
 * Single interviews of a selection, the first so many in an order. What was taken back stands in any order right beside
 * the row that takes it back, so the first rows of all are read, as ClickHouse has them in order already, and what
 * cancels out is left out here: a FINAL would merge whole parts for a few rows.
 */
export async function singleRows(
  clickhouse: Pick<ClickHouse, 'read'>,
  source: Source,
  columns: readonly string[],
  order: RowOrder,
  options: ReadOptions,
): Promise<readonly (readonly unknown[])[]> {
  for (let limit = order.limit + spare; limit <= most; limit *= 4) {
    const sql = rowStatement(source, ['toString(id)', 'sign', ...columns], { ...order, limit }, 'all')
    const rows = await clickhouse.read(sql, {}, options)
    const isAll = rows.length < limit
    const standing = standingAmong(isAll ? rows : withoutLast(rows))
    if (isAll || standing.length >= order.limit) return standing.slice(0, order.limit)
  }
  return clickhouse.read(rowStatement(source, columns, order, 'standing'), {}, options)
}

type Row = readonly unknown[]

/** Without the rows at the end that are of one interview: more of them may follow. */
function withoutLast(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1)?.[0]
  return rows.slice(0, rows.findLastIndex(([id]) => id !== last) + 1)
}

/** Rows that nothing takes back, in their order, without id and sign. */
function standingAmong(rows: readonly Row[]): readonly Row[] {
  const versions = new Map<string, { readonly row: Row; sum: number }>()
  for (const [id, sign, ...row] of rows) {
    const key = JSON.stringify([id, row])
    const version = versions.get(key) ?? { row, sum: 0 }
    version.sum += Number(sign)
    versions.set(key, version)
  }
  return [...versions.values()].flatMap(({ row, sum }) => (sum > 0 ? [row] : []))
}
