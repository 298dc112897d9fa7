import type { Indicator } from '@kaiku/contract/indicator.ts'
import { blurred, type Ends, isTellable, type Noise, noiseOf, noiseTogether, noNoise } from '@kaiku/core/cell-key.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Fold, type Grouping, keySeparator } from '../aggregate/grouping.ts'
import { folded, type Grouped, openScan, type Scan, sumsAt } from '../aggregate/scan.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { isBackground } from '../protection/released-answers.ts'
import type { Selection } from '../selection/selection.ts'
import { type ExactSums, noExactSums, sumOf } from '../sums/exact.ts'
import { cellKey, interviewCount, isAdditive } from '../sums/sums.ts'
import type { Measured } from './figures.ts'

const times = ['now', 'before'] as const
type When = (typeof times)[number]

/** Which of the indicators are blurred for a grouping: those of filters and of breakdowns by background all are. */
export function blurredIndicators(scan: Scan, grouping: Grouping, measured: readonly Measured[]): 'all' | Set<string> {
  const { protection } = scan.selection.dictionary.definition.settings
  if (!protection) return new Set()
  if (scan.selection.chosen.length > 0 || cellsOf(grouping).without.length > 0) return 'all'
  return new Set(measured.filter(({ indicator }) => hasOwnBase(indicator)).map(({ indicator }) => indicator.id))
}

/** Whether an indicator is made of fewer interviews than answered its questions: their groups are not held to the minimum. */
const hasOwnBase = (indicator: Indicator) =>
  (indicator.measure === 'rate' && indicator.among !== '') ||
  (indicator.measure === 'composite' && indicator.minimumParts > 1)

/**
 * What filters and breakdowns by background tell of a protected survey: sums that are moved by noise, of cells that may
 * be told of. The noise belongs to the people of each group who are in the cell, so that all pages and days tell the same
 * and nothing is averaged away. See `docs/protection.md`.
 */
export async function blurredCells(
  scan: Scan,
  grouping: Grouping,
  measured: readonly Measured[],
  which: 'all' | ReadonlySet<string>,
  fold: Fold | undefined,
): Promise<Grouped> {
  const additive = measured.filter(({ indicator }) => isAdditive(indicator))
  const indicators = additive.map(({ indicator }) => indicator)
  const { cells, keyOf, without } = cellsOf(grouping)
  const filters = which === 'all' ? scan.selection.chosen : []
  const [parts, own, ...wider] = await Promise.all([
    byGroup(scan, grouping, [interviewCount, cellKey, ...indicators], fold),
    countsOf(scan, cells, fold),
    ...without.map((one) => countsOf(scan, one.cells, fold)),
    ...filters.map((left) => countsOf(leavingOut(scan, left), cells, fold)),
  ])
  const { minimumN } = scan.selection.dictionary.definition.settings
  const isTold = (key: string, when: When) => {
    const cell = keyOf(key)
    const keys = [...without.map((one) => one.keyOf(cell)), ...filters.map(() => cell)]
    const around = wider.map((counts, at) => counts(keys[at] ?? '', when))
    return isTellable(own(cell, when), around, minimumN)
  }
  const shapes = new Map(additive.map((one) => [one.indicator.id, one]))
  const ids = [interviewCount.id, ...indicators.map(({ id }) => id)]
  const found = new Map<string, { now: ExactSums[]; before: ExactSums[] }>()
  for (const [key, group] of partsByKey(parts)) {
    // The answers to a question are parts of a cell: any of them may be small, and none is told exactly.
    const least = keyOf(key) === key ? minimumN : 0
    const of = (when: When) =>
      ids.map((id) => {
        const exact = group.map((part) => sumsAt(parts, parts.cells.get(part), id, when))
        if (which !== 'all' && !which.has(id)) return exact.reduce(sumOf, noExactSums)
        if (!isTold(key, when)) return noExactSums
        const noises = group.map((part, at) => partNoise(parts, part, id, when, exact[at] ?? noExactSums))
        return moved(exact.reduce(sumOf, noExactSums), noises.reduce(noiseTogether, noNoise), shapes.get(id), least)
      })
    found.set(key, { now: of('now'), before: scan.compared ? of('before') : [] })
  }
  return { cells: found, place: new Map(ids.map((id, at) => [id, at])) }
}

/** A part's key is a group and the rest. */
function partsByKey({ cells }: Grouped): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const part of cells.keys()) {
    const end = part.indexOf(keySeparator)
    const key = end < 0 ? '' : part.slice(end + 1)
    found.set(key, [...(found.get(key) ?? []), part])
  }
  return found
}

function partNoise(parts: Grouped, part: string, id: string, when: When, [n]: ExactSums): Noise {
  if (Number(n) === 0) return noNoise
  const [people, , , keys] = sumsAt(parts, parts.cells.get(part), cellKey.id, when)
  return noiseOf(`${people} ${keys}`, id)
}

/** Sums of a scale are moved; those without ends are not told, since one answer could stand out from any noise. */
function moved(sums: ExactSums, noise: Noise, measured: Measured | undefined, least: number): ExactSums {
  const [n, W, W2, S, SS] = sums.map(Number)
  if (!n || !W || n < least) return noExactSums
  const isCount = measured === undefined || measured.indicator.measure === 'count'
  const ends = isCount ? { lowest: 1, range: 0 } : endsOf(measured)
  if (ends === null) return noExactSums
  const mean = (S ?? 0) / W
  const cell = { n, mean, variance: Math.max(0, (SS ?? 0) / W - mean * mean) }
  const told = blurred(cell, noise, ends, least)
  const weight = Math.round((W * told.n) / n)
  return [
    told.n,
    weight,
    Math.round(((W2 ?? 0) * told.n) / n),
    Math.round(told.mean * weight),
    Math.round((told.variance + told.mean * told.mean) * weight),
  ]
}

/** In the whole units that sums are taken of. */
function endsOf({ bounds, shape }: Measured): Ends | null {
  if (!bounds) return null
  const ratio = ({ over, under }: Measured['shape']['unit']) => Number(over) / Number(under)
  const [low = 0, high = 0] = [bounds.low, bounds.high].map((end) => (end - ratio(shape.base)) / ratio(shape.unit))
  return { lowest: Math.min(low, high), range: Math.abs(high - low) }
}

async function countsOf(scan: Scan, grouping: Grouping, fold: Fold | undefined) {
  const found = await groupedBy(scan, grouping, [interviewCount], fold)
  return (key: string, when: When) => Number(sumsAt(found, found.cells.get(key), interviewCount.id, when)[0])
}

const leavingOut = ({ stores, selection, compared, options }: Scan, left: Selection['chosen'][number]): Scan =>
  openScan(stores, { ...selection, chosen: selection.chosen.filter((one) => one !== left) }, compared, options)

/** As `groupedBy`, each cell by the groups that its people are in. */
async function byGroup(scan: Scan, grouping: Grouping, indicators: readonly Indicator[], fold: Fold | undefined) {
  const isFolded = fold !== undefined && grouping.by === 'leaf'
  const columns: Grouping = isFolded ? { by: 'row', fold, name: 'fold' } : grouping
  const found = await openScan(scan.stores, scan.selection, scan.compared, { ...scan.options, cached: false }).ask(
    { by: 'pair', rows: { by: 'group' }, columns },
    indicators,
  )
  return isFolded ? folded(found, (key) => key.replace(noRow, keySeparator)) : found
}
/** Of no row: as a fold leaves it over. */
const noRow = /\0(0)?$/

/** Groups of a selection, leaves added up to the rows that they count for; those of none stand under ''. */
export async function groupedBy(
  scan: Scan,
  grouping: Grouping,
  indicators: readonly Indicator[],
  fold: Fold | undefined,
): Promise<Grouped> {
  const isFolded = fold !== undefined && grouping.by === 'leaf'
  const found = await scan.ask(isFolded ? { by: 'leaf', fold } : grouping, indicators)
  return isFolded ? folded(found, (leaf) => String(fold.get(Number(leaf)) ?? '')) : found
}

type Cells = {
  /** The grouping without what people answered: whom its figures are of. */
  readonly cells: Grouping
  /** The cell that a group is part of. */
  readonly keyOf: (key: string) => string
  /** The same without each background variable. */
  readonly without: readonly { readonly cells: Grouping; readonly keyOf: (key: string) => string }[]
}

const same = (key: string) => key
const whole = () => ''
const total: Grouping = { by: 'total' }

function cellsOf(grouping: Grouping): Cells {
  if (grouping.by !== 'pair') {
    const stored = questionIn(grouping)
    if (!stored) return { cells: grouping, keyOf: same, without: [] }
    if (isBackground(stored.question))
      return { cells: grouping, keyOf: same, without: [{ cells: total, keyOf: whole }] }
    return { cells: total, keyOf: whole, without: [] }
  }
  const [rows, columns] = [questionIn(grouping.rows), questionIn(grouping.columns)]
  const part = (at: 0 | 1) => (key: string) => key.split(keySeparator)[at] ?? ''
  const isAnswer = (stored: StoredQuestion | null) => stored !== null && !isBackground(stored.question)
  if (isAnswer(rows) && isAnswer(columns))
    throw refuse('forbidden', 'protected.together', { question: rows?.question.id ?? '' })
  if (isAnswer(rows)) return { ...cellsOf(grouping.columns), keyOf: part(1) }
  if (isAnswer(columns)) return { ...cellsOf(grouping.rows), keyOf: part(0) }
  return {
    cells: grouping,
    keyOf: same,
    without: [
      ...(rows ? [{ cells: grouping.columns, keyOf: part(1) }] : []),
      ...(columns ? [{ cells: grouping.rows, keyOf: part(0) }] : []),
    ],
  }
}

function questionIn(grouping: Grouping): StoredQuestion | null {
  switch (grouping.by) {
    case 'answer':
    case 'code':
    case 'answered':
    case 'leafAnswer':
      return grouping.stored
    case 'mention':
      return grouping.comment
    default:
      return null
  }
}
