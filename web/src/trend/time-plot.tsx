import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linear, ticks } from '../chart/scale.ts'
import { useSize } from '../chart/size.ts'
import { type Indicator, valueText } from '../indicator/indicator.ts'
import { placedEvents, type TrendEvent } from './event.ts'
import { EventMarks } from './event-marks.tsx'
import css from './time-plot.module.css'
import { nearest, walked } from './time-walk.ts'
import { axisLabels } from './trend-shape.ts'

type Period = { readonly from: string; readonly to: string }

/** Where things stand, in px. */
export type Plot = {
  /** The middle of each period. */
  readonly x: readonly number[]
  readonly y: (value: number) => number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly isNarrow: boolean
  /** The period that is pointed at. */
  readonly at: number | null
}

type Props<P extends Period> = {
  label: string
  indicator: Indicator
  by: TimeUnit
  calendar: Calendar
  points: readonly P[]
  /** What the value axis covers. */
  domain: readonly [number, number]
  events: readonly TrendEvent[]
  /** Room at the right, px: as a rule, and where the plot is narrower than a width. */
  room: { readonly wide: number; readonly narrow: number; readonly below: number }
  stale: boolean
  /** What a period says; its name first. */
  words: (index: number) => readonly string[]
  /** Whether the second of the words is the one that counts. */
  isOne: boolean
  /** Opens the interviews of a period. */
  onOpen: ((point: P) => void) | undefined
  children: (plot: Plot) => ReactNode
}

const margin = { top: 14, bottom: 26, left: 44 }

/** Axes, events and what is pointed at, over real time. Arrow keys walk the periods; what is pointed at is said in words. */
export function TimePlot<P extends Period>(props: Props<P>) {
  const { label, points, domain, events, room, stale, words, isOne, onOpen, children } = props
  const { t } = useTranslation()
  const [ref, width, height] = useSize<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const isNarrow = width < room.below
  const right = width - (isNarrow ? room.narrow : room.wide)
  const bottom = height - margin.bottom
  const times = points.map(({ from, to }) => (Date.parse(from) + Date.parse(to)) / 2)
  const scale = linear([times[0] ?? 0, times.at(-1) ?? 1], [margin.left + 8, Math.max(margin.left + 9, right - 8)])
  const x = times.map(scale)
  const { marks, band } = placedEvents(events, scale, margin.left, right)
  const top = margin.top + band
  const y = linear(domain, [bottom, top])
  const shown = at ?? points.length - 1
  const pointed = at === null ? undefined : x[at]
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) =>
    setAt(points.length > 0 ? nearest(x, clientX - currentTarget.getBoundingClientRect().left) : null)
  const open = () => {
    const found = points[shown]
    if (found) onOpen?.(found)
  }
  return (
    <div
      ref={ref}
      className={css.plot}
      data-stale={stale || undefined}
      data-opens={onOpen !== undefined || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={shown}
      aria-valuetext={words(shown).join(', ')}
      aria-description={onOpen && t('peek.keys')}
      onClick={open}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={(event) => {
        const next = walked(event.key, at, points.length)
        if (next !== undefined) setAt(next)
        else if (event.key === 'Enter') open()
        else return
        event.preventDefault()
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Axes {...props} x={x} y={y} right={right} height={height} />
          <EventMarks marks={marks} bottom={bottom} />
          {children({ x, y, left: margin.left, right, top, bottom, isNarrow, at })}
          {pointed !== undefined && <line x1={pointed} x2={pointed} y1={top} y2={bottom} className={css.cursor} />}
        </svg>
      )}
      {at !== null && pointed !== undefined && <Tip words={words(at)} isOne={isOne} x={pointed} width={width} />}
    </div>
  )
}

type AxesProps = Pick<Props<Period>, 'indicator' | 'by' | 'calendar' | 'points' | 'domain'> & {
  /** Of each point. */
  x: readonly number[]
  y: (value: number) => number
  right: number
  height: number
}

function Axes({ indicator, by, calendar, points, domain, x, y, right, height }: AxesProps) {
  const { i18n } = useTranslation()
  return (
    <>
      {ticks(domain, 5).map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={right} y1={y(tick)} y2={y(tick)} className={css.grid} />
          <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" className={css.tick}>
            {valueText({ ...indicator, unit: '' }, tick, i18n.language, decimalsAt(tick, indicator))}
          </text>
        </g>
      ))}
      {axisLabels(
        points.map(({ from }, index) => ({ from, x: x[index] ?? 0 })),
        by,
        i18n.language,
        calendar,
      ).map((tick) => (
        <text key={tick.from} x={tick.x} y={height - 6} textAnchor="middle" className={css.tick}>
          {tick.text}
        </text>
      ))}
    </>
  )
}

type TipProps = { words: readonly string[]; isOne: boolean; x: number; width: number }

function Tip({ words, isOne, x, width }: TipProps) {
  return (
    <div
      className={css.tip}
      data-one={isOne || undefined}
      data-side={x > width / 2 ? 'left' : 'right'}
      style={{ left: x }}
      aria-hidden
    >
      {words.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

const decimalsAt = (tick: number, { decimals }: Indicator) =>
  Number.isInteger(tick) ? 0 : Math.min(2, Math.max(1, decimals))
