import type { Viewer } from '@kaiku/core/access.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber, type StoredNode } from '../dictionary/tree.ts'
import { isWithin, type RoleScope, type Scope } from './scope.ts'

/** Whether the viewer may be told of a place: one that holds or lies inside what a role allows. */
export function maySeeNode(dictionary: Dictionary, scope: Scope, viewName: string, node: number): boolean {
  const view = dictionary.views.get(viewName)
  if (scope === null || !view) return scope === null
  return scope.some((role) => {
    const allowed = role.get(viewName)
    if (!allowed) return true
    return allowed.some((top) => isWithin(view.tree, node, top) || isWithin(view.tree, top, node))
  })
}

/** Those of the places that the viewer may be told of. */
export function visibleNodes(
  { scope, view }: { readonly scope: Scope; readonly view: StoredView },
  nodes: readonly StoredNode[],
): readonly StoredNode[] {
  const visible = scope === null ? null : visibleNumbers(scope, view)
  return visible === null ? nodes : nodes.filter(({ number }) => visible.has(number))
}

/** As `maySeeNode` for all places of a view at once; null: all of them. */
function visibleNumbers(scope: readonly RoleScope[], { view, tree }: StoredView): ReadonlySet<number> | null {
  const visible = new Set<number>()
  for (const role of scope) {
    const allowed = role.get(view.extName)
    if (!allowed) return null
    for (const top of allowed) {
      visible.add(rootNumber)
      for (const { number } of tree.line(top)) visible.add(number)
      for (const number of tree.within(top)) visible.add(number)
    }
  }
  return visible
}

/** Whether a place lies inside what a role allows, so that all of it is the viewer's. */
export function isOwnNode(dictionary: Dictionary, scope: Scope, viewName: string, node: number): boolean {
  const view = dictionary.views.get(viewName)
  if (scope === null || !view) return scope === null
  return scope.some((role) => {
    const allowed = role.get(viewName)
    return !allowed || allowed.some((top) => isWithin(view.tree, node, top))
  })
}

/** The deepest place that holds all the viewer may see of a view: where they begin, and beyond which they do not look. */
export function topNode(dictionary: Dictionary, scope: Scope, viewName: string): number {
  const view = dictionary.views.get(viewName)
  if (scope === null || !view) return rootNumber
  const lines = scope.flatMap((role) => role.get(viewName)?.map((node) => view.tree.line(node)) ?? [[]])
  const [first = []] = lines
  let top = rootNumber
  for (const [depth, { number }] of first.entries()) {
    if (!lines.every((line) => line[depth]?.number === number)) break
    top = number
  }
  return top
}

/** How many of the names from below the root down to a place are kept from the viewer. */
export function namesHidden(who: Viewer, dictionary: Dictionary, scope: Scope, viewName: string): number {
  if (who.seesNamesAbove === true || who.isRoot) return 0
  const tree = dictionary.views.get(viewName)?.tree
  return Math.max(0, (tree?.depth(topNode(dictionary, scope, viewName)) ?? 0) - 1)
}

/** Names from below the root with those kept from the viewer left empty, so that each keeps its level. */
export const shownNames = (names: readonly string[], hiddenNames: number): string[] =>
  names.map((name, depth) => (depth < hiddenNames ? '' : name))
