import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import type { Mark } from '@kaiku/core/drawing.ts'
import { type EventMark, placedEvents, type TrendEvent } from '@kaiku/core/event-label.ts'
import { linear, ticks } from '@kaiku/core/scale.ts'
import { axisLabels } from './trend-shape.ts'
import { type ShownIndicator, valueText } from './value-text.ts'

export type PlotRequest = {
  readonly indicator: ShownIndicator
  readonly by: TimeUnit
  readonly calendar: Calendar
  readonly points: readonly { readonly from: string; readonly to: string }[]
  /** What the value axis covers. */
  readonly domain: readonly [number, number]
  readonly events: readonly TrendEvent[]
  /** Room at the right, px: as a rule, and where the plot is narrower than a width. */
  readonly room: { readonly wide: number; readonly narrow: number; readonly below: number }
  readonly locale: string
}

/** Where things stand, in px, and what stands behind them. */
export type Plot = {
  /** The middle of each period. */
  readonly x: readonly number[]
  readonly y: (value: number) => number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly isNarrow: boolean
  /** Axes and events. */
  readonly marks: readonly Mark[]
}

const margin = { top: 14, bottom: 26, left: 44 }

/** Axes and events over real time, in a frame of so many px. */
export function timePlot(asked: PlotRequest, width: number, height: number): Plot {
  const { points, domain, events, room } = asked
  const isNarrow = width < room.below
  const right = width - (isNarrow ? room.narrow : room.wide)
  const bottom = height - margin.bottom
  const times = points.map(({ from, to }) => (Date.parse(from) + Date.parse(to)) / 2)
  const scale = linear([times[0] ?? 0, times.at(-1) ?? 1], [margin.left + 8, Math.max(margin.left + 9, right - 8)])
  const x = times.map(scale)
  const placed = placedEvents(events, scale, margin.left, right)
  const top = margin.top + placed.band
  const y = linear(domain, [bottom, top])
  const marks = [
    ...axisMarks(asked, { x, y, right, height }),
    ...placed.marks.flatMap((one) => eventMarks(one, bottom)),
  ]
  return { x, y, left: margin.left, right, top, bottom, isNarrow, marks }
}

type Axes = Pick<Plot, 'x' | 'y' | 'right'> & { readonly height: number }

const axisMarks = (
  { indicator, by, calendar, points, domain, locale }: PlotRequest,
  { x, y, right, height }: Axes,
): Mark[] => [
  ...ticks(domain, 5).flatMap((tick): Mark[] => [
    { look: 'grid', line: [margin.left, y(tick), right, y(tick)] },
    {
      look: 'tick',
      at: [margin.left - 8, y(tick) + 4],
      anchor: 'end',
      text: valueText({ ...indicator, unit: '' }, tick, locale, decimalsAt(tick, indicator)),
    },
  ]),
  ...axisLabels(
    points.map(({ from }, index) => ({ from, x: x[index] ?? 0 })),
    by,
    locale,
    calendar,
  ).map((tick): Mark => ({ look: 'tick', at: [tick.x, height - 6], anchor: 'middle', text: tick.text })),
]

const decimalsAt = (tick: number, { decimals }: ShownIndicator) =>
  Number.isInteger(tick) ? 0 : Math.min(2, Math.max(1, decimals))

/** A dotted line where something happened, with its title above the plot where there is room. */
const eventMarks = ({ title, x, top, baseline, isBefore }: EventMark, bottom: number): Mark[] => [
  { look: 'event', line: [x, top, x, bottom] },
  ...(baseline === null
    ? []
    : [
        isBefore
          ? ({ look: 'eventTitle', at: [x - 5, baseline], anchor: 'end', text: title } as const)
          : ({ look: 'eventTitle', at: [x + 5, baseline], text: title } as const),
      ]),
]
