import { type Calendar, type Day, endOf, startOf, type TimeUnit } from '@kaiku/core/day.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { leafKeysOf } from '../selection/scope-condition.ts'
import type { Period, Selection } from '../selection/selection.ts'
import { and, literals, oneOf, or } from '../selection/sql.ts'
import { bucketOf, bucketOfMonth, type Grouping } from './grouping.ts'
import { nodePredicate } from './statement.ts'

/** Whether a survey's roll-up can answer for a selection at all: it knows places and whole months, no filters. */
export function knowsSelection({ scope, view, chosen, time, period, tableDate }: Selection, compared: Period | null) {
  // Its cells do not know on which days of a month a place stood where.
  if (view.other?.by.by === 'then') return false
  if (chosen.length > 0 || tableDate !== 'none' || leafKeysOf(scope, view) === null) return false
  return (time === null || period !== null) && isWhole(period) && isWhole(compared)
}

/** Whether its cells fall into the groups of a grouping. */
export const knowsGrouping = (grouping: Grouping, calendar: Calendar) => keysOf(grouping, calendar) !== null

/**
 * The statement over a survey's roll-up that answers a grouping, or null where only its interviews can. Its columns:
 * keys, period, where the indicator's hash stands among those asked for, n, W, W2, S, SS.
 */
export function rollupStatement(
  selection: Selection,
  compared: Period | null,
  grouping: Grouping,
  hashes: readonly string[],
): string | null {
  const { dictionary, scope, view, node, time, period } = selection
  const keys = keysOf(grouping, dictionary.calendar)
  const isTimed = time !== null
  const leaves = leafKeysOf(scope, view)
  if (keys === null || leaves === null || !knowsSelection(selection, compared)) return null
  const now = isTimed ? months(period) : '1'
  const before = compared ? months(compared) : null
  const flag = before === null ? 'toUInt8(1)' : `toUInt8(${now}) + 2 * toUInt8(${before})`
  const columns = [...keys, flag, whichOf(hashes), ...['n', 'W', 'W2', 'S', 'SS'].map((sum) => `sum(${sum})`)]
  const where = [
    `view = ${view.number}`,
    `indicator in (${literals(hashes)})`,
    // A cell that lost its last interview stays with sums of 0.
    'n != 0',
    ...(leaves === 'all' ? [] : [oneOf('leaf', leaves)]),
    ...(node === rootNumber ? [] : [nodePredicate('leaf', view.tree, node)]),
    before === null ? now : or([now, before]),
  ].filter((part) => part !== '1')
  return [
    `select ${columns.map((sql, at) => `${sql} as c${at}`).join(', ')}`,
    `from ${rollupTableOf(dictionary.survey)} final`,
    `where ${and(where)}`,
    `group by ${[...keys, '', ''].map((_, at) => `c${at}`).join(', ')}`,
    'settings prefer_column_name_to_alias = 1',
  ].join('\n')
}

const whichOf = (hashes: readonly string[]) => `toUInt16(indexOf([${literals(hashes)}], indicator) - 1)`

/** The same for cells that are in memory: which of them take part, and in which group. */
export type CellRule = {
  /** Null: all. */
  readonly leaves: ReadonlySet<number> | null
  /** 1 for the selection's period, 2 for the compared, 3 for both, 0 for neither. */
  readonly periodOf: (month: number) => number
  /** As `grouping.ts` numbers buckets. */
  readonly bucketOf: (month: number) => number
}

export function cellRule(selection: Selection, compared: Period | null, grouping: Grouping): CellRule {
  const { dictionary, scope, view, node, time, period } = selection
  const permitted = leafKeysOf(scope, view)
  if (permitted === null) throw new Error('the roll-up knows nothing of this scope')
  const inside = node === rootNumber ? null : view.tree.within(node)
  const own = permitted === 'all' ? null : new Set(permitted)
  const unit = 'unit' in grouping ? grouping.unit : 'month'
  return {
    leaves: inside ? new Set(own ? inside.filter((leaf) => own.has(leaf)) : inside) : own,
    periodOf: (month) => (time === null || isOf(month, period) ? 1 : 0) + (compared && isOf(month, compared) ? 2 : 0),
    bucketOf: (month) => bucketOf(unit, monthStart(month), dictionary.calendar),
  }
}

const isOf = (month: number, period: Days | null) =>
  month > undatedMonth &&
  (!period?.from || month >= numberOf(period.from)) &&
  (!period?.to || month <= numberOf(period.to))

const monthStart = (month: number): Day => `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`

function keysOf(grouping: Grouping, calendar: Calendar): readonly string[] | null {
  switch (grouping.by) {
    case 'total':
      return []
    case 'leaf':
      return ['leaf']
    case 'bucket':
    case 'leafBucket': {
      const bucket = bucketNumber(grouping.unit, calendar)
      if (bucket === null) return null
      return grouping.by === 'bucket' ? [bucket] : ['leaf', bucket]
    }
    case 'group':
    case 'leafAnswer':
    case 'answer':
    case 'code':
    case 'codes':
    case 'answered':
    case 'mention':
    case 'row':
    case 'pair':
      return null
  }
}

/** As `grouping.ts` numbers buckets, from a month written 202412. */
function bucketNumber(unit: TimeUnit, calendar: Calendar): string | null {
  switch (unit) {
    case 'day':
    case 'week':
      return null
    case 'month':
    case 'quarter':
    case 'year':
      return bucketOfMonth(unit, 'toInt32(intDiv(month, 100)) * 12 + month % 100 - 1', calendar)
  }
}

const isWhole = (period: Days | null): boolean =>
  period === null ||
  ((period.from === null || period.from === startOf('month', period.from)) &&
    (period.to === null || period.to === endOf('month', period.to)))

const numberOf = (day: Day) => Number(day.slice(0, 7).replace('-', ''))
/** The month of interviews without a day; they are in no period. */
const undatedMonth = 190001

const months = (period: Days | null): string =>
  and([
    period?.from && numberOf(period.from) > undatedMonth
      ? `month >= ${numberOf(period.from)}`
      : `month > ${undatedMonth}`,
    ...(period?.to ? [`month <= ${numberOf(period.to)}`] : []),
  ])
