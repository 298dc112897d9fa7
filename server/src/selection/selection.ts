import { type Comparison, compare, overlaps } from '@kaiku/core/comparison.ts'
import { type DrillPath, formatPath, parseFiltered } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { TableDateMode } from '@kaiku/core/filter-kind.ts'
import { timeFilter, type FilterSelection as Written } from '@kaiku/core/filter-token.ts'
import { type PlaceTree, placeTreeFilter, writePlaceTree } from '@kaiku/core/place-time.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import type { Dictionary, StoredQuestion, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type Asking, askingOf, choiceOf, findFilter, unknownFilter } from './filter-door.ts'
import { placeToday, placeTreeOf, viewBy } from './other-view.ts'
import { type Scope, scopeAt, scopeKey, withinBoth } from './scope.ts'
import { maySeeNode } from './visible-node.ts'

/** Days, both included. */
export type Period = { readonly from: string; readonly to: string }

export type Chosen = Asking & { readonly name: string; readonly stored: StoredQuestion }

/** What is asked about, with nothing left that depends on a clock or on a text: every figure is made from one of these. */
export type Selection = {
  readonly dictionary: Dictionary
  readonly scope: Scope
  readonly path: DrillPath
  readonly view: StoredView
  /** The place, a node number of the view; `rootNumber` is all. */
  readonly node: number
  readonly chosen: readonly Chosen[]
  /** The time filter, relative dates resolved; null: all time, the undated too. */
  readonly time: Asking | null
  /** The one period the time filter names; null for none, for several and for exclusions. */
  readonly period: Days | null
  /** As it was written; it tells the last 31 days from a whole month. */
  readonly writtenPeriod: string | undefined
  readonly tableDate: TableDateMode
  readonly today: string
}

/** Resolves a filtered drill path; a Fault names what is not there. Nodes are those of the tree that it names, else today's. */
export function resolveSelection(dictionary: Dictionary, text: string, today: string, scope: Scope): Selection {
  const parsed = parseFiltered(text)
  if (!parsed.ok)
    throw refuse('invalid', 'address.unreadable', {}, [
      { place: `position ${parsed.position + 1}`, expected: parsed.expected, found: parsed.message },
    ])
  const { path, selection } = parsed.value
  const { view, node } = placeOf(dictionary, path, placeTreeOf(selection.get(placeTreeFilter)), scope)
  return { dictionary, scope, path, view, node, today, ...filtersOf(dictionary, selection, today) }
}

function placeOf(dictionary: Dictionary, path: DrillPath, by: PlaceTree, scope: Scope) {
  const [name = '', root = '', ...ids] = path
  const today = dictionary.views.get(name)
  if (!today) throw missing('view', name)
  if (root !== today.view.root.id) throw missing('root', formatPath(path.slice(0, 2)))
  const view = viewBy(dictionary, today, by, scope)
  const node = view.tree.resolve(ids)
  // A place out of reach is told apart from one that does not exist by nothing.
  if (node === null || !maySeeNode(scope, view, node))
    throw view.other ? missingIn(view, scope, path) : missing('place', formatPath(path))
  return { view, node }
}

/** Of a place that another tree does not have there: where it has it, if it does. */
function missingIn(view: StoredView, scope: Scope, path: DrillPath): Fault {
  const same = [...view.tree.shown.values()].find(
    ({ id, number }) => id === path.at(-1) && maySeeNode(scope, view, number),
  )
  return refuse('not_found', 'place.otherTree', {}, [
    { place: formatPath(path), expected: same ? pathOf(view, same.number) : formatPath(path.slice(0, 2)), found: '' },
  ])
}

const missing = (what: string, found: string) =>
  new Fault('not_found', `There is no ${what} "${found}".`, [
    { place: found, expected: `a ${what} of the survey`, found },
  ])

function filtersOf(dictionary: Dictionary, written: Written, today: string) {
  const chosen: Chosen[] = []
  let time: Asking | null = null
  let tableDate: TableDateMode = 'none'
  for (const [name, values] of written) {
    if (name === placeTreeFilter) continue
    const found = findFilter(dictionary, name)
    if (!found) throw unknownFilter(name)
    const { stored } = found
    const choice = choiceOf(dictionary, found, values, today)
    if (!stored) {
      for (const match of choice.include) if (match.is === 'table') tableDate = match.keep
    } else if (name === timeFilter) time = askingOf(stored, choice)
    else chosen.push({ name, stored, ...askingOf(stored, choice) })
  }
  const [only, ...others] = time ? [...time.choice.include, ...time.choice.exclude.map(() => null)] : []
  const period = only?.is === 'days' && others.length === 0 ? { from: only.from, to: only.to } : null
  return { chosen, time, period, writtenPeriod: written.get(timeFilter)?.[0], tableDate }
}

/** The period before, as far as there is one that shares no day with this one. */
export function comparedPeriod(selection: Selection, how: Comparison | 'none'): Period | null {
  const found = earlierPeriod(selection, how)
  return found && selection.period && overlaps(selection.period, found) ? null : found
}

/** The same where it does share days: what is wished and cannot be compared with. */
export function overlappingPeriod(selection: Selection, how: Comparison | 'none'): Period | null {
  return comparedPeriod(selection, how) === null ? earlierPeriod(selection, how) : null
}

function earlierPeriod(selection: Selection, how: Comparison | 'none'): Period | null {
  if (how === 'none' || selection.period === null) return null
  const { period, writtenPeriod, today, dictionary } = selection
  return compare(period, how, writtenPeriod, today, dictionary.calendar)
}

/** The same selection of another place of its view. */
export const at = (selection: Selection, node: number): Selection => ({ ...selection, node })

/**
 * The same by today's tree, at the place that its own is today: for alerts and people who are asked, which are work for
 * today's organisation. Throws Fault `not_found` where there is no such place today.
 */
export function asOfToday(selection: Selection): Selection {
  if (!selection.view.other) return selection
  const { view, node } = placeToday(selection.view, selection.node)
  return { ...selection, view, node, path: pathSegments(view, node) }
}

/** Where rows of the selection's place lie that its scope holds, for stores that do not know today's tree. */
export function placeScope(selection: Selection): Scope {
  const { dictionary, scope, view, node } = asOfToday(selection)
  return withinBoth(scope, scopeAt(dictionary, view, node))
}

/** The whole view without any filter: what a header's second number counts. */
export const withoutFilters = (selection: Selection): Selection => ({
  ...selection,
  chosen: [],
  time: null,
  period: null,
  writtenPeriod: undefined,
  tableDate: 'none',
})

export const hasFilters = ({ chosen, time, tableDate }: Selection) =>
  chosen.length > 0 || time !== null || tableDate !== 'none'

/** Drill path of a node of the selection's view, without filters. */
export const pathOf = (view: StoredView, node: number): string => formatPath(pathSegments(view, node))

const pathSegments = ({ view, tree }: StoredView, node: number): DrillPath => [
  view.extName,
  view.root.id,
  ...tree.line(node).map(({ id }) => id),
]

/** Equal for equal selections: relative dates are resolved and the order of filters does not matter. */
export function selectionKey({ view, node, chosen, time, tableDate, today, scope, dictionary }: Selection): string {
  const filters = chosen
    .map(({ name, choice }) => [name, choice] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  // A rate may hold a filter relative to today, so the day belongs to the key wherever one can.
  const day = dictionary.definition.indicators.some(({ measure }) => measure === 'rate') ? today : ''
  return JSON.stringify([
    view.number,
    view.other ? writePlaceTree(view.other.by) : [],
    node === rootNumber ? 0 : node,
    filters,
    time?.choice,
    tableDate,
    day,
    scopeKey(scope),
  ])
}
