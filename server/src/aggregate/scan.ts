import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Stores } from '../db/stores.ts'
import type { Period, Selection } from '../selection/selection.ts'
import type { SumCell } from '../sums/cell-sums.ts'
import { type ExactSums, noExactSums, sumOf } from '../sums/exact.ts'
import { definitionHash } from '../sums/sums.ts'
import { cachedRollup, type RollupState } from './cached-rollup.ts'
import { foldOf, type Grouping, groupingKey } from './grouping.ts'
import { knowsGrouping, knowsSelection } from './rollup.ts'
import { type Cells, type CellsOf, cachedSums, interviewSums, type Parts, rolledSums } from './scan-statement.ts'

/** Cells by group key: a leaf, a bucket, a code, or several of them apart by `keySeparator`; the total's key is empty. */
export type Grouped = {
  readonly cells: Cells
  /** Where an indicator's sums stand in a cell. */
  readonly place: ReadonlyMap<string, number>
}

export type ScanOptions = {
  /** What the roll-up can answer; without it nothing. */
  readonly rollup?: RollupState
  /** Off: the roll-up is asked of ClickHouse, not of memory. */
  readonly cached?: boolean
  readonly log?: (statement: string) => void
}

/**
 * Answers groupings of one selection. What is asked before the first answer comes is put together: per grouping one
 * statement with the indicators of all who ask, and none for what another grouping adds up to.
 */
export type Scan = {
  readonly stores: Pick<Stores, 'clickhouse' | 'service'>
  readonly selection: Selection
  readonly compared: Period | null
  readonly options: ScanOptions
  ask(grouping: Grouping, indicators: readonly Indicator[]): Promise<Grouped>
}

type WaitingGrouping = {
  readonly grouping: Grouping
  readonly indicators: Map<string, Indicator>
  /** Whether the roll-up answers it; what does may not be held up by what only the interviews can tell. */
  readonly isRolled: boolean
  readonly answers: { resolve: (grouped: Grouped) => void; reject: (reason: unknown) => void }[]
}

export function openScan(
  stores: Scan['stores'],
  selection: Selection,
  compared: Period | null,
  options: ScanOptions = {},
): Scan {
  let waiting = new Map<string, WaitingGrouping>()
  const names = new Map<string, Indicator>()
  const flush = () => {
    const asked = [...waiting.values()]
    waiting = new Map()
    void answerAll(scan, asked)
  }
  const isKnown = options.rollup !== undefined && knowsSelection(selection, compared)
  const isRolled = (grouping: Grouping, indicators: readonly Indicator[]) =>
    isKnown &&
    knowsGrouping(grouping, selection.dictionary.calendar) &&
    indicators.every((one) => options.rollup?.rolled.has(definitionHash(selection.dictionary, one)))
  const scan: Scan = {
    stores,
    selection,
    compared,
    options,
    ask: (grouping, indicators) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) queueMicrotask(flush)
        const rolled = isRolled(grouping, indicators)
        const key = `${rolled} ${groupingKey(grouping)}`
        const known = waiting.get(key)
        const one: WaitingGrouping = known
          ? { ...known, grouping: bothOf(known.grouping, grouping) }
          : { grouping, indicators: new Map(), isRolled: rolled, answers: [] }
        for (const indicator of indicators) {
          take(names, indicator, selection)
          one.indicators.set(indicator.id, indicator)
        }
        one.answers.push({ resolve, reject })
        waiting.set(key, one)
      }),
  }
  return scan
}

/** Groupings of one key: where one folds leaves otherwise than another, both have them one by one. */
function bothOf(one: Grouping, other: Grouping): Grouping {
  if (foldOf(one) === foldOf(other)) return one
  if (one.by === 'leafBucket') return { by: one.by, unit: one.unit }
  return one.by === 'leaf' ? { by: one.by } : one
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

/** One statement, and whom it answers with which parts of its keys. */
type Statement = {
  readonly grouping: Grouping
  readonly isRolled: boolean
  readonly answered: { readonly one: WaitingGrouping; readonly parts: Parts }[]
}

/** Leaves that an answer may have by time where something coarser is wanted, too: with more, a second scan is sooner there. */
const mostLeaves = 100

/** Statements for what is asked of the interviews, or of the roll-up, without what another one adds up to. */
function joined(asked: readonly WaitingGrouping[], selection: Selection): readonly Statement[] {
  const isSmall = selection.view.tree.within(selection.node).length <= mostLeaves
  const finest = isSmall ? finestOf(asked.map(({ grouping }) => grouping)) : null
  const statements = new Map<string, Statement>()
  const add = (grouping: Grouping, one: WaitingGrouping, parts: Parts) => {
    const key = groupingKey(grouping)
    const statement = statements.get(key) ?? { grouping, isRolled: one.isRolled, answered: [] }
    statement.answered.push({ one, parts })
    statements.set(key, statement)
  }
  const isTotal = ({ grouping }: WaitingGrouping) => grouping.by === 'total'
  for (const one of asked.filter((other) => !isTotal(other))) {
    const parts = finest && partsOf(finest, one.grouping)
    if (parts) add(finest, one, parts)
    else add(one.grouping, one, 'all')
  }
  const finer = [...statements.values()].find(({ grouping }) => isPartition(grouping))
  for (const one of asked.filter(isTotal)) add(finer?.grouping ?? one.grouping, one, [])
  return [...statements.values()]
}

/** The grouping by leaf and time that answers what is asked by leaf and by time. */
function finestOf(asked: readonly Grouping[]): Grouping | null {
  const fine = asked.find(({ by }) => by === 'leafBucket')
  const bucket = asked.find((one) => one.by === 'bucket')
  if (fine) return fine
  return bucket?.by === 'bucket' && asked.some(({ by }) => by === 'leaf')
    ? { by: 'leafBucket', unit: bucket.unit }
    : null
}

/** Which parts of a key by leaf and time make the key of a coarser grouping. */
function partsOf(fine: Grouping, coarse: Grouping): readonly number[] | null {
  if (fine.by !== 'leafBucket') return null
  if (coarse.by === 'leaf') return [0]
  if (coarse.by === 'bucket' && coarse.unit === fine.unit) return [1]
  return coarse.by === 'leafBucket' && coarse.unit === fine.unit ? [0, 1] : null
}

/** Whether its groups hold each interview exactly once: their sum is the total. */
function isPartition(grouping: Grouping): boolean {
  switch (grouping.by) {
    case 'leaf':
    case 'bucket':
    case 'leafBucket':
      return true
    case 'code':
      return grouping.stored.question.type !== 'multiple'
    default:
      return false
  }
}

/** What is held in memory is added up for each; everything else by as few statements as may be. */
async function answerAll(scan: Scan, asked: readonly WaitingGrouping[]): Promise<void> {
  const { stores, selection, options } = scan
  const { rollup } = options
  const rolled = asked.filter(({ isRolled }) => isRolled)
  const unrolled = asked.filter((one) => !one.isRolled)
  for (const statement of joined(unrolled, selection)) void answer(scan, statement)
  if (rolled.length === 0 || !rollup) return
  const held =
    options.cached === false
      ? null
      : await cachedRollup(stores.clickhouse, {
          universe: selection.dictionary.universe,
          survey: selection.dictionary.survey,
          view: selection.view.number,
          state: rollup,
        })
  if (held) for (const one of rolled) settle(one, cachedSums(scan, one.grouping, held), 'all')
  else for (const statement of joined(rolled, selection)) void answer(scan, statement)
}

async function answer(scan: Scan, { grouping, isRolled, answered }: Statement): Promise<void> {
  try {
    const indicators = new Map(answered.flatMap(({ one }) => [...one.indicators]))
    const found = await (isRolled ? rolledSums : interviewSums)(scan, grouping, [...indicators.values()])
    for (const { one, parts } of answered) settle(one, found, parts)
  } catch (reason) {
    for (const { one } of answered) for (const { reject } of one.answers) reject(reason)
  }
}

function settle({ indicators, answers }: WaitingGrouping, found: CellsOf, parts: Parts) {
  const wanted = [...indicators.values()]
  try {
    const grouped = { cells: found(parts, wanted), place: new Map(wanted.map(({ id }, at) => [id, at])) }
    for (const { resolve } of answers) resolve(grouped)
  } catch (reason) {
    for (const { reject } of answers) reject(reason)
  }
}

/** Adds cells up by another key; null leaves a cell out. */
export function folded(grouped: Grouped, key: (from: string) => string | null): Grouped {
  const cells = new Map<string, SumCell>()
  for (const [from, cell] of grouped.cells) {
    const to = key(from)
    if (to === null) continue
    const sum = cells.get(to)
    cells.set(to, sum ? { now: together(sum.now, cell.now), before: together(sum.before, cell.before) } : cell)
  }
  return { cells, place: grouped.place }
}

const together = (one: readonly ExactSums[], more: readonly ExactSums[]) =>
  one.map((sums, at) => sumOf(sums, more[at] ?? noExactSums))

export const sumsAt = (
  grouped: Grouped,
  cell: SumCell | undefined,
  indicator: string,
  when: 'now' | 'before',
): ExactSums => cell?.[when][grouped.place.get(indicator) ?? -1] ?? noExactSums
