import { may, type Permission, type Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { and, oneOf, or } from './sql.ts'

/**
 * Where a permission holds. Null: everywhere. Else one entry per role that grants it: the node numbers allowed, by
 * view; a view not named is unrestricted. Roles are alternatives, views within a role apply together.
 */
export type Scope = readonly ReadonlyMap<string, readonly number[]>[] | null

/** The one place where a viewer's rights narrow what figures are made of; throws a Fault without the permission. */
export function scopeOf(who: Who, _dictionary: Dictionary, permission: Permission & keyof typeof may): Scope {
  if (!may[permission](who)) throw new Fault('forbidden', 'You may not see this.')
  return null
}

/** Interviews inside a scope, as a condition on a survey's table. */
export function scopePredicate(dictionary: Dictionary, scope: Scope): string {
  if (scope === null) return '1'
  return or(
    scope.map((role) =>
      and(
        [...role].map(([name, nodes]) => {
          const view = dictionary.views.get(name)
          return view ? oneOf(view.column, [...new Set(nodes.flatMap((node) => view.tree.within(node)))]) : '0'
        }),
      ),
    ),
  )
}

/** Whether the viewer may be told of a place: one that holds or lies inside what a role allows. */
export function maySeeNode(dictionary: Dictionary, scope: Scope, viewName: string, node: number): boolean {
  const view = dictionary.views.get(viewName)
  if (scope === null || !view) return scope === null
  return scope.some((role) => {
    const allowed = role.get(viewName)
    if (!allowed) return true
    return allowed.some((top) => view.tree.within(top).includes(node) || view.tree.within(node).includes(top))
  })
}

export const scopeKey = (scope: Scope) => JSON.stringify(scope?.map((role) => [...role]) ?? null)
