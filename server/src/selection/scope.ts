import { type Grant, grantsFor, may, nodesFor, type Permission, seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber, type Tree } from '../dictionary/tree.ts'

/**
 * Where a permission holds in one survey, as of today's tree. Whatever rights narrow is narrowed by one of these: as a
 * condition of either store or a test (`scope-condition.ts`), as places that may be named (`visible-node.ts`).
 */
export type Scope = {
  readonly views: Dictionary['views']
  /** Alternatives, one for each assignment of a role that grants it; null: it holds everywhere. */
  readonly roles: readonly RoleScope[] | null
}
/** Nodes by view: any of them and all below. Views apply together; one that is not named is unrestricted. */
type RoleScope = ReadonlyMap<string, readonly number[]>

export const everywhere = ({ views }: Pick<Dictionary, 'views'>): Scope => ({ views, roles: null })

export const isEverywhere = ({ roles }: Scope): boolean => roles === null

/** A place of a view and all below it. */
export const scopeAt = ({ views }: Pick<Dictionary, 'views'>, { view }: StoredView, node: number): Scope => ({
  views,
  roles: node === rootNumber ? null : [new Map([[view.extName, [node]]])],
})

/** Throws Fault `not_found` for a survey that no role names, `forbidden` without the permission. */
export function scopeOf(who: Viewer, dictionary: Dictionary, permission: Permission): Scope {
  refuseUnseen(who, dictionary)
  const scope = quietScopeOf(who, dictionary, permission)
  if (scope.roles?.length === 0) throw new Fault('forbidden', 'You may not see this.')
  return scope
}

/** As `scopeOf`, but without a fault: it holds nothing where the permission holds nowhere. */
export function quietScopeOf(who: Viewer, dictionary: Dictionary, permission: Permission): Scope {
  const scope = heldBy(who, dictionary, permission)
  // For figures, what permits taking along reaches as far as they do.
  const places = permission === 'seeIndicators' ? permission : 'export'
  return who.takesAlong ? withinBoth(scope, heldBy(who, dictionary, 'export', places)) : scope
}

/** The viewer's own places: where the interviews behind a figure are theirs, however far its figures reach. */
export const ownScope = (who: Viewer, dictionary: Dictionary): Scope =>
  heldBy(who, dictionary, 'seeIndicators', 'seeInterviews')

/** `places`: whose places of a role count. */
function heldBy(who: Viewer, dictionary: Dictionary, permission: Permission, places = permission): Scope {
  if (!may[permission](who)) return { views: dictionary.views, roles: [] }
  if (who.isRoot) return everywhere(dictionary)
  const own = scopeOfGrants(who.grants, dictionary, permission, places)
  return who.within ? withinBoth(own, scopeOfGrants(who.within, dictionary, permission, places)) : own
}

/** Where grants give a permission, whoever holds them. */
export function scopeOfGrants(
  grants: readonly Grant[],
  { views, extName }: Dictionary,
  permission: Permission,
  places = permission,
): Scope {
  const roles = grantsFor(grants, extName)
    .filter((grant) => grant.permissions.includes(permission))
    .map((grant) => rolePlaces(views, nodesFor(grant, places)))
  return { views, roles: roles.some(({ size }) => size === 0) ? null : roles }
}

/** A path that leads nowhere any more allows nothing, nor does a view that the survey does not have. */
const rolePlaces = (views: Dictionary['views'], nodes: Grant['rows']): RoleScope =>
  new Map(
    Object.entries(nodes)
      .map(([view, paths]): [string, number[]] => [view, paths.flatMap((path) => placesAt(views.get(view), path))])
      .filter(([, found]) => !found.includes(rootNumber)),
  )

function placesAt(view: StoredView | undefined, path: readonly string[]): readonly number[] {
  const node = view?.tree.resolve(path) ?? null
  if (!view || node === null) return []
  return view.drafted && node !== rootNumber ? topsInBoth(view.tree, node, view.drafted, path) : [node]
}

/** Of a place and all below it what stands below the same path in a draft, too. */
function topsInBoth(tree: Tree, place: number, drafted: Tree, path: readonly string[]): readonly number[] {
  const there = drafted.resolve(path)
  if (there === null) return []
  const own = new Set(drafted.within(there))
  const topsAt = (node: number): number[] =>
    tree.within(node).every((one) => own.has(one))
      ? [node]
      : tree.children(node).flatMap(({ number }) => topsAt(number))
  return topsAt(place)
}

/** Throws the Fault of a survey that is not there. */
export function refuseUnseen(who: Viewer, { extName }: Dictionary): void {
  if (!seesSurvey(who, extName)) throw new Fault('not_found', 'There is no such survey.')
}

/** Where both hold, of one survey; the very one where the other narrows nothing. */
export function withinBoth(one: Scope, other: Scope): Scope {
  const { views, roles } = one
  const others = other.roles
  if (others === null) return one
  if (roles === null) return other
  return { views, roles: roles.flatMap((left) => others.map((right) => roleInBoth(views, left, right))) }
}

const roleInBoth = (views: Dictionary['views'], left: RoleScope, right: RoleScope): RoleScope =>
  new Map(
    [...new Set([...left.keys(), ...right.keys()])].map((view) => {
      const [a, b, tree] = [left.get(view), right.get(view), views.get(view)?.tree]
      return [view, a && b ? (tree ? common(tree, a, b) : []) : (a ?? b ?? [])]
    }),
  )

const common = (tree: Tree, one: readonly number[], other: readonly number[]): number[] => [
  ...one.filter((node) => other.some((top) => isWithin(tree, node, top))),
  ...other.filter((node) => one.some((top) => top !== node && isWithin(tree, node, top))),
]

/** Equal for scopes of a survey that are made of the same places: what is remembered for one holds for the other. */
export const scopeKey = ({ roles }: Scope) => JSON.stringify(roles?.map((role) => [...role]) ?? null)
