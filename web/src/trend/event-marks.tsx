import { eventLabels, type TrendEvent } from './event.ts'
import css from './event-marks.module.css'

type Props = {
  events: readonly TrendEvent[]
  /** Where a day stands, in pixels. */
  x: (day: number) => number
  /** The chart's inner edges, in pixels. */
  left: number
  right: number
  bottom: number
}

/** A dotted line where something happened, with its title at the chart's upper edge where there is room. */
export function EventMarks({ events, x, left, right, bottom }: Props) {
  const at = events.map((event) => ({ ...event, x: Math.max(left, Math.min(right, x(Date.parse(event.day)))) }))
  return eventLabels(at, left, right).map(({ day, title, x: here, row, isBefore }) => (
    <g key={`${day} ${title}`} className={css.mark}>
      <line x1={here} x2={here} y1={0} y2={bottom} />
      {row !== null && (
        <text x={here + (isBefore ? -5 : 5)} y={10 + row * 12} textAnchor={isBefore ? 'end' : 'start'}>
          {title}
        </text>
      )}
    </g>
  ))
}
