import { clearFilter, type FilterSelection } from './filter-token.ts'

/** The reserved filter that names the tree of places by which figures are told; without it they are told by today's. */
export const placeTreeFilter = 'fplaces'

/** Today's tree, the places as they were on each interview's own day, or a plan of the view. */
export type PlaceTree =
  | { readonly by: 'today' }
  | { readonly by: 'then' }
  | { readonly by: 'plan'; readonly plan: string }

/** The plan that a preview has of each view whose places are drafted otherwise: no plan of a definition is named so. */
export const draftedPlaces = '.draft'

const asTheyWere = 'then'
const ofPlan = 'plan:'

/** Reads the filter's values: `then`, or `plan:` and a plan's id. Null: they name no tree, or several. */
export function readPlaceTree(values: readonly string[] = []): PlaceTree | null {
  const [value, ...more] = values
  if (value === undefined) return { by: 'today' }
  if (more.length > 0) return null
  if (value === asTheyWere) return { by: 'then' }
  const plan = value.startsWith(ofPlan) ? value.slice(ofPlan.length) : ''
  return plan === '' ? null : { by: 'plan', plan }
}

export const writePlaceTree = (tree: PlaceTree): readonly string[] =>
  tree.by === 'today' ? [] : [tree.by === 'then' ? asTheyWere : `${ofPlan}${tree.plan}`]

/** Filters without the tree: what people know as filters. */
export const withoutTree = (selection: FilterSelection): FilterSelection => clearFilter(selection, placeTreeFilter)

/** Other filters by the tree of those that stood before, unless they name one themselves. */
export function keepTree(before: FilterSelection, next: FilterSelection): FilterSelection {
  const tree = before.get(placeTreeFilter)
  return tree === undefined || next.has(placeTreeFilter) ? next : new Map(next).set(placeTreeFilter, tree)
}
