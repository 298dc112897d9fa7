import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import type { Scope } from '../selection/scope.ts'

/** Binds a value to a statement of PostgreSQL: the placeholder that stands for it. */
export type Bind = (value: unknown) => string

/** Values of a statement, in the order of their placeholders. */
export function binder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** Rows, such as alerts as `a`, whose leaf keys lie inside a scope: the same nodes as `scopePredicate` names for figures. */
export function scopeCondition({ views }: Dictionary, scope: Scope, bind: Bind, leaves = 'a.leaves'): string {
  if (scope === null) return 'true'
  const roles = scope.map((role) => {
    const parts = [...role].map(([name, nodes]) => {
      const view = views.get(name)
      return view
        ? withinCondition(
            view.number,
            nodes.flatMap((node) => view.tree.within(node)),
            bind,
            leaves,
          )
        : 'false'
    })
    return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`
  })
  return roles.length === 0 ? 'false' : `(${roles.join(' or ')})`
}

/** Rows that belong to one of these nodes of a view. */
export const withinCondition = (view: number, nodes: readonly number[], bind: Bind, leaves = 'a.leaves'): string =>
  `coalesce(${leaves}[${view}], ${rootNumber}) = any(${bind([...new Set(nodes)])}::int[])`
