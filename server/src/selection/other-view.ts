import type { PlacePlan, View } from '@kaiku/contract/view.ts'
import { type PlaceTree, placeTreeFilter, readPlaceTree, writePlaceTree } from '@kaiku/core/place-time.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { LRUCache } from 'lru-cache'
import type { Dictionary, OtherTree, StoredView } from '../dictionary/dictionary.ts'
import { hasHistory, type OtherPlaces, placesPlanned, placesThen } from '../dictionary/other-tree.ts'
import { rootNumber, type StoredNode, type Tree, treeOf } from '../dictionary/tree.ts'
import { type Scope, scopeKey } from './scope.ts'
import { ownToday, topsToday } from './visible-node.ts'

/** The tree that the filter of trees names. Throws Fault `invalid` where it names none. */
export function placeTreeOf(values: readonly string[] = []): PlaceTree {
  const tree = readPlaceTree(values)
  if (!tree) throw refuse('invalid', 'filter.value', { filter: placeTreeFilter, value: values.join('*') })
  return tree
}

/** The trees beside today's by which figures of a view may be seen. */
export const otherTreesOf = (
  { definition }: Pick<Dictionary, 'definition'>,
  view: View,
): { readonly history: boolean; readonly plans: readonly PlacePlan[] } =>
  definition.settings.protection || !('nodes' in view)
    ? { history: false, plans: [] }
    : { history: hasHistory(view), plans: view.plans ?? [] }

/** Trees that are kept of each view: for those who see all of it, and for each set of places. */
const most = 40
const known = new WeakMap<Tree, LRUCache<string, StoredView>>()
const arranged = new WeakMap<Tree, Map<string, { readonly places: OtherPlaces; readonly whole: Tree }>>()

/**
 * A view by a tree, with the places of it that a scope lets be named. Throws the Faults of a plan that the view does not
 * have, and of a protected survey: places cut in two ways would tell the few that are in one cut alone.
 */
export function viewBy(dictionary: Dictionary, today: StoredView, by: PlaceTree, scope: Scope): StoredView {
  if (by.by === 'today') return today
  const { protection, locale } = dictionary.definition.settings
  if (protection) throw refusedTree()
  if (by.by === 'then' && !('nodes' in today.view && hasHistory(today.view))) return today
  const views = known.get(today.tree) ?? new LRUCache<string, StoredView>({ max: most })
  known.set(today.tree, views)
  const key = `${writePlaceTree(by).join()} ${scopeKey(scope)}`
  const found = views.get(key) ?? otherView(today, by, scope, locale)
  views.set(key, found)
  return found
}

const refusedTree = () =>
  refuse('forbidden', 'protected.places', {}, [{ place: placeTreeFilter, expected: 'today’s places', found: '' }])

function otherView(today: StoredView, by: OtherTree['by'], scope: Scope, locale: string): StoredView {
  const { places, whole } = arrangedBy(today, by, locale)
  const own = ownToday(scope, today)
  const tree = own === null ? whole : treeOf(nameable(places, whole, own, today, scope), locale)
  const { view, number } = today
  return { view, number, column: places.column, tree, other: { by, today, whole, placeOf: places.placeOf } }
}

function arrangedBy(today: StoredView, by: OtherTree['by'], locale: string) {
  const trees = arranged.get(today.tree) ?? new Map<string, { places: OtherPlaces; whole: Tree }>()
  arranged.set(today.tree, trees)
  const key = writePlaceTree(by).join()
  const places = trees.get(key)?.places ?? placesBy(today, by)
  const found = trees.get(key) ?? { places, whole: treeOf(places.nodes, locale) }
  trees.set(key, found)
  return found
}

function placesBy({ view, tree, column }: StoredView, by: OtherTree['by']): OtherPlaces {
  const plans = 'nodes' in view ? (view.plans ?? []) : []
  if (by.by === 'then' && 'nodes' in view) return placesThen(view, tree, column)
  const plan = plans.find(({ id }) => by.by === 'plan' && id === by.plan)
  if (!plan) throw refuse('not_found', 'place.plan', { plan: by.by === 'plan' ? by.plan : by.by })
  return placesPlanned(plan, tree, column)
}

/**
 * The places of a tree that a viewer may know of: their own as of today, those above these today, and what is only
 * planned where nothing but theirs is below it. What stands below a place that is not among them stands below the next
 * one that is.
 */
function nameable(
  { nodes, placeOf }: OtherPlaces,
  whole: Tree,
  own: ReadonlySet<number>,
  today: StoredView,
  scope: Scope,
): StoredNode[] {
  const above = new Set(topsToday(scope, today).flatMap((top) => today.tree.line(top).map(({ number }) => number)))
  const isVisible = (node: number): boolean => {
    const place = placeOf.get(node)
    if (place !== undefined) return own.has(place) || above.has(place)
    const below = whole.within(node).flatMap((one) => placeOf.get(one) ?? [])
    return below.length > 0 && below.every((one) => own.has(one))
  }
  const upper = (line: readonly StoredNode[]) => line.findLast(({ number }) => isVisible(number))?.number
  const found: StoredNode[] = []
  const standing = new Map<string, number>()
  const hosts = new Map<number, number>()
  const hostOf = (node: number | undefined) => (node === undefined ? undefined : (hosts.get(node) ?? node))
  const inOrder = nodes
    .filter(({ number }) => isVisible(number))
    .map((node) => ({ node, line: whole.line(node.number) }))
    .sort((a, b) => a.line.length - b.line.length)
  for (const { node, line } of inOrder) {
    const isPart = node.mergedInto !== undefined
    const parent = hostOf(upper(isPart ? line : line.slice(0, -1))) ?? null
    const same = isPart ? (parent ?? undefined) : standing.get(`${parent} ${node.id}`)
    const { number, id, name, position, validFrom, validTo } = node
    const bare = { number, parent, id, name, position, validFrom, validTo }
    if (same !== undefined) {
      hosts.set(number, same)
      found.push(Object.assign(bare, { mergedInto: same }))
    } else if (isPart) found.push(Object.assign(bare, { parent: null, untold: true }))
    else {
      standing.set(`${parent} ${id}`, number)
      found.push(bare)
    }
  }
  return found
}

/** The node of another tree as today's place; Fault `not_found` where there is none today. The root is the root. */
export function placeToday(view: StoredView, node: number): { readonly view: StoredView; readonly node: number } {
  const { other } = view
  if (!other || node === rootNumber) return { view: other?.today ?? view, node }
  const place = other.today.tree.line(other.placeOf.get(node) ?? rootNumber).at(-1)
  if (!place) throw refuse('not_found', 'place.notToday')
  return { view: other.today, node: place.number }
}
