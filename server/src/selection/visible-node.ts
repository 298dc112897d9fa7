import type { Viewer } from '@kaiku/core/access.ts'
import type { OtherTree, StoredView } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber, type StoredNode, type Tree } from '../dictionary/tree.ts'
import { type Scope, scopeKey } from './scope.ts'

/** The places of a view that a scope is made of: the root where a role does not narrow the view. */
export const topsIn = (scope: Scope, view: StoredView): readonly number[] =>
  view.other ? otherTops(scope, view, view.other) : topsToday(scope, view)

export const topsToday = ({ roles }: Scope, { view }: StoredView): readonly number[] =>
  roles?.flatMap((role) => role.get(view.extName) ?? [rootNumber]) ?? [rootNumber]

/** Today's places inside what a role allows; null: all. */
export function ownToday(scope: Scope, today: StoredView): ReadonlySet<number> | null {
  const tops = topsToday(scope, today)
  return tops.includes(rootNumber) ? null : new Set(tops.flatMap((top) => today.tree.within(top)))
}

const tops = new WeakMap<StoredView, Map<string, readonly number[]>>()

/** Where, in another tree, the places stand that are the viewer's as of today. */
function otherTops(scope: Scope, view: StoredView, { today, placeOf }: OtherTree): readonly number[] {
  const known = tops.get(view) ?? new Map<string, readonly number[]>()
  tops.set(view, known)
  const key = scopeKey(scope)
  const found = known.get(key) ?? topsAmong(view.tree, placeOf, ownToday(scope, today))
  known.set(key, found)
  return found
}

function topsAmong(tree: Tree, placeOf: OtherTree['placeOf'], own: ReadonlySet<number> | null): readonly number[] {
  if (own === null) return [rootNumber]
  const isOwn = (node: number) => own.has(placeOf.get(node) ?? rootNumber)
  return [...tree.nodes.keys()].filter(
    (node) => isOwn(node) && !tree.line(node).some(({ number }) => number !== node && isOwn(number)),
  )
}

/** Whether a place may be named: one that holds or lies inside what a role allows. */
export const maySeeNode = (scope: Scope, view: StoredView, node: number): boolean =>
  topsIn(scope, view).some((top) => isWithin(view.tree, node, top) || isWithin(view.tree, top, node))

/** Those of the places that may be named. */
export function visibleNodes(
  { scope, view }: { readonly scope: Scope; readonly view: StoredView },
  nodes: readonly StoredNode[],
): readonly StoredNode[] {
  const tops = topsIn(scope, view)
  if (tops.includes(rootNumber)) return nodes
  const visible = new Set(
    tops.flatMap((top) => [rootNumber, ...view.tree.line(top).map(({ number }) => number), ...view.tree.within(top)]),
  )
  return nodes.filter(({ number }) => visible.has(number))
}

/** Whether a place lies inside what a role allows, as far as its view tells. */
export const isOwnNode = (scope: Scope, view: StoredView, node: number): boolean =>
  view.other
    ? isOwnElsewhere(ownToday(scope, view.other.today), view, view.other, node)
    : topsIn(scope, view).some((top) => isWithin(view.tree, node, top))

/** Another tree may hold a viewer's places and those of others in one. */
const isOwnElsewhere = (
  own: ReadonlySet<number> | null,
  { tree }: StoredView,
  { whole, placeOf }: OtherTree,
  node: number,
): boolean =>
  own === null ||
  (node !== rootNumber &&
    tree
      .within(node)
      .flatMap((one) => whole.within(one))
      .every((one) => own.has(placeOf.get(one) ?? one) || !placeOf.has(one)))

/** Whether all interviews of a place are inside a scope. */
export const holdsWhole = ({ views, roles }: Scope, view: StoredView, node: number): boolean =>
  isOwnNode(
    { views, roles: roles?.filter((role) => [...role.keys()].every((name) => name === view.view.extName)) ?? null },
    view,
    node,
  )

/** The deepest place that holds all of a scope in a view: where the viewer begins, and beyond which they do not look. */
export function topNode(scope: Scope, view: StoredView): number {
  const lines = topsIn(scope, view).map((node) => view.tree.line(node))
  const [first = []] = lines
  let top = rootNumber
  for (const [depth, { number }] of first.entries()) {
    if (!lines.every((line) => line[depth]?.number === number)) break
    top = number
  }
  return top
}

/** How many of the names from below the root down to a place are kept from the viewer. */
export const namesHidden = (who: Viewer, scope: Scope, view: StoredView): number =>
  who.seesNamesAbove === true || who.isRoot ? 0 : Math.max(0, view.tree.depth(topNode(scope, view)) - 1)

/** Names from below the root with those kept from the viewer left empty, so that each keeps its level. */
export const shownNames = (names: readonly string[], hiddenNames: number): string[] =>
  names.map((name, depth) => (depth < hiddenNames ? '' : name))
