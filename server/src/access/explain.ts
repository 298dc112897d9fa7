import { type Grant, grantsFor, type Permission } from '@kaiku/core/access.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { scopeOfGrants } from '../selection/scope.ts'
import { holdsWhole, maySeeNode } from '../selection/visible-node.ts'

/**
 * Why a role does or does not give a permission at a place. `all`: everything there; `part`: some of what lies below,
 * or only what another view lets through; the rest: nothing, and why.
 */
export type Reason = 'all' | 'part' | 'noPermission' | 'noSurvey' | 'elsewhere'

export type Explained = {
  /** Everything at the place, something of it, or nothing. */
  readonly answer: 'all' | 'part' | 'none'
  readonly roles: readonly { readonly grant: Grant; readonly reason: Reason }[]
}

/** Answers whether grants give a permission at a place, role by role. Throws Fault `not_found` for no such place. */
export function explain(
  grants: readonly Grant[],
  dictionary: Dictionary,
  permission: Permission,
  pathText: string,
): Explained {
  const { view, node } = placeOf(dictionary, pathText)
  const roles = grants.map((grant) => ({
    grant,
    reason: reasonOf(grant, dictionary, permission, view, node),
  }))
  const reasons = new Set(roles.map(({ reason }) => reason))
  return { answer: reasons.has('all') ? 'all' : reasons.has('part') ? 'part' : 'none', roles }
}

function reasonOf(
  grant: Grant,
  dictionary: Dictionary,
  permission: Permission,
  view: StoredView,
  node: number,
): Reason {
  if (!grant.permissions.includes(permission)) return 'noPermission'
  if (grantsFor([grant], dictionary.extName).length === 0) return 'noSurvey'
  const scope = scopeOfGrants([grant], dictionary, permission)
  if (scope.roles?.some((role) => [...role.values()].some((nodes) => nodes.length === 0))) return 'elsewhere'
  if (holdsWhole(scope, view, node)) return 'all'
  return maySeeNode(scope, view, node) ? 'part' : 'elsewhere'
}

/** Throws Fault `not_found` for what is no place of the survey. */
export function placeOf(dictionary: Dictionary, text: string): { view: StoredView; node: number } {
  const parsed = parsePath(text)
  const [name = '', root = '', ...ids] = parsed.ok ? parsed.value : []
  const view = dictionary.views.get(name)
  const node = view && root === view.view.root.id ? view.tree.resolve(ids) : null
  if (!view || node === null) throw missingPlace(text)
  return { view, node }
}

export const missingPlace = (text: string) => new Fault('not_found', `There is no place “${text}”.`)
