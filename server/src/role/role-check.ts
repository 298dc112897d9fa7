import type { NodesByView } from '@kaiku/core/access.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import type { RoleFields } from './role.store.ts'

/** Throws Fault `invalid` that names each survey, view and place of a role which does not exist. */
export function checkRole({ surveys, rows, figures }: RoleFields, all: readonly Dictionary[]): void {
  const named = surveys?.map((name) => name.toLowerCase())
  const meant = all.filter(({ extName }) => named === undefined || named.includes(extName.toLowerCase()))
  const faults: FaultDetail[] = (surveys ?? [])
    .filter((name) => !meant.some(({ extName }) => extName.toLowerCase() === name.toLowerCase()))
    .map((found) => ({ place: 'surveys', expected: 'a survey of the universe', found }))
  faults.push(...placeFaults('rows', rows, meant), ...placeFaults('figures', figures ?? {}, meant))
  if (faults.length > 0) throw refuse('invalid', 'role.places', {}, faults)
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
