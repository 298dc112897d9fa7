import {
  type Grant,
  grantsFor,
  may,
  type NodesByView,
  type Permission,
  seesSurvey,
  type Viewer,
} from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { LRUCache } from 'lru-cache'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber, type Tree } from '../dictionary/tree.ts'
import { and, oneOf, or } from './sql.ts'

/**
 * Where a permission holds. Null: everywhere. Else one entry per assignment of a role that grants it: the node numbers
 * allowed, by view; a view not named is unrestricted. Assignments are alternatives, views within one apply together.
 */
export type Scope = readonly RoleScope[] | null
export type RoleScope = ReadonlyMap<string, readonly number[]>

/**
 * The one place where a viewer's rights narrow what figures are made of. Throws Fault `not_found` for a survey that no
 * role names, `forbidden` without the permission.
 */
export function scopeOf(who: Viewer, dictionary: Dictionary, permission: Permission): Scope {
  refuseUnseen(who, dictionary)
  const scope = reachOf(who, dictionary, permission)
  if (scope?.length === 0) throw new Fault('forbidden', 'You may not see this.')
  return scope
}

/** As `scopeOf`, as a condition on a survey's table that nothing meets where the permission holds nowhere. */
export const permittedPredicate = (who: Viewer, dictionary: Dictionary, permission: Permission): string =>
  scopePredicate(dictionary, reachOf(who, dictionary, permission))

function reachOf(who: Viewer, dictionary: Dictionary, permission: Permission): Scope {
  if (who.takesAlong) return takenAlong(who, dictionary, permission)
  if (!may[permission](who)) return []
  if (who.isRoot) return null
  const own = roleScopes(who.grants, dictionary, permission)
  const scope = who.within === undefined ? own : both(dictionary, own, roleScopes(who.within, dictionary, permission))
  return scope.some((role) => role.size === 0) ? null : scope
}

/** The viewer's own places: where the interviews behind a figure are theirs, however far its figures reach. */
export function ownScope(who: Viewer, dictionary: Dictionary): Scope {
  if (who.isRoot) return null
  const of = (grants: readonly Grant[]) =>
    roleScopes(
      grants.map((grant) => ({ ...grant, figures: null })),
      dictionary,
      'seeIndicators',
    )
  const scope = who.within === undefined ? of(who.grants) : both(dictionary, of(who.grants), of(who.within))
  return scope.some((role) => role.size === 0) ? null : scope
}

/** Where a permission holds as far as what permits taking along reaches; for figures that is as far as they do. */
function takenAlong(taker: Viewer, dictionary: Dictionary, permission: Permission): Scope {
  const who = { ...taker, takesAlong: false }
  const wide = (grants: readonly Grant[]) => grants.map((grant) => ({ ...grant, rows: grant.figures ?? grant.rows }))
  const taking =
    permission === 'seeIndicators'
      ? { ...who, grants: wide(who.grants), ...(who.within && { within: wide(who.within) }) }
      : who
  return withinBoth(dictionary, reachOf(who, dictionary, permission), reachOf(taking, dictionary, 'export'))
}

/** Throws the Fault of a survey that is not there. */
export function refuseUnseen(who: Viewer, { extName }: Dictionary): void {
  if (!seesSurvey(who, extName)) throw new Fault('not_found', 'There is no such survey.')
}

export const roleScopes = (grants: readonly Grant[], dictionary: Dictionary, permission: Permission): RoleScope[] =>
  grantsFor(grants, dictionary.extName)
    .filter((grant) => grant.permissions.includes(permission))
    .map((grant) => numbers(dictionary, permission === 'seeIndicators' ? (grant.figures ?? grant.rows) : grant.rows))

/** A path that leads nowhere any more allows nothing, nor does a view that the survey does not have. */
const numbers = ({ views }: Dictionary, nodes: NodesByView): RoleScope =>
  new Map(
    Object.entries(nodes)
      .map(([view, paths]): [string, number[]] => [
        view,
        paths.flatMap((path) => {
          const node = views.get(view)?.tree.resolve(path)
          return node === null || node === undefined ? [] : [node]
        }),
      ])
      .filter(([, found]) => !found.includes(rootNumber)),
  )

/** Whether a permission reaches an interview with these leaf keys, in the order of `view_column.number`. */
export function reaches(
  who: Viewer,
  dictionary: Dictionary,
  permission: Permission,
  leaves: readonly number[],
): boolean {
  const scope = reachOf(who, dictionary, permission)
  return scope === null || scope.some((role) => holdsLeaves(dictionary, role, leaves))
}

/** Whether one role's places hold an interview with these leaf keys. */
export const holdsLeaves = ({ views }: Dictionary, role: RoleScope, leaves: readonly number[]): boolean =>
  [...role].every(([name, nodes]) => {
    const view = views.get(name)
    const leaf = (view && leaves[view.number - 1]) ?? rootNumber
    return view !== undefined && nodes.some((top) => isWithin(view.tree, leaf, top))
  })

/** Whether a permission reaches anything of a survey at all. */
export const reachesAny = (who: Viewer, dictionary: Dictionary, permission: Permission): boolean =>
  reachOf(who, dictionary, permission)?.length !== 0

/** Where both scopes hold. */
export function withinBoth(dictionary: Dictionary, one: Scope, other: Scope): Scope {
  if (one === null || other === null) return one ?? other
  return both(dictionary, one, other)
}

const both = ({ views }: Dictionary, one: readonly RoleScope[], other: readonly RoleScope[]): RoleScope[] =>
  one.flatMap((left) =>
    other.map(
      (right) =>
        new Map(
          [...new Set([...left.keys(), ...right.keys()])].map((view) => {
            const [a, b, tree] = [left.get(view), right.get(view), views.get(view)?.tree]
            return [view, a && b ? (tree ? common(tree, a, b) : []) : (a ?? b ?? [])]
          }),
        ),
    ),
  )

const common = (tree: Tree, one: readonly number[], other: readonly number[]): number[] => [
  ...one.filter((node) => other.some((top) => isWithin(tree, node, top))),
  ...other.filter((node) => one.some((top) => top !== node && isWithin(tree, node, top))),
]

/** Whether a node is a place or lies below it. */
export const isWithin = (tree: Tree, node: number, top: number) =>
  top === rootNumber || tree.line(node).some(({ number }) => number === top)

/** Whether all of a place is inside a scope. */
export const holdsWhole = ({ views }: Dictionary, scope: Scope, view: string, node: number): boolean =>
  scope === null ||
  scope.some((role) =>
    [...role].every(([name, nodes]) => {
      const tree = name === view ? views.get(name)?.tree : undefined
      return tree !== undefined && nodes.some((top) => isWithin(tree, node, top))
    }),
  )

/** Interviews inside a scope, as a condition on a survey's table. */
export function scopePredicate(dictionary: Dictionary, scope: Scope): string {
  if (scope === null) return '1'
  const known = predicates.get(dictionary) ?? new LRUCache<string, string>({ max: remembered })
  predicates.set(dictionary, known)
  const key = scopeKey(scope)
  const found = known.get(key) ?? predicateOf(dictionary, scope)
  known.set(key, found)
  return found
}

/** Every statement of a viewer asks for theirs, and it names each place that they may see. */
const predicates = new WeakMap<Dictionary, LRUCache<string, string>>()
const remembered = 200

const predicateOf = (dictionary: Dictionary, scope: readonly RoleScope[]) =>
  or(
    scope.map((role) =>
      and(
        [...role].map(([name, nodes]) => {
          const view = dictionary.views.get(name)
          return view ? oneOf(view.column, [...new Set(nodes.flatMap((node) => view.tree.within(node)))]) : '0'
        }),
      ),
    ),
  )

export const scopeKey = (scope: Scope) => JSON.stringify(scope?.map((role) => [...role]) ?? null)
