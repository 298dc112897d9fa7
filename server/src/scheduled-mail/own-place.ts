import type { Viewer } from '@kaiku/core/access.ts'
import { formatFiltered, parseFiltered, parsePath } from '@kaiku/core/drill-path.ts'
import { clearFilter } from '@kaiku/core/filter-token.ts'
import { placeTreeFilter } from '@kaiku/core/place-time.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTreeOf, viewBy } from '../selection/other-view.ts'
import { scopeOf } from '../selection/scope.ts'
import { maySeeNode } from '../selection/visible-node.ts'
import { startPathOf } from '../survey-entity/survey-entity.ts'

/**
 * The filtered path that a reader is told of: where it leads to a place of theirs that very one, else the highest place
 * of their own, with the same filters. Throws Fault `forbidden` without the right to any figures.
 */
export function ownPath(who: Viewer, dictionary: Dictionary, written: string): string {
  const read = parseFiltered(written)
  if (!read.ok) throw refuse('invalid', 'address.unreadable')
  const { path, selection } = read.value
  const [name = '', , ...ids] = path
  const scope = scopeOf(who, dictionary, 'seeIndicators')
  const view = dictionary.views.get(name)
  if (!view) throw refuse('invalid', 'address.unreadable')
  const start = parsePath(startPathOf(who, dictionary, name))
  const own = start.ok ? start.value : path
  const tree = placeTreeOf(selection.get(placeTreeFilter))
  const by = viewBy(dictionary, view, tree, scope)
  const node = by.tree.resolve(ids)
  const isOwn = own.every((segment, at) => path[at] === segment)
  if (isOwn && node !== null && maySeeNode(scope, by, node)) return written
  // The place of one's own is told as of today; another tree has it elsewhere.
  const [, , ...ownIds] = own
  const isThere = by.tree.resolve(ownIds) !== null
  return formatFiltered(own, isThere ? selection : clearFilter(selection, placeTreeFilter))
}
