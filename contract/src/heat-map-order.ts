import type { HeatMap } from './heat-map.ts'

/** By which measure, named by its place, the groups of a map are ordered. */
export type HeatMapSort = { readonly measure: number; readonly desc: boolean } | null

/** Groups in the wished order, those without a value last. */
export function orderOf({ groups, cells }: Pick<HeatMap, 'groups' | 'cells'>, sort: HeatMapSort): number[] {
  const order = groups.map((_, at) => at)
  if (sort === null) return order
  const value = (at: number) => cells[at]?.[sort.measure]?.figure.value ?? null
  return order.sort((a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b
    return (sort.desc ? second - first : first - second) || a - b
  })
}
