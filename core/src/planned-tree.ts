import type { Day } from './day.ts'
import type { Localised } from './localised.ts'
import { type PlaceNode, patchBetween, patched, type TreePatch } from './place-tree.ts'

export type PlacePlan = {
  readonly id: string
  readonly title: Localised
  readonly from?: Day | undefined
  readonly nodes: PlaceNode[]
}
/** The places of a view, and what they are planned to become. */
export type PlannedTree = { readonly nodes: PlaceNode[]; readonly plans: PlacePlan[] }

/** `to` null: the plan is dropped. Its places are told by what differs from those it had, of a new one from the tree. */
type PlanChange = { readonly id: string; readonly to: (Omit<PlacePlan, 'id' | 'nodes'> & TreePatch) | null }
/** What makes one tree of another; plans that are not named stay as they are. */
export type TreeChange = TreePatch & { readonly plans: PlanChange[] }

const placesOf = ({ nodes, plans }: PlannedTree, id: string) => plans.find((one) => one.id === id)?.nodes ?? nodes

export function treeChange(before: PlannedTree, after: PlannedTree): TreeChange {
  const plans = after.plans.flatMap((plan): PlanChange[] => {
    const { id, nodes, ...rest } = plan
    const old = before.plans.find((one) => one.id === id)
    if (old === plan || (old && JSON.stringify(old) === JSON.stringify(plan))) return []
    return [{ id, to: Object.assign({}, rest, patchBetween(placesOf(before, id), nodes)) }]
  })
  const dropped = before.plans.filter(({ id }) => !after.plans.some((one) => one.id === id))
  return {
    ...patchBetween(before.nodes, after.nodes),
    plans: [...plans, ...dropped.map(({ id }): PlanChange => ({ id, to: null }))],
  }
}

export function changedTree(base: PlannedTree, { put, gone, plans }: TreeChange): PlannedTree {
  const told = new Set(plans.map(({ id }) => id))
  const made = plans.flatMap(({ id, to }): PlacePlan[] => {
    if (to === null) return []
    const { put: own, gone: without, ...rest } = to
    return [Object.assign({ id }, rest, { nodes: patched(placesOf(base, id), { put: own, gone: without }) })]
  })
  return {
    nodes: patched(base.nodes, { put, gone }),
    plans: [...base.plans.filter(({ id }) => !told.has(id)), ...made],
  }
}
