import type { Mark } from '@kaiku/core/drawing.ts'
import { letterWidth } from '@kaiku/core/event-label.ts'
import { alongLine, freeSpot } from '@kaiku/core/free-spot.ts'
import { apart } from '@kaiku/core/line-label.ts'
import type { Figure } from './figure.ts'
import type { Plot } from './time-plot.ts'
import type { TrendLine } from './trend-line.ts'
import { bandPath, linePath, type TrendPoint } from './trend-shape.ts'
import { type ShownIndicator, valueText } from './value-text.ts'

/** Room at the right of one line, and of several with their names. */
export const trendRoom = { wide: 84, narrow: 52, below: 420 }
export const linesRoom = { wide: 120, narrow: 16, below: 520 }

const labelHeight = 14
const targetHeight = 13
/** With more points than this only the last one has a dot. */
const mostDots = 60

type Trend = {
  readonly indicator: ShownIndicator
  readonly points: readonly TrendPoint[]
  /** By point; empty where none is wished. */
  readonly average: readonly (number | null)[]
  /** Name of the dashed line; empty without one. */
  readonly comparison: string
  /** What stands along the line of the target. */
  readonly targetTitle: string
  readonly locale: string
}

/** An indicator's line with its uncertainty, beside that of a comparison. */
export const trendMarks = (trend: Trend, plot: Plot): Mark[] => [
  ...targetMarks(trend, plot),
  ...lineMarks(trend, plot),
  ...endMarks(trend, plot),
]

function targetMarks({ indicator: { target }, points, targetTitle }: Trend, plot: Plot): Mark[] {
  const { x, y, left, right } = plot
  if (target === null) return []
  const known = (of: (point: TrendPoint) => Figure | undefined) =>
    points.flatMap((point, index) => {
      const value = of(point)?.value
      return typeof value === 'number' ? [{ x: x[index] ?? 0, y: y(value) }] : []
    })
  const size = { width: targetTitle.length * letterWidth, height: targetHeight }
  const spot = freeSpot(alongLine(y(target), size, plot), [known(({ figure }) => figure), known(({ old }) => old)])
  return [
    { look: 'target', line: [left, y(target), right, y(target)] },
    ...(spot ? [{ look: 'targetTitle', at: [spot.left, spot.bottom - 2], text: targetTitle } as const] : []),
  ]
}

function lineMarks({ points, average }: Trend, { x, y, top, bottom }: Plot): Mark[] {
  const spots = points.map((point, index) => ({ ...point, x: x[index] ?? 0 }))
  const last = spots.findLast(({ figure }) => typeof figure?.value === 'number')
  // An interval wider than the axis ends where the plot ends.
  const inPlot = (value: number) => Math.max(top, Math.min(bottom, y(value)))
  return [
    { look: 'band', path: bandPath(spots, inPlot) },
    { look: 'before', path: linePath(spots, ({ old }) => old?.value, y) },
    ...(average.length > 0
      ? [{ look: 'average', path: linePath(spots, (_, index) => average[index], y) } as const]
      : []),
    { look: 'line', path: linePath(spots, ({ figure }) => figure?.value, y) },
    ...spots.flatMap((spot): Mark[] => {
      const { figure } = spot
      if (typeof figure?.value !== 'number') return []
      const radius = spot === last ? 4 : spots.length > mostDots ? 0 : 2.4
      return [{ look: figure.state === 'few' ? 'few' : 'dot', circle: [spot.x, y(figure.value), radius] }]
    }),
  ]
}

/** The newest value, and the name of the dashed line where there is room for it. */
function endMarks({ indicator, points, comparison, locale }: Trend, { x, y, bottom, isNarrow }: Plot): Mark[] {
  const end = (look: 'now' | 'beforeTitle', of: (point: TrendPoint) => Figure | undefined) => {
    const index = points.findLastIndex((point) => typeof of(point)?.value === 'number')
    const last = points[index] && of(points[index])
    const text = look === 'now' ? valueText(indicator, last?.value ?? null, locale) : comparison
    return last ? [{ look, x: (x[index] ?? 0) + 10, y: y(last.value ?? 0), text }] : []
  }
  const ends = [...end('now', ({ figure }) => figure), ...(isNarrow ? [] : end('beforeTitle', ({ old }) => old))]
  return apart(ends, labelHeight, bottom).map((one) => ({ look: one.look, at: [one.x, one.y + 4], text: one.text }))
}

const nameHeight = 13
const mostLetters = 18

/** Lines over the same periods, each with its name at its end. `at`: the period that is pointed at. */
export function linesMarks(lines: readonly TrendLine[], { x, y, right, bottom, isNarrow }: Plot, at?: number): Mark[] {
  const drawn = lines.map(({ name, figures }, of) => ({
    name,
    of,
    spots: figures.map((figure, index) => ({ x: x[index] ?? 0, value: figure?.value })),
  }))
  const ends = drawn.flatMap(({ name, of, spots }) => {
    const last = spots.findLast(({ value }) => typeof value === 'number')
    return typeof last?.value === 'number' ? [{ name, of, y: y(last.value) }] : []
  })
  return [
    ...drawn.flatMap(({ of, spots }): Mark[] => {
      const spot = at === undefined ? undefined : spots[at]
      return [
        { look: 'manyLine', of, path: linePath(spots, ({ value }) => value, y) },
        ...(typeof spot?.value === 'number'
          ? [{ look: 'manyLine', of, circle: [spot.x, y(spot.value), 3.5] } as const]
          : []),
      ]
    }),
    ...(isNarrow ? [] : apart(ends, nameHeight, bottom)).map(
      ({ name, of, y: level }): Mark => ({
        look: 'manyTitle',
        of,
        at: [right + 4, level + 4],
        text: name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name,
      }),
    ),
  ]
}
