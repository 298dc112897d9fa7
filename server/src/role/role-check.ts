import type { NodesByView } from '@kaiku/core/access.ts'
import { everywhere, type Places, placesKey } from '@kaiku/core/assignment.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { RoleFields } from './stored-role.ts'

type What = Pick<RoleFields, 'name' | 'surveys'>

/** Throws Fault `invalid` that names each survey, view and place of a role which does not exist. */
export function checkRole(
  { rows, figures, rules, ...what }: RoleFields,
  { groups, ...before }: Places & { readonly groups: number },
  all: readonly Dictionary[],
): void {
  const faults: FaultDetail[] = (what.surveys ?? [])
    .filter((name) => !surveysOf({ surveys: [name] }, all).length)
    .map((found) => ({ place: 'surveys', expected: 'a survey of the universe', found }))
  const isOfUse = rules.length + groups > 0
  const isSame = placesKey({ rows, figures }) === placesKey(before)
  if (isOfUse || !isSame) faults.push(...faultsOf({ rows, figures }, what, all))
  if (faults.length > 0) throw refuse('invalid', 'role.places', {}, faults)
  // An error and not ignored: who believes that the role itself narrows places would give it everywhere.
  if (!isOfUse && !isSame && placesKey({ rows, figures }) !== placesKey(everywhere))
    throw refuse('invalid', 'role.noPlaces', {}, [{ place: 'rows', expected: 'none', found: Object.keys(rows).join() }])
}

/** Throws Fault `invalid` that names each view and place which the surveys of the role do not have. */
export function checkPlaces(places: Places, what: What, all: readonly Dictionary[]): void {
  const faults = faultsOf(places, what, all)
  if (faults.length > 0) throw refuse('invalid', 'assignment.places', { name: what.name }, faults)
}

/** The surveys that a role is for. */
export const surveysOf = (
  { surveys }: Pick<RoleFields, 'surveys'>,
  all: readonly Dictionary[],
): readonly Dictionary[] =>
  surveys === null
    ? all
    : all.filter(({ extName }) => surveys.some((name) => name.toLowerCase() === extName.toLowerCase()))

const faultsOf = ({ rows, figures }: Places, what: What, all: readonly Dictionary[]): FaultDetail[] => {
  const meant = surveysOf(what, all)
  return [...placeFaults('rows', rows, meant), ...placeFaults('figures', figures ?? {}, meant)]
}

const placeFaults = (field: string, nodes: NodesByView, surveys: readonly Dictionary[]): FaultDetail[] =>
  Object.entries(nodes).flatMap(([view, paths]) => {
    const trees = surveys.flatMap(({ views }) => views.get(view)?.tree ?? [])
    if (trees.length === 0)
      return [{ place: `${field}/${view}`, expected: 'a view of the role’s surveys', found: view }]
    return paths
      .filter((path) => trees.every((tree) => tree.resolve(path) === null))
      .map((path) => ({ place: `${field}/${view}`, expected: 'a place of the view', found: path.join(' › ') }))
  })
