import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Stores } from '../stores.ts'
import { type ExactSums, exact, noExactSums, sumOf } from './exact.ts'
import { type Grouping, groupingKey, keySeparator, keysOf } from './grouping.ts'
import { knowsGrouping, knowsSelection, rollupStatement } from './rollup.ts'
import type { Period, Selection } from './selection.ts'
import { conditions, sumStatement } from './statement.ts'
import { definitionHash, sumExpressions } from './sums.ts'

/** A group's sums of every indicator asked for, in the selection's period and in the compared one. */
export type Cell = { readonly now: readonly ExactSums[]; readonly before: readonly ExactSums[] }

/** Cells by group key: a leaf, a bucket, a code, or several of them apart by `keySeparator`; the total's key is empty. */
export type Grouped = {
  readonly cells: ReadonlyMap<string, Cell>
  /** Where an indicator's sums stand in a cell. */
  readonly place: ReadonlyMap<string, number>
}

export type ScanOptions = { readonly rolled?: ReadonlySet<string>; readonly say?: (statement: string) => void }

/**
 * Answers groupings of one selection. What is asked before the first answer comes is put together: per grouping one
 * statement with the indicators of all who ask, and no statement for a total that another grouping adds up to.
 */
export type Scan = {
  readonly stores: Pick<Stores, 'clickhouse'>
  readonly selection: Selection
  readonly compared: Period | null
  readonly options: ScanOptions
  ask(grouping: Grouping, indicators: readonly Indicator[]): Promise<Grouped>
}

type Waiting = {
  readonly grouping: Grouping
  readonly indicators: Map<string, Indicator>
  /** Whether the roll-up answers it; what does may not be held up by what only the interviews can tell. */
  readonly isRolled: boolean
  readonly answers: { resolve: (grouped: Grouped) => void; reject: (reason: unknown) => void }[]
}

export function openScan(
  stores: Pick<Stores, 'clickhouse'>,
  selection: Selection,
  compared: Period | null,
  options: ScanOptions = {},
): Scan {
  let waiting = new Map<string, Waiting>()
  const names = new Map<string, Indicator>()
  const flush = () => {
    const asked = [...waiting.values()]
    waiting = new Map()
    for (const one of joined(asked, selection)) {
      answer(stores, selection, compared, one, options).then(
        (grouped) => {
          for (const { resolve } of one.answers) resolve(grouped)
        },
        (reason) => {
          for (const { reject } of one.answers) reject(reason)
        },
      )
    }
  }
  const isKnown = options.rolled !== undefined && knowsSelection(selection, compared)
  const isRolled = (grouping: Grouping, indicators: readonly Indicator[]) =>
    isKnown &&
    knowsGrouping(grouping, selection.dictionary.calendar) &&
    indicators.every((one) => options.rolled?.has(definitionHash(selection.dictionary, one)))
  return {
    stores,
    selection,
    compared,
    options,
    ask: (grouping, indicators) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) queueMicrotask(flush)
        const rolled = isRolled(grouping, indicators)
        const key = `${rolled} ${groupingKey(grouping)}`
        const one: Waiting = waiting.get(key) ?? { grouping, indicators: new Map(), isRolled: rolled, answers: [] }
        for (const indicator of indicators) {
          take(names, indicator, selection)
          one.indicators.set(indicator.id, indicator)
        }
        one.answers.push({ resolve, reject })
        waiting.set(key, one)
      }),
  }
}

/** Throws where the name is another sum's: statements are put together, and one of the two would be told as the other. */
function take(known: Map<string, Indicator>, indicator: Indicator, { dictionary }: Selection) {
  const same = known.get(indicator.id)
  if (same && same !== indicator && definitionHash(dictionary, same) !== definitionHash(dictionary, indicator))
    throw new Error(`two sums are called ${indicator.id}`)
  known.set(indicator.id, indicator)
}

/** The same without the compared period, for what shows the selection alone. */
export const nowOnly = ({ stores, selection, options }: Scan): Scan => openScan(stores, selection, null, options)

/** Leaves that one answer may have by time; with more, three small answers are sooner there than a large one. */
const mostLeaves = 100

/** Leaves out what another statement adds up to. */
function joined(waiting: readonly Waiting[], selection: Selection): readonly Waiting[] {
  const left = new Set(waiting)
  const join = (into: Waiting, one: Waiting, key: (from: string) => string) => {
    answerToo(into, one, key)
    left.delete(one)
  }
  const isSmall = selection.view.tree.within(selection.node).length <= mostLeaves
  for (const isRolled of [true, false]) {
    const asked = waiting.filter((one) => one.isRolled === isRolled)
    const finest = isSmall ? asked.find(({ grouping }) => grouping.by === 'leafBucket') : undefined
    for (const one of asked) {
      const part = finest ? partOf(finest.grouping, one.grouping) : null
      if (finest && part !== null) join(finest, one, (key) => key.split(keySeparator)[part] ?? '')
    }
    const total = asked.find(({ grouping }) => grouping.by === 'total')
    const finer = asked.find((one) => left.has(one) && isPartition(one.grouping))
    if (total && finer) join(finer, total, () => '')
  }
  return [...left]
}

/** Which part of a key by leaf and time is the key of a coarser grouping. */
function partOf(fine: Grouping, coarse: Grouping): 0 | 1 | null {
  if (coarse.by === 'leaf') return 0
  return coarse.by === 'bucket' && fine.by === 'leafBucket' && coarse.unit === fine.unit ? 1 : null
}

/** Whether its groups hold each interview exactly once: their sum is the total. */
function isPartition(grouping: Grouping): boolean {
  switch (grouping.by) {
    case 'leaf':
    case 'bucket':
    case 'leafBucket':
      return true
    case 'code':
      return grouping.kept.question.type !== 'multiple'
    default:
      return false
  }
}

/** Has `into` answer what `one` asks, too: its cells added up by the key that `one` has for them. */
function answerToo(into: Waiting, one: Waiting, key: (from: string) => string) {
  for (const [id, indicator] of one.indicators) into.indicators.set(id, indicator)
  into.answers.push({
    resolve: (grouped) => {
      const coarser = folded(grouped, key)
      for (const { resolve } of one.answers) resolve(coarser)
    },
    reject: (reason) => {
      for (const { reject } of one.answers) reject(reason)
    },
  })
}

/** Adds cells up by another key; null leaves a cell out. */
export function folded(grouped: Grouped, key: (from: string) => string | null): Grouped {
  const cells = new Map<string, { now: ExactSums[]; before: ExactSums[] }>()
  for (const [from, cell] of grouped.cells) {
    const to = key(from)
    if (to === null) continue
    const sum = cells.get(to)
    if (!sum) cells.set(to, { now: [...cell.now], before: [...cell.before] })
    else {
      addInto(sum.now, cell.now)
      addInto(sum.before, cell.before)
    }
  }
  return { cells, place: grouped.place }
}

const addInto = (into: ExactSums[], more: readonly ExactSums[]) => {
  for (let at = 0; at < more.length; at++) into[at] = sumOf(into[at] ?? noExactSums, more[at] ?? noExactSums)
}

export const sumsAt = (
  grouped: Grouped,
  cell: Cell | undefined,
  indicator: string,
  when: 'now' | 'before',
): ExactSums => cell?.[when][grouped.place.get(indicator) ?? -1] ?? noExactSums

type SumColumns = readonly [number, number, number, number, number]

async function answer(
  stores: Pick<Stores, 'clickhouse'>,
  selection: Selection,
  compared: Period | null,
  { grouping, indicators, isRolled }: Waiting,
  options: ScanOptions,
): Promise<Grouped> {
  const { dictionary } = selection
  const columns: string[] = []
  const places: SumColumns[] = []
  const columnOf = (sql: string) => {
    const found = columns.indexOf(sql)
    return found >= 0 ? found : columns.push(sql) - 1
  }
  for (const indicator of indicators.values()) {
    const { n, W, W2, S, SS } = sumExpressions(dictionary, indicator)
    places.push([columnOf(n), columnOf(W), columnOf(W2), columnOf(S), columnOf(SS)])
  }
  const keys = keysOf(grouping, selection.view.column, dictionary.calendar)
  const hashes = [...indicators.values()].map((indicator) => definitionHash(dictionary, indicator))
  const rolled = isRolled ? rollupStatement(selection, compared, grouping, hashes) : null
  const sql = rolled ?? sumStatement({ dictionary, conditions: conditions(selection, compared) }, keys, columns)
  options.say?.(sql)
  const rows = await stores.clickhouse.read(sql, {}, { lane: 'user', tenant: dictionary.universe, timeout: 60 })
  const place = new Map([...indicators.keys()].map((id, at) => [id, at]))
  const cells = rolled ? rolledCells(rows, keys.length, hashes) : cellsOf(rows, keys.length, compared !== null, places)
  return { cells, place }
}

function cellsOf(rows: readonly unknown[][], keys: number, isCompared: boolean, places: readonly SumColumns[]) {
  const cells = new Map<string, { now: ExactSums[]; before: ExactSums[] }>()
  const nothing = places.map(() => noExactSums)
  const first = keys + (isCompared ? 1 : 0)
  for (const row of rows) {
    const key = keys === 1 ? String(row[0]) : row.slice(0, keys).join(keySeparator)
    const period = isCompared ? Number(row[keys]) : 1
    const values = row.slice(first).map(exact)
    const sums = places.map(
      ([n, W, W2, S, SS]): ExactSums => [
        values[n] ?? 0,
        values[W] ?? 0,
        values[W2] ?? 0,
        values[S] ?? 0,
        values[SS] ?? 0,
      ],
    )
    const cell = cells.get(key) ?? { now: [...nothing], before: [...nothing] }
    if (period & 1) addInto(cell.now, sums)
    if (period & 2) addInto(cell.before, sums)
    cells.set(key, cell)
  }
  return cells
}

/** Rows of the roll-up: keys, period, indicator's hash, n, W, W2, S, SS. */
function rolledCells(rows: readonly unknown[][], keys: number, hashes: readonly string[]) {
  const cells = new Map<string, { now: ExactSums[]; before: ExactSums[] }>()
  const places = new Map<string, number[]>()
  for (const [at, hash] of hashes.entries()) places.set(hash, [...(places.get(hash) ?? []), at])
  const nothing = hashes.map(() => noExactSums)
  for (const row of rows) {
    const key = keys === 1 ? String(row[0]) : row.slice(0, keys).join(keySeparator)
    const period = Number(row[keys])
    const [n = 0, W = 0, W2 = 0, S = 0, SS = 0] = row.slice(keys + 2).map(exact)
    const sums: ExactSums = [n, W, W2, S, SS]
    const cell = cells.get(key) ?? { now: [...nothing], before: [...nothing] }
    for (const at of places.get(String(row[keys + 1])) ?? []) {
      if (period & 1) cell.now[at] = sumOf(cell.now[at] ?? noExactSums, sums)
      if (period & 2) cell.before[at] = sumOf(cell.before[at] ?? noExactSums, sums)
    }
    cells.set(key, cell)
  }
  return cells
}
