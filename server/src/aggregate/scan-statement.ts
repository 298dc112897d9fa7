import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { NativeColumn } from '../db/native-columns.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { openCellSums, openSmallSums, type SumCell } from '../sums/cell-sums.ts'
import { exactAt } from '../sums/exact.ts'
import { definitionHash, sumExpressions } from '../sums/sums.ts'
import type { CachedRollup } from './cached-rollup.ts'
import { type Fold, foldOf, type Grouping, keySeparator, keysOf } from './grouping.ts'
import { cellRule, rollupStatement } from './rollup.ts'
import type { Scan } from './scan.ts'
import { conditions, foldedStatement, sumStatement } from './statement.ts'

export type Cells = ReadonlyMap<string, SumCell>

/** Which parts of a statement's keys make the key of an answer. */
export type Parts = readonly number[] | 'all'

/** What a statement found: by some parts of its keys, for some of its indicators, in their order. */
export type CellsOf = (parts: Parts, indicators: readonly Indicator[]) => Cells

/** Sums from the interviews. */
export async function interviewSums(
  scan: Scan,
  grouping: Grouping,
  indicators: readonly Indicator[],
): Promise<CellsOf> {
  const { selection, compared } = scan
  const { dictionary, view } = selection
  const sums: string[] = []
  const columnOf = (sql: string) => {
    const found = sums.indexOf(sql)
    return found >= 0 ? found : sums.push(sql) - 1
  }
  const places = new Map(
    indicators.map((one) => {
      const { n, W, W2, S, SS } = sumExpressions(dictionary, one)
      return [one.id, [n, W, W2, S, SS].map(columnOf)]
    }),
  )
  const keys = keysOf(grouping, view.column, dictionary.calendar)
  const statement = sumStatement({ dictionary, conditions: conditions(selection, compared) }, keys, sums)
  const fold = foldOf(grouping)
  const others = keys.length - 1 + (compared ? 1 : 0)
  const columns = await read(
    scan,
    fold && isCoarse(fold) ? foldedStatement(statement, fold, others, sums.length) : statement,
  )
  const periods = compared ? columns[keys.length] : undefined
  const first = keys.length + (compared ? 1 : 0)
  return (parts, wanted) => {
    const added = openCellSums<string>(wanted.length)
    const of = wanted.map(({ id }) => places.get(id)?.map((at) => columns[first + at]) ?? [])
    const own = chosen(columns.slice(0, keys.length), parts)
    const rows = columns[first]?.length ?? 0
    for (let row = 0; row < rows; row += 1) {
      const key = keyAt(own, row)
      const period = periods ? Number(periods[row]) : 1
      for (let place = 0; place < of.length; place += 1) addRow(added, key, period, place, of[place] ?? [], row)
    }
    return added.cells(asIs)
  }
}

/** Whether leaves count for so few places that they are better added up where they are than carried here. */
function isCoarse(fold: Fold): boolean {
  const known = coarse.get(fold) ?? new Set(fold.values()).size * 2 < fold.size
  coarse.set(fold, known)
  return known
}
const coarse = new WeakMap<Fold, boolean>()

/** Sums from the roll-up that is held in memory. */
export function cachedSums(scan: Scan, grouping: Grouping, held: CachedRollup): CellsOf {
  const { selection, compared, options } = scan
  options.log?.(`-- from ${rollupTableOf(selection.dictionary.survey)}, held in memory`)
  const { leaves, periodOf, bucketOf } = cellRule(selection, compared, grouping)
  const periods = new Map<number, number>()
  const buckets = new Map<number, number>()
  const fold = foldOf(grouping)
  return (_parts, wanted) => {
    const all = wanted.map((one) => {
      const cells = held.get(definitionHash(selection.dictionary, one))
      if (!cells) throw new Error(`the roll-up knows nothing of ${one.id}`)
      return cells
    })
    const open = all.every((cells) => cells.isSmall()) ? openSmallSums<number> : openCellSums<number>
    const added = open(wanted.length)
    for (const [place, cells] of all.entries()) {
      const [n, W, W2, S, SS] = cells.sums
      const add = (row: number) => {
        const [leaf, month] = [cells.leaf[row] ?? 0, cells.month[row] ?? 0]
        const period = n[row] === 0 ? 0 : remembered(periods, month, periodOf)
        if (period === 0) return
        const bucket = remembered(buckets, month, bucketOf)
        const key = numberOf(grouping, fold ? (fold.get(leaf) ?? 0) : leaf, bucket)
        added.add(key, period, place, n[row] ?? 0, W[row] ?? 0, W2[row] ?? 0, S[row] ?? 0, SS[row] ?? 0)
      }
      if (leaves) for (const leaf of leaves) for (const row of cells.ofLeaf.get(leaf) ?? []) add(row)
      else for (let row = 0; row < cells.leaf.length; row += 1) add(row)
    }
    return added.cells((key) => nameOf(grouping, key))
  }
}

function remembered(known: Map<number, number>, month: number, of: (month: number) => number): number {
  const found = known.get(month) ?? of(month)
  known.set(month, found)
  return found
}

/** More buckets than any calendar has. */
const buckets = 2 ** 20

function numberOf({ by }: Grouping, leaf: number, bucket: number): number {
  if (by === 'leaf') return leaf
  if (by === 'bucket') return bucket
  return by === 'leafBucket' ? leaf * buckets + bucket : 0
}

function nameOf({ by }: Grouping, key: number): string {
  if (by === 'total') return ''
  return by === 'leafBucket' ? `${Math.floor(key / buckets)}${keySeparator}${key % buckets}` : String(key)
}

/** Sums from the roll-up. */
export async function rolledSums(scan: Scan, grouping: Grouping, indicators: readonly Indicator[]): Promise<CellsOf> {
  const { selection, compared } = scan
  const hashOf = (one: Indicator) => definitionHash(selection.dictionary, one)
  const hashes = [...new Set(indicators.map(hashOf))]
  const sql = rollupStatement(selection, compared, grouping, hashes)
  if (sql === null) throw new Error(`the roll-up knows nothing by ${grouping.by}`)
  const columns = await read(scan, sql)
  const [which, ...sums] = columns.slice(-6)
  const periods = columns.at(-7)
  return (parts, wanted) => {
    const added = openCellSums<string>(wanted.length)
    const places = hashes.map((hash) => wanted.flatMap((one, place) => (hashOf(one) === hash ? [place] : [])))
    const own = chosen(columns.slice(0, -7), parts)
    const rows = which?.length ?? 0
    for (let row = 0; row < rows; row += 1) {
      const key = keyAt(own, row)
      for (const place of places[Number(which?.[row])] ?? [])
        addRow(added, key, Number(periods?.[row]), place, sums, row)
    }
    return added.cells(asIs)
  }
}

function read({ stores, selection, options }: Scan, sql: string): Promise<readonly NativeColumn[]> {
  options.log?.(sql)
  return stores.clickhouse.readColumns(sql, {}, { lane: 'user', tenant: selection.dictionary.universe, timeout: 60 })
}

const chosen = (keys: readonly NativeColumn[], parts: Parts) =>
  parts === 'all' ? keys : keys.filter((_, at) => parts.includes(at))

/** The key of a row. */
function keyAt(keys: readonly NativeColumn[], row: number): string {
  const [only] = keys
  if (only === undefined) return ''
  return keys.length === 1 ? String(only[row]) : keys.map((key) => key[row]).join(keySeparator)
}

function addRow(
  added: ReturnType<typeof openCellSums<string>>,
  key: string,
  period: number,
  place: number,
  [n, W, W2, S, SS]: readonly (NativeColumn | undefined)[],
  row: number,
) {
  added.add(key, period, place, exactAt(n, row), exactAt(W, row), exactAt(W2, row), exactAt(S, row), exactAt(SS, row))
}

const asIs = (key: string) => key
