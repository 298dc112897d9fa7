import type { HeatMap } from './heat-map.ts'
import { type ShownIndicator, welcome } from './value-text.ts'

export type Heat = {
  /** Whether the value lies on the welcome side of the whole. */
  readonly tone: -1 | 0 | 1
  /** How far, from 0 to 100: the furthest is 100. */
  readonly strength: number
  /** Clearly above or below what it is compared with. */
  readonly side: -1 | 0 | 1
}

/** A value to be coloured; null for none, and for one on few answers. */
type Cell = { readonly value: number | null; readonly side: number }

/** How strongly the values of an indicator are coloured around the whole's. What may be chance is half as strong. */
export function heatOf(indicator: ShownIndicator, cells: readonly Cell[], whole: number | null): Heat[] {
  const off = cells.map(({ value }) => (value === null || whole === null ? null : value - whole))
  const furthest = off.reduce<number>((most, one) => Math.max(most, Math.abs(one ?? 0)), 0)
  return cells.map(({ side: found }, at) => {
    const side = found > 0 ? 1 : found < 0 ? -1 : 0
    const own = off[at] ?? null
    if (own === null || furthest === 0) return { tone: 0, strength: 0, side }
    const strength = Math.round((100 * Math.abs(own)) / furthest) * (side === 0 ? 0.5 : 1)
    return { tone: welcome(indicator, own), strength, side }
  })
}

/** How each cell of a heat map is coloured, group by group. */
export function heatsOf({ cells, total, measures }: HeatMap): Heat[][] {
  const columns = measures.map((measure, at) =>
    heatOf(
      measure,
      cells.map((line) => {
        const cell = line[at]
        const { figure, difference } = cell ?? { figure: null, difference: null }
        return {
          value: figure?.state === 'shown' ? figure.value : null,
          side: difference?.significant ? difference.value : 0,
        }
      }),
      total[at]?.value ?? null,
    ),
  )
  return cells.map((_, group) => columns.flatMap((column) => column[group] ?? []))
}
