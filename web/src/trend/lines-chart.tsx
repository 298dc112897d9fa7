import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Indicator, valueText } from '../indicator/indicator.ts'
import { domainOf, linear, ticks } from '../ui/scale.ts'
import { useSize } from '../ui/size.ts'
import { eventsIn, placedEvents, type TrendEvent } from './event.ts'
import { EventMarks } from './event-marks.tsx'
import css from './lines-chart.module.css'
import type { TrendLine } from './trend-line.ts'
import { axisLabels, linePath } from './trend-shape.ts'

type Props = {
  label: string
  indicator: Indicator
  by: TimeUnit
  points: AnswerOf<'Trend'>['points']
  lines: readonly TrendLine[]
  events: readonly TrendEvent[]
  calendar: Calendar
  stale: boolean
  /** Opens the interviews of a period. */
  onOpen?: ((point: AnswerOf<'Trend'>['points'][number]) => void) | undefined
}

const margin = { top: 12, bottom: 26, left: 44 }
const labelHeight = 13

/** Names beside the ends of the lines, moved apart where they would touch. */
function labelled<T extends { y: number }>(ends: readonly T[], lowest: number): T[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y)
  let last = -Infinity
  const down = sorted.map((end) => {
    last = Math.max(end.y, last + labelHeight)
    return { ...end, y: last }
  })
  const over = Math.max(0, last - lowest)
  return down.map((end) => ({ ...end, y: end.y - over }))
}

/** Lines over the same periods. Arrow keys walk the points; all values of one are said in words. */
export function LinesChart({ label, indicator, by, points, lines, events, calendar, stale, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const [ref, width, height] = useSize<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const right = width < 520 ? 16 : 120
  const times = points.map(({ from, to }) => (Date.parse(from) + Date.parse(to)) / 2)
  const x = linear([times[0] ?? 0, times.at(-1) ?? 1], [margin.left + 8, Math.max(margin.left + 9, width - right - 8)])
  const values = lines.flatMap(({ figures }) => figures.flatMap((figure) => figure?.value ?? []))
  const domain = domainOf(values, indicator.bounds)
  const { marks, band } = placedEvents(events, x, margin.left, width - right)
  const top = margin.top + band
  const y = linear(domain, [height - margin.bottom, top])
  const spotsOf = ({ figures }: TrendLine) =>
    points.map((point, index) => ({ ...point, figure: figures[index], old: undefined, x: x(times[index] ?? 0) }))
  const drawn = lines.map((line, index) => ({ line, index, spots: spotsOf(line) }))
  const value = (number: number | null | undefined) => valueText(indicator, number ?? null, i18n.language)
  const words = (index: number) => {
    const point = points[index]
    if (!point) return []
    return [
      formatUnit(by, point.from, i18n.language, calendar),
      ...lines.map(({ name, figures }) => {
        const figure = figures[index]
        return [`${name} ${value(figure?.value)}`, figure?.state === 'few' ? t('few') : ''].filter(Boolean).join(' · ')
      }),
      ...eventsIn(point, events).map(({ title }) => title),
    ]
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const here = event.clientX - event.currentTarget.getBoundingClientRect().left
    const far = times.map((time) => Math.abs(x(time) - here))
    setAt(far.indexOf(Math.min(...far)))
  }
  const open = () => {
    const point = points[at ?? points.length - 1]
    if (point) onOpen?.(point)
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open()
    const last = points.length - 1
    const next = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? last) + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    setAt(Math.max(0, Math.min(last, next)))
    event.preventDefault()
  }
  const ends = drawn.flatMap(({ line, index, spots }) => {
    const last = spots.findLast(({ figure }) => typeof figure?.value === 'number')
    return last ? [{ name: line.name, index, y: y(last.figure?.value ?? 0) }] : []
  })
  const spot = at === null ? null : x(times[at] ?? 0)
  const shown = at ?? points.length - 1
  return (
    <div
      ref={ref}
      className={css.chart}
      data-stale={stale || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={shown}
      aria-valuetext={words(shown).join(', ')}
      data-opens={onOpen !== undefined || undefined}
      aria-description={onOpen && t('peek.keys')}
      onClick={open}
      onPointerMove={move}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={walk}
    >
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks(domain, 5).map((tick) => (
            <g key={tick}>
              <line x1={margin.left} x2={width - right} y1={y(tick)} y2={y(tick)} className={css.grid} />
              <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" className={css.tick}>
                {valueText({ ...indicator, unit: '' }, tick, i18n.language, Number.isInteger(tick) ? 0 : 2)}
              </text>
            </g>
          ))}
          {axisLabels(drawn[0]?.spots ?? [], by, i18n.language, calendar).map((tick) => (
            <text key={tick.from} x={tick.x} y={height - 6} textAnchor="middle" className={css.tick}>
              {tick.text}
            </text>
          ))}
          <EventMarks marks={marks} bottom={height - margin.bottom} />
          {drawn.map(({ line, index, spots }) => (
            <g key={line.id} className={css.line} data-line={index}>
              <path d={linePath(spots, (one) => one.figure?.value, y)} />
              {at !== null && typeof spots[at]?.figure?.value === 'number' && (
                <circle cx={spots[at]?.x} cy={y(spots[at]?.figure?.value ?? 0)} r={3.5} />
              )}
            </g>
          ))}
          {right > 100 &&
            labelled(ends, height - margin.bottom).map((end) => (
              <text key={end.index} x={width - right + 4} y={end.y + 4} className={css.name} data-line={end.index}>
                {end.name.length > 18 ? `${end.name.slice(0, 17)}…` : end.name}
              </text>
            ))}
          {spot !== null && <line x1={spot} x2={spot} y1={top} y2={height - margin.bottom} className={css.cursor} />}
        </svg>
      )}
      {at !== null && spot !== null && (
        <div className={css.tip} data-side={spot > width / 2 ? 'left' : 'right'} style={{ left: spot }} aria-hidden>
          {words(at).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </div>
  )
}
