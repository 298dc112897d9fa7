import type { Figure } from '@kaiku/contract/figure.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { formatCount, formatUnit } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { apart } from '../chart/line-label.ts'
import { type Indicator, plusMinus, valueText } from '../indicator/indicator.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { eventsIn, letterWidth, type TrendEvent } from './event.ts'
import { alongLine, freeSpot } from './free-spot.ts'
import { type Plot, TimePlot } from './time-plot.tsx'
import css from './trend-chart.module.css'
import { bandPath, linePath, trendDomain } from './trend-shape.ts'

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

const room = { wide: 84, narrow: 52, below: 420 }
const labelHeight = 14
const targetHeight = 13
/** With more points than this only the last one has a dot. */
const mostDots = 60

/** An indicator's line with its uncertainty, beside that of a comparison. */
export function TrendChart({ label, indicator, by, points, average, events, comparison, stale, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { calendar } = useSurvey().survey
  const value = (figure: Figure | undefined) => valueText(indicator, figure?.value ?? null, i18n.language)
  const words = (index: number) => {
    const point = points[index]
    if (!point) return []
    const { figure, old } = point
    return [
      formatUnit(by, point.from, i18n.language, calendar),
      figure?.state === 'hidden' ? t('hiddenShort') : value(figure),
      figure ? plusMinus(indicator, figure, i18n.language) : '',
      `${t('n')} ${formatCount(figure?.n ?? null, i18n.language)}`,
      figure?.state === 'few' ? t('few') : '',
      comparison && old ? `${comparison} ${value(old)}` : '',
      ...eventsIn(point, events).map(({ title }) => title),
    ].filter(Boolean)
  }
  const domain = trendDomain(points, indicator)
  return (
    <TimePlot {...{ label, indicator, by, calendar, points, domain, events, room, stale, words, onOpen }} isOne>
      {(plot) => (
        <>
          <Target indicator={indicator} points={points} plot={plot} />
          <Lines {...{ points, average, plot }} />
          <Ends {...{ points, plot, value, comparison }} />
        </>
      )}
    </TimePlot>
  )
}

function Lines({ points, average, plot }: { points: readonly TrendPoint[]; average: Props['average']; plot: Plot }) {
  const { x, y, top, bottom } = plot
  const spots = points.map((point, index) => ({ ...point, x: x[index] ?? 0 }))
  const last = spots.findLast(({ figure }) => typeof figure?.value === 'number')
  // An interval wider than the axis ends where the plot ends.
  const inPlot = (value: number) => Math.max(top, Math.min(bottom, y(value)))
  return (
    <>
      <path d={bandPath(spots, inPlot)} className={css.band} />
      <path d={linePath(spots, ({ old }) => old?.value, y)} className={css.before} />
      {average.length > 0 && <path d={linePath(spots, (_, index) => average[index], y)} className={css.average} />}
      <path d={linePath(spots, ({ figure }) => figure?.value, y)} className={css.line} />
      {spots.map(
        (spot) =>
          typeof spot.figure?.value === 'number' && (
            <circle
              key={spot.from}
              cx={spot.x}
              cy={y(spot.figure.value)}
              r={spot === last ? 4 : spots.length > mostDots ? 0 : 2.4}
              className={spot.figure.state === 'few' ? css.few : css.dot}
            />
          ),
      )}
    </>
  )
}

function Target({ indicator, points, plot }: { indicator: Indicator; points: readonly TrendPoint[]; plot: Plot }) {
  const { t, i18n } = useTranslation()
  const { target } = indicator
  const { x, y, left, right } = plot
  if (target === null) return null
  const text = t('targetIs', { target: valueText(indicator, target, i18n.language) })
  const known = (of: (point: TrendPoint) => Figure | undefined) =>
    points.flatMap((point, index) => {
      const value = of(point)?.value
      return typeof value === 'number' ? [{ x: x[index] ?? 0, y: y(value) }] : []
    })
  const size = { width: text.length * letterWidth, height: targetHeight }
  const spot = freeSpot(alongLine(y(target), size, plot), [known(({ figure }) => figure), known(({ old }) => old)])
  return (
    <g className={css.target}>
      <line x1={left} x2={right} y1={y(target)} y2={y(target)} />
      {spot && (
        <text x={spot.left} y={spot.bottom - 2}>
          {text}
        </text>
      )}
    </g>
  )
}

type EndsProps = {
  points: readonly TrendPoint[]
  plot: Plot
  value: (figure: Figure | undefined) => string
  comparison: string
}

/** The newest value, and the name of the dashed line where there is room for it. */
function Ends({ points, plot: { x, y, bottom, isNarrow }, value, comparison }: EndsProps) {
  const end = (name: 'now' | 'old', of: (point: TrendPoint) => Figure | undefined, text: (last: Figure) => string) => {
    const index = points.findLastIndex((point) => typeof of(point)?.value === 'number')
    const last = points[index] && of(points[index])
    return last ? [{ name, x: (x[index] ?? 0) + 10, y: y(last.value ?? 0), text: text(last) }] : []
  }
  const ends = [
    ...end('now', ({ figure }) => figure, value),
    ...(isNarrow
      ? []
      : end(
          'old',
          ({ old }) => old,
          () => comparison,
        )),
  ]
  return apart(ends, labelHeight, bottom).map((one) => (
    <text key={one.name} x={one.x} y={one.y + 4} className={css[one.name]}>
      {one.text}
    </text>
  ))
}
