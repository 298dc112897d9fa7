import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { PlaceName, roleCalls } from '@kaiku/contract/role.ts'
import type { Places } from '@kaiku/core/assignment.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { placeNames } from '../view/place-names.ts'

type Nodes = ReplyOf<(typeof roleCalls)['nodes']>
const mostFound = 50

/** Node ids from below the root; empty: the root. Throws Fault `invalid`. */
export function pathOf(text: string): readonly string[] {
  if (text === '') return []
  // Read as an address is: with a view and a root before it.
  const parsed = parsePath(`v,r,${text}`)
  if (!parsed.ok) throw new Fault('invalid', `“${text}” is no path of places.`)
  return parsed.value.slice(2)
}

/** Surveys that share a view's name may each hold some of its places: what they hold together, each place once. */
function together(surveys: readonly Dictionary[], find: (dictionary: Dictionary) => Nodes): Nodes {
  const found = new Map<string, Nodes[number]>()
  for (const node of surveys.flatMap(find)) {
    const key = JSON.stringify(node.path)
    const known = found.get(key)
    found.set(key, known ? { ...known, opens: known.opens || node.opens } : node)
  }
  return [...found.values()]
}

/** The places right below one, in their order. */
export const nodesBelow = (
  surveys: readonly Dictionary[],
  viewName: string,
  path: readonly string[],
  locale: string,
): Nodes =>
  together(surveys, (dictionary) => {
    const view = dictionary.views.get(viewName)
    const node = view?.tree.resolve(path) ?? null
    const above = placeNames(dictionary, viewName, path, locale)
    if (!view || node === null || !above) return []
    return view.tree.children(node).map(({ id, number }) => ({
      view: viewName,
      path: [...path, id],
      names: placeNames(dictionary, viewName, [...path, id], locale) ?? [...above, id],
      opens: view.tree.children(number).length > 0,
    }))
  })

/** Places whose own name contains a text, those nearest to the root first. */
export const nodesNamed = (surveys: readonly Dictionary[], viewName: string, query: string, locale: string): Nodes => {
  const wanted = fold(query.trim())
  return together(surveys, (dictionary) => {
    const tree = dictionary.views.get(viewName)?.tree
    return [...(tree?.shown.values() ?? [])].flatMap(({ number }) => {
      if (!tree || number === rootNumber) return []
      const path = tree.line(number).map(({ id }) => id)
      const names = placeNames(dictionary, viewName, path, locale)
      if (!names || !fold(names.at(-1) ?? '').includes(wanted)) return []
      return [{ view: viewName, path, names, opens: tree.children(number).length > 0 }]
    })
  })
    .sort((a, b) => a.path.length - b.path.length || (a.names.join() < b.names.join() ? -1 : 1))
    .slice(0, mostFound)
}

/** Places by their names; the ids themselves where a place is gone. */
export function placesOf({ rows, figures }: Places, surveys: readonly Dictionary[], locale: string): PlaceName[] {
  const named = new Map<string, PlaceName>()
  for (const [view, paths] of [...Object.entries(rows), ...Object.entries(figures ?? {})])
    for (const path of paths) {
      const names = surveys.map((dictionary) => placeNames(dictionary, view, path, locale)).find((one) => one !== null)
      named.set(JSON.stringify([view, path]), { view, path: [...path], names: names ?? [...path] })
    }
  return [...named.values()]
}
