import type { Permission, Viewer } from '@kaiku/core/access.ts'
import { LRUCache } from 'lru-cache'
import type { Bind } from '../db/bind.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber } from '../dictionary/tree.ts'
import { quietScopeOf, type Scope, scopeKey } from './scope.ts'
import { and, oneOf, or } from './sql.ts'

/** Interviews inside a scope, as a condition on a survey's table in ClickHouse. */
export function scopePredicate(scope: Scope): string {
  if (scope.roles === null) return '1'
  const known = predicates.get(scope.views) ?? new LRUCache<string, string>({ max: remembered })
  predicates.set(scope.views, known)
  const key = scopeKey(scope)
  const found =
    known.get(key) ?? or(nodesOf(scope).map((role) => and(role.map(({ view, nodes }) => inView(view, nodes)))))
  known.set(key, found)
  return found
}

/** Every statement of a viewer asks for theirs, and it names each place that they may see. */
const predicates = new WeakMap<Dictionary['views'], LRUCache<string, string>>()
const remembered = 200

const inView = (view: StoredView | undefined, nodes: readonly number[]) => (view ? oneOf(view.column, nodes) : '0')

/** Rows inside a scope, as a condition of PostgreSQL on a column of leaf keys. */
export function scopeCondition(scope: Scope, bind: Bind, leaves: string): string {
  if (scope.roles === null) return 'true'
  const roles = nodesOf(scope).map((role) =>
    role.map(({ view, nodes }) =>
      view ? `coalesce(${leaves}[${view.number}], ${rootNumber}) = any(${bind(nodes)}::int[])` : 'false',
    ),
  )
  return roles.length === 0 ? 'false' : `(${roles.map((parts) => `(${parts.join(' and ')})`).join(' or ')})`
}

/** Whether leaf keys, in the order of `view_column.number`, lie inside a scope. */
export const holdsLeaves = ({ views, roles }: Scope, leaves: readonly number[]): boolean =>
  roles === null ||
  roles.some((role) =>
    [...role].every(([name, tops]) => {
      const view = views.get(name)
      const leaf = (view && leaves[view.number - 1]) ?? rootNumber
      return view !== undefined && tops.some((top) => isWithin(view.tree, leaf, top))
    }),
  )

/** The leaf keys of a scope that names no view but this one, for cells that know no other; null where only interviews can tell. */
export function leafKeysOf(scope: Scope, { view }: StoredView): 'all' | readonly number[] | null {
  if (scope.roles === null) return 'all'
  const roles = nodesOf(scope)
  if (roles.some((role) => role.length !== 1 || role[0]?.view?.view.extName !== view.extName)) return null
  return [...new Set(roles.flat().flatMap(({ nodes }) => nodes))]
}

/** Of each role and view it names, all nodes inside; a view that the survey does not have holds none. */
const nodesOf = ({ views, roles }: Scope) =>
  (roles ?? []).map((role) =>
    [...role].map(([name, tops]) => {
      const view = views.get(name)
      return { view, nodes: [...new Set(view ? tops.flatMap((top) => view.tree.within(top)) : [])] }
    }),
  )

/** Whether a permission reaches an interview with these leaf keys; no leaf keys: one that has no place in any view. */
export const reaches = (
  who: Viewer,
  dictionary: Dictionary,
  permission: Permission,
  leaves: readonly number[],
): boolean => holdsLeaves(quietScopeOf(who, dictionary, permission), leaves)

/** Whether a permission reaches anything of a survey at all. */
export const reachesAny = (who: Viewer, dictionary: Dictionary, permission: Permission): boolean =>
  quietScopeOf(who, dictionary, permission).roles?.length !== 0
