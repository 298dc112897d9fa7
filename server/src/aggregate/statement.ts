import { type Dictionary, tableOf, undated } from '../dictionary/dictionary.ts'
import { rootNumber, type Tree } from '../dictionary/tree.ts'
import { inDays, predicate } from '../selection/predicate.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import type { Period, Selection } from '../selection/selection.ts'
import { and, day, oneOf, or } from '../selection/sql.ts'
import { childKey, type Fold, type Key } from './grouping.ts'

/**
 * The conditions of a selection. `now` and `before` tell an interview of the period from one of the compared period
 * (an interview may be in both); `where` holds everything else and whatever lets ClickHouse skip months.
 */
export type Conditions = {
  readonly where: string
  readonly now: string
  readonly before: string | null
  /** No interview is of both periods. */
  readonly apart?: boolean
}

export function conditions(selection: Selection, compared: Period | null): Conditions {
  const { dictionary, chosen, scope } = selection
  const filters = [
    placePredicate(selection),
    scopePredicate(scope),
    ...chosen.map(({ condition }) => predicate(dictionary, condition)),
  ].filter((part) => part !== '1')
  const times = [timePredicate(selection), ...(compared ? [inDays('day', compared)] : [])]
  const [now = '1', before = null] = times.map((time) =>
    and([time, ...keptOf(selection, time)].filter((part) => part !== '1')),
  )
  if (before === null) return { where: and([...filters, now].filter((part) => part !== '1')), now: '1', before }
  const where = and([...filters, or([now, before])])
  const { period, tableDate } = selection
  // Of two periods one after the other the first day of the later tells which an interview is of.
  if (tableDate === 'none' && compared && period?.from && compared.to < period.from)
    return { where, now: `day >= ${day(period.from)}`, before: `day < ${day(period.from)}`, apart: true }
  return { where, now, before }
}

/** Interviews of the place: of its node or any below it. The root holds those without a place too. */
function placePredicate({ view, node }: Selection): string {
  if (node === rootNumber) return '1'
  return nodePredicate(view.column, view.tree, node)
}

export function nodePredicate(column: string, tree: Tree, node: number): string {
  const inside = tree.within(node)
  if (inside.length * 2 <= tree.nodes.size) return oneOf(column, inside)
  const within = new Set(inside)
  const outside = [rootNumber, ...[...tree.nodes.keys()].filter((number) => !within.has(number))]
  return `not (${oneOf(column, outside)})`
}

const timePredicate = ({ dictionary, time }: Selection): string =>
  time === null ? '1' : predicate(dictionary, time.condition)

/**
 * One interview per contact: its earliest or latest within survey and time filter, whatever the other filters say
 * (`tableDate`). An interview without a contact is its own; one without a day is only kept where none has a day.
 */
function keptOf({ dictionary, tableDate }: Selection, time: string): readonly string[] {
  if (tableDate === 'none') return []
  const table = tableOf(dictionary.survey)
  const dated = `day != ${day(undated)}`
  const order = tableDate === 'first' ? `argMin(id, (not (${dated}), day, id))` : `argMax(id, (${dated}, day, id))`
  const chosen = `select ${order} from ${table} final where ${and([`contact != ''`, time])} group by contact`
  return [or([`contact = ''`, `id in (${chosen})`])]
}

export type Source = {
  readonly dictionary: Dictionary
  readonly conditions: Conditions
}

/** Every row: those that were replaced, too, each beside one that takes it back. */
const allRows = (dictionary: Dictionary) => tableOf(dictionary.survey)
/** Interviews as they are: FINAL costs much where many were replaced lately. */
const standingRows = (dictionary: Dictionary) => `${tableOf(dictionary.survey)} final`

/**
 * Sums by group and period in one scan: `key columns, period, aggregates`, where period is 1 for the selection's own,
 * 2 for the compared, 3 for an interview of both. Aliases are never a column's name. Throws where a sum forgets the sign.
 */
export function sumStatement(source: Source, keys: readonly Key[], sums: readonly string[]): string {
  const unsigned = sums.find((sql) => !/\bsign\b/.test(sql))
  if (unsigned !== undefined) throw new Error(`${unsigned} forgets the sign`)
  return groupStatement(allRows(source.dictionary), source, keys, sums, 'sum(sign) > 0')
}

/** A statement of sums by leaf and `others` keys, its leaves added up once more by the places that they count for. */
export function foldedStatement(statement: string, fold: Fold, others: number, sums: number): string {
  const columns = (from: number, count: number) => Array.from({ length: count }, (_, at) => `c${from + at}`)
  const keys = [childKey('c0', fold), ...columns(1, others)]
  const added = columns(1 + others, sums).map((column) => `sum(${column})`)
  const grouped = keys.map((_, at) => `f${at}`)
  return [
    `select ${[...keys, ...added].map((sql, at) => `${sql} as f${at}`).join(', ')}`,
    `from (${statement})`,
    `group by ${grouped.join(', ')}`,
  ].join('\n')
}

/** As `sumStatement`, of what does not add up: smallest and largest, medians, lists. */
export const aggregateStatement = (source: Source, keys: readonly Key[], aggregates: readonly string[]): string =>
  groupStatement(standingRows(source.dictionary), source, keys, aggregates, null)

const toldOf = (key: Key) => (typeof key === 'string' ? key : key.told)
const byOf = (key: Key, alias: string) => (typeof key === 'string' ? alias : key.by)

function groupStatement(
  from: string,
  source: Source,
  keys: readonly Key[],
  aggregates: readonly string[],
  having: string | null,
): string {
  const { where, now, before, apart } = source.conditions
  const period = before === null ? [] : [apart ? `if(${now}, 1, 2)` : `toUInt8(${now}) + 2 * toUInt8(${before})`]
  const groups: readonly Key[] = [...keys, ...period]
  const columns = [...groups.map(toldOf), ...aggregates].map((sql, at) => `${sql} as c${at}`)
  const grouped = groups.map((key, at) => byOf(key, `c${at}`))
  return [
    `select ${columns.join(', ')}`,
    `from ${from}`,
    ...(where === '1' ? [] : [`where ${where}`]),
    ...(grouped.length ? [`group by ${grouped.join(', ')}`] : []),
    ...(grouped.length && having ? [`having ${having}`] : []),
    settings,
  ].join('\n')
}

/**
 * Interviews by several sets of keys in one scan, of each set its `most` largest groups: `which set, the keys of all
 * sets, count`. At most 60 keys.
 */
export function setStatement(source: Source, sets: readonly (readonly Key[])[], most: number): string {
  const { where, now } = source.conditions
  const names = sets.map((keys, set) => keys.map((_, at) => `k${set}_${at}`))
  const grouped = sets.map((keys, set) => keys.map((key, at) => byOf(key, names[set]?.[at] ?? '')))
  const all = grouped.map(([first]) => first)
  // A bit for each set that a group is not of.
  const masks = sets.map((_, at) => (1n << BigInt(sets.length)) - 1n - (1n << BigInt(sets.length - 1 - at)))
  const which = `transform(toUInt64(grouping(${all.join(', ')})), [${masks.map((mask) => `toUInt64(${mask})`).join(', ')}], [${masks.map((_, at) => `toUInt8(${at})`).join(', ')}], toUInt8(255))`
  return [
    `select ${which} as of_set, ${sets.flatMap((keys, set) => keys.map((key, at) => `${toldOf(key)} as ${names[set]?.[at]}`)).join(', ')}, sum(sign) as n_met`,
    `from ${allRows(source.dictionary)}`,
    `where ${and([where, now])}`,
    `group by grouping sets (${grouped.map((keys) => `(${keys.join(', ')})`).join(', ')})`,
    'having n_met > 0',
    `order by n_met desc limit ${most} by of_set`,
    settings,
  ].join('\n')
}

/** `order`: newest first, undated ones last, where no other is given; it ends with the id. */
export type RowOrder = { readonly where?: string; readonly order?: string; readonly limit: number }

/** Single rows of a selection, those that stand or `all`, as the table has them. */
export function rowStatement(
  source: Source,
  columns: readonly string[],
  { where = '1', order = 'day desc, id desc', limit }: RowOrder,
  rows: 'standing' | 'all',
): string {
  return [
    `select ${columns.map((sql, at) => `${sql} as c${at}`).join(', ')}`,
    `from ${rows === 'all' ? allRows(source.dictionary) : standingRows(source.dictionary)}`,
    `where ${and([source.conditions.where, where])}`,
    `order by ${order} limit ${limit}`,
    settings,
  ].join('\n')
}

/** Rows of one interview and day are in one year's partition. */
const settings = 'settings do_not_merge_across_partitions_select_final = 1, prefer_column_name_to_alias = 1'
