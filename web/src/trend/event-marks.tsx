import type { EventMark } from './event.ts'
import css from './event-marks.module.css'

/** A dotted line where something happened, with its title above the plot where there is room. */
export const EventMarks = ({ marks, bottom }: { marks: readonly EventMark[]; bottom: number }) =>
  marks.map(({ day, title, x, top, baseline, isBefore }) => (
    <g key={`${day} ${title}`} className={css.mark}>
      <line x1={x} x2={x} y1={top} y2={bottom} />
      {baseline !== null && (
        <text x={x + (isBefore ? -5 : 5)} y={baseline} textAnchor={isBefore ? 'end' : 'start'}>
          {title}
        </text>
      )}
    </g>
  ))
