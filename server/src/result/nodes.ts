import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise, type Translate } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import type { StoredNode, Tree } from '../dictionary/tree.ts'
import { rowOfNode } from '../figure/rows.ts'
import { placeTreeOf, viewBy } from '../selection/other-view.ts'
import { scopeOf } from '../selection/scope.ts'
import type { Selection } from '../selection/selection.ts'
import { maySeeNode, namesHidden, shownNames, visibleNodes } from '../selection/visible-node.ts'

type Nodes = ReplyOf<(typeof resultCalls)['children']>

function shown(view: StoredView, node: StoredNode, words: Translate, hiddenNames: number): Nodes[number] {
  const { id, name, path, opens, above } = rowOfNode(view, node, words)
  return { id, name, path: path ?? '', opens, above: shownNames(above, hiddenNames) }
}

const wordsOf =
  ({ definition }: Dictionary, locale: string): Translate =>
  (text) =>
    localise(text, locale, definition.settings.locale)

/** The places right below a place, in their order. */
export function childNodes(who: Viewer, { dictionary, scope, view, node }: Selection, locale: string): Nodes {
  const hiddenNames = namesHidden(who, scope, view)
  return visibleNodes({ scope, view }, view.tree.children(node)).map((child) =>
    shown(view, child, wordsOf(dictionary, locale), hiddenNames),
  )
}

type Searched = readonly { readonly node: StoredNode; readonly folded: string }[]
const remembered = new WeakMap<Tree, Map<string, Searched>>()

/** Every node with its folded name, made once per tree and locale. */
function searchable(tree: Tree, locale: string, words: Translate): Searched {
  const known = remembered.get(tree) ?? new Map<string, Searched>()
  remembered.set(tree, known)
  const nodes = known.get(locale) ?? [...tree.shown.values()].map((node) => ({ node, folded: fold(words(node.name)) }))
  known.set(locale, nodes)
  return nodes
}

/** Places whose name contains a text: first those that begin with it, then by depth and name. */
export function searchNodes(
  who: Viewer,
  dictionary: Dictionary,
  { view: name, query, limit, locale = who.locale, tree }: Omit<InputOf<(typeof resultCalls)['search']>, 'survey'>,
): Nodes {
  const today = dictionary.views.get(name)
  if (!today) throw new Fault('not_found', `There is no view "${name}".`)
  const scope = scopeOf(who, dictionary, 'seeIndicators')
  const view = viewBy(dictionary, today, placeTreeOf(tree === undefined ? [] : [tree]), scope)
  const hiddenNames = namesHidden(who, scope, view)
  const wanted = fold(query.trim())
  const words = wordsOf(dictionary, locale)
  return searchable(view.tree, locale, words)
    .filter(({ folded, node }) => folded.includes(wanted) && maySeeNode(scope, view, node.number))
    .map(({ folded, node }) => ({
      node,
      folded,
      begins: folded.startsWith(wanted),
      depth: view.tree.depth(node.number),
    }))
    .sort((a, b) => Number(b.begins) - Number(a.begins) || a.depth - b.depth || (a.folded < b.folded ? -1 : 1))
    .slice(0, limit)
    .map(({ node }) => shown(view, node, words, hiddenNames))
}
