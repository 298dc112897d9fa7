import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import type { Day } from '@kaiku/core/day.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber } from '../dictionary/tree.ts'

/** The view whose places a rule watches; null where the survey has it no more. */
export const viewOf = ({ views, definition }: Dictionary, { view }: Pick<PlaceRule, 'view'>): StoredView | null =>
  views.get(view ?? definition.views[0]?.extName ?? '') ?? null

/** Whether a rule means a node of its view: inside its places, and open on a day with all above it. */
export function meansNode({ tree }: StoredView, { places }: Pick<PlaceRule, 'places'>, day: Day) {
  const tops = places.flatMap((text) => {
    const parsed = parsePath(text)
    const [, , ...ids] = parsed.ok ? parsed.value : []
    return tree.resolve(ids) ?? []
  })
  const isOpen = (node: number) =>
    tree.line(node).every(({ validFrom, validTo }) => (validFrom ?? day) <= day && day <= (validTo ?? day))
  return (node: number): boolean =>
    (places.length === 0 || tops.some((top) => isWithin(tree, node, top))) && isOpen(node)
}

/** A node as leaf keys, of all views: who may see it and whom it concerns follows from them as for an interview held there. */
export const leavesAt = ({ views }: Dictionary, { number }: StoredView, node: number): number[] =>
  Array.from({ length: Math.max(...[...views.values()].map((view) => view.number)) }, (_, at) =>
    at + 1 === number ? node : rootNumber,
  )
