import type { Figure } from '@kaiku/contract/figure.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { formatCount, formatUnit } from '@kaiku/core/format.ts'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Indicator, plusMinus, valueText } from '../indicator/indicator.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { linear, ticks } from '../ui/scale.ts'
import { useSize } from '../ui/size.ts'
import { eventsIn, letterWidth, placedEvents, type TrendEvent } from './event.ts'
import { EventMarks } from './event-marks.tsx'
import { alongLine, freeSpot } from './free-spot.ts'
import css from './trend-chart.module.css'
import { axisLabels, bandPath, linePath, trendDomain } from './trend-shape.ts'

export type TrendPoint = {
  from: string
  to: string
  n: number | null
  figure: Figure | undefined
  old: Figure | undefined
}

type Props = {
  label: string
  indicator: Indicator
  by: TimeUnit
  points: readonly TrendPoint[]
  /** By point; empty where none is wished. */
  average: readonly (number | null)[]
  events: readonly TrendEvent[]
  /** Name of the dashed line; empty without one. */
  comparison: string
  stale: boolean
  /** Opens the interviews of a period. */
  onOpen?: ((point: TrendPoint) => void) | undefined
}

const margin = { top: 14, right: 84, bottom: 26, left: 44 }
const targetHeight = 13
const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** A line over real time. Arrow keys walk the points; what is pointed at is said in words. */
export function TrendChart({ label, indicator, by, points, average, events, comparison, stale, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { calendar } = useSurvey().survey
  const [ref, width, height] = useSize<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const times = points.map((point) => (Date.parse(point.from) + Date.parse(point.to)) / 2)
  const narrow = width < 420
  const right = narrow ? 52 : margin.right
  const x = linear([times[0] ?? 0, times.at(-1) ?? 1], [margin.left + 8, Math.max(margin.left + 9, width - right - 8)])
  const { marks, band } = placedEvents(events, x, margin.left, width - right)
  const top = margin.top + band
  const domain = trendDomain(points, indicator)
  const y = linear(domain, [height - margin.bottom, top])
  const spots = points.map((point, index) => ({ ...point, x: x(times[index] ?? 0) }))
  const value = (figure: Figure | undefined) => valueText(indicator, figure?.value ?? null, i18n.language)
  const words = (point: TrendPoint | undefined) =>
    point
      ? [
          formatUnit(by, point.from, i18n.language, calendar),
          point.figure?.state === 'hidden' ? t('hiddenShort') : value(point.figure),
          point.figure ? plusMinus(indicator, point.figure, i18n.language) : '',
          `${t('n')} ${formatCount(point.figure?.n ?? null, i18n.language)}`,
          point.figure?.state === 'few' ? t('few') : '',
          comparison && point.old ? `${comparison} ${value(point.old)}` : '',
          ...eventsIn(point, events).map(({ title }) => title),
        ].filter(Boolean)
      : []
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const here = event.clientX - event.currentTarget.getBoundingClientRect().left
    const nearest = spots.reduce((best, spot, index) => {
      return Math.abs(spot.x - here) < Math.abs((spots[best]?.x ?? Infinity) - here) ? index : best
    }, 0)
    setAt(nearest)
  }
  const open = () => {
    const point = points[at ?? points.length - 1]
    if (point) onOpen?.(point)
  }
  const walk = (event: KeyboardEvent) => {
    const step = steps.get(event.key)
    if (event.key === 'Enter') open()
    else if (event.key === 'Home' || event.key === 'End') setAt(event.key === 'Home' ? 0 : points.length - 1)
    else if (step !== undefined)
      setAt(Math.max(0, Math.min(points.length - 1, (at ?? points.length - (step > 0 ? 1 : 0)) + step)))
    else return
    event.preventDefault()
  }
  const last = spots.findLast((spot) => typeof spot.figure?.value === 'number')
  const lastOld = spots.findLast((spot) => typeof spot.old?.value === 'number')
  const spot = at === null ? undefined : spots[at]
  // An interval wider than the axis ends where the plot ends.
  const inPlot = (value: number) => Math.max(top, Math.min(height - margin.bottom, y(value)))
  const targetText =
    indicator.target === null ? '' : t('targetIs', { target: valueText(indicator, indicator.target, i18n.language) })
  const targetSpot =
    indicator.target === null
      ? undefined
      : freeSpot(
          alongLine(
            y(indicator.target),
            { width: targetText.length * letterWidth, height: targetHeight },
            { left: margin.left, right: width - right, top, bottom: height - margin.bottom },
          ),
          [
            spots.flatMap(({ x: at, figure }) =>
              typeof figure?.value === 'number' ? [{ x: at, y: y(figure.value) }] : [],
            ),
            spots.flatMap(({ x: at, old }) => (typeof old?.value === 'number' ? [{ x: at, y: y(old.value) }] : [])),
          ],
        )
  const labelGap = last && lastOld ? y(lastOld.old?.value ?? 0) - y(last.figure?.value ?? 0) : Infinity
  const oldShift = Math.abs(labelGap) < 14 ? (labelGap < 0 ? -14 - labelGap : 14 - labelGap) : 0
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
      aria-valuenow={at ?? points.length - 1}
      aria-valuetext={words(points[at ?? points.length - 1]).join(', ')}
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
                {valueText(
                  { ...indicator, unit: '' },
                  tick,
                  i18n.language,
                  Number.isInteger(tick) ? 0 : Math.min(2, Math.max(1, indicator.decimals)),
                )}
              </text>
            </g>
          ))}
          {axisLabels(spots, by, i18n.language, calendar).map((tick) => (
            <text key={tick.from} x={tick.x} y={height - 6} textAnchor="middle" className={css.tick}>
              {tick.text}
            </text>
          ))}
          <path d={bandPath(spots, inPlot)} className={css.band} />
          {indicator.target !== null && (
            <g className={css.target}>
              <line x1={margin.left} x2={width - right} y1={y(indicator.target)} y2={y(indicator.target)} />
              {targetSpot && (
                <text x={targetSpot.left} y={targetSpot.bottom - 2}>
                  {targetText}
                </text>
              )}
            </g>
          )}
          <EventMarks marks={marks} bottom={height - margin.bottom} />
          <path d={linePath(spots, (one) => one.old?.value, y)} className={css.before} />
          {average.length > 0 && (
            <path d={linePath(spots, (one) => average[spots.indexOf(one)], y)} className={css.average} />
          )}
          <path d={linePath(spots, (one) => one.figure?.value, y)} className={css.line} />
          {spots.map(
            (one) =>
              typeof one.figure?.value === 'number' && (
                <circle
                  key={one.from}
                  cx={one.x}
                  cy={y(one.figure.value)}
                  r={one === last ? 4 : spots.length > 60 ? 0 : 2.4}
                  className={one.figure.state === 'few' ? css.few : css.dot}
                />
              ),
          )}
          {last && (
            <text x={last.x + 10} y={y(last.figure?.value ?? 0) + 4} className={css.now}>
              {value(last.figure)}
            </text>
          )}
          {lastOld && !narrow && (
            <text x={lastOld.x + 10} y={y(lastOld.old?.value ?? 0) + 4 + oldShift} className={css.old}>
              {comparison}
            </text>
          )}
          {spot && <line x1={spot.x} x2={spot.x} y1={top} y2={height - margin.bottom} className={css.cursor} />}
        </svg>
      )}
      {spot && (
        <div className={css.tip} data-side={spot.x > width / 2 ? 'left' : 'right'} style={{ left: spot.x }} aria-hidden>
          {words(spot).map((line, index) => (
            <span key={line} className={index === 1 ? css.strong : undefined}>
              {line}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
