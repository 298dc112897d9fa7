import { blurred, isTellable } from '@kaiku/core/cell-key.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { isBackground } from '../protection/told-answers.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'
import { type ExactSums, noExactSums } from './exact.ts'
import type { Measured } from './figures.ts'
import { type Grouping, keySeparator } from './grouping.ts'
import { type Grouped, openScan, type Scan, sumsAt } from './scan.ts'
import type { Selection } from './selection.ts'
import { cellKey, interviewCount } from './sums.ts'

type When = 'now' | 'before'
/** What a group's sums are told as. */
export type Guard = (key: string, indicator: string, when: When, sums: ExactSums) => ExactSums

/**
 * What figures of a protected survey are blurred by, and which of them are not told: those of filters and breakdowns by
 * background. Null: the figures are exact, because they add up whole groups. See `docs/protection.md`.
 * `count`: the groups of another grouping, folded as those that are guarded.
 */
export async function guardOf(
  scan: Scan,
  grouping: Grouping,
  measured: readonly Measured[],
  found: Grouped,
  count: (scan: Scan, grouping: Grouping) => Promise<Grouped>,
): Promise<Guard | null> {
  const { minimumN, protection } = scan.selection.dictionary.definition.settings
  if (!protection) return null
  const { cells, keyOf, without } = cellsOf(grouping)
  const isFiltered = without.length > 0 || scan.selection.chosen.length > 0
  const isThin = new Set(measured.filter(({ indicator }) => hasOwnBase(indicator)).map(({ indicator }) => indicator.id))
  if (!isFiltered && isThin.size === 0) return null
  const own = cells === grouping ? found : await count(scan, cells)
  const wider = isFiltered
    ? await Promise.all([
        ...without.map(async (one) => ({ counted: await count(scan, one.cells), keyOf: one.keyOf })),
        ...scan.selection.chosen.map(async (left) => ({
          counted: await count(leavingOut(scan, left), cells),
          keyOf: (key: string) => key,
        })),
      ])
    : []
  const n = (grouped: Grouped, key: string, when: When) =>
    Number(sumsAt(grouped, grouped.cells.get(key), interviewCount.id, when)[0])
  const shapes = new Map(measured.map((one) => [one.indicator.id, one]))
  return (key, indicator, when, sums) => {
    if (!isFiltered && !isThin.has(indicator)) return sums
    const cell = keyOf(key)
    const around = wider.map((one) => n(one.counted, one.keyOf(cell), when))
    if (!isTellable(n(own, cell, when), around, minimumN)) return noExactSums
    const [people, keys] = sumsAt(found, found.cells.get(key), cellKey.id, when).filter((_, at) => at === 0 || at === 3)
    // The groups of a question's answers are parts of a cell: any of them may be small, and none is told exactly.
    const least = cell === key ? minimumN : 0
    return toldSums(sums, { key: `${people} ${keys}`, name: indicator, least }, shapes.get(indicator))
  }
}

const leavingOut = ({ stores, selection, compared, options }: Scan, left: Selection['chosen'][number]): Scan =>
  openScan(stores, { ...selection, chosen: selection.chosen.filter((one) => one !== left) }, compared, options)

/** Whether an indicator is made of fewer interviews than answered its questions: their groups are not held to the minimum. */
const hasOwnBase = (indicator: Measured['indicator']) =>
  (indicator.measure === 'rate' && indicator.among !== '') ||
  (indicator.measure === 'composite' && indicator.minimumParts > 1)

type Blurring = { readonly key: string; readonly name: string; readonly least: number }

/** Sums moved as `blurred` says; none where the score has no ends, since one answer could stand out from any noise. */
function toldSums([n, W, W2, S, SS]: ExactSums, blurring: Blurring, measured: Measured | undefined): ExactSums {
  const [people, weights, scores, squares] = [Number(n), Number(W), Number(S), Number(SS)]
  if (people === 0 || people < blurring.least || weights <= 0) return noExactSums
  const isCount = measured === undefined || measured.indicator.measure === 'count'
  const ends = isCount ? { lowest: 0, range: 0 } : endsOf(measured)
  if (ends === null) return noExactSums
  const mean = scores / weights
  const cell = { n: people, mean, variance: Math.max(0, squares / weights - mean * mean) }
  const told = blurred(cell, { ...blurring, range: ends.range }, ends.lowest)
  // A count has no score: its sums are how many there are.
  const shown = isCount ? { ...cell, n: told.n } : told
  const weight = Math.round((weights * shown.n) / people)
  return [
    shown.n,
    weight,
    Math.round((Number(W2) * shown.n) / people),
    Math.round(shown.mean * weight),
    Math.round((shown.variance + shown.mean * shown.mean) * weight),
  ]
}

/** The lowest score and the way to the highest, in the whole units that sums are taken of. */
function endsOf({ bounds, shape }: Measured): { readonly lowest: number; readonly range: number } | null {
  if (!bounds) return null
  const unit = Number(shape.unit.over) / Number(shape.unit.under)
  const base = Number(shape.base.over) / Number(shape.base.under)
  const ends = [(bounds.low - base) / unit, (bounds.high - base) / unit]
  return { lowest: Math.min(...ends), range: Math.abs((ends[1] ?? 0) - (ends[0] ?? 0)) }
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
    const kept = questionIn(grouping)
    if (!kept) return { cells: grouping, keyOf: same, without: [] }
    if (isBackground(kept.question)) return { cells: grouping, keyOf: same, without: [{ cells: total, keyOf: whole }] }
    return { cells: total, keyOf: whole, without: [] }
  }
  const [rows, columns] = [questionIn(grouping.rows), questionIn(grouping.columns)]
  const part = (at: 0 | 1) => (key: string) => key.split(keySeparator)[at] ?? ''
  if (rows && columns && !isBackground(rows.question) && !isBackground(columns.question)) throw notTogether()
  if (rows && !isBackground(rows.question)) return { ...cellsOf(grouping.columns), keyOf: part(1) }
  if (columns && !isBackground(columns.question)) return { ...cellsOf(grouping.rows), keyOf: part(0) }
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
      return grouping.kept
    case 'mention':
      return grouping.comment
    default:
      return null
  }
}

const notTogether = () => new Fault('forbidden', 'Two answers of the same people are not told together.')
