import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { apart } from '../chart/line-label.ts'
import { domainOf } from '../chart/scale.ts'
import { type Indicator, valueText } from '../indicator/indicator.ts'
import { eventsIn, type TrendEvent } from './event.ts'
import css from './lines-chart.module.css'
import { TimePlot } from './time-plot.tsx'
import type { TrendLine } from './trend-line.ts'
import { linePath } from './trend-shape.ts'

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

const room = { wide: 120, narrow: 16, below: 520 }
const labelHeight = 13
const mostLetters = 18

/** Lines over the same periods, each with its name at its end. */
export function LinesChart({ label, indicator, by, points, lines, events, calendar, stale, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const values = lines.flatMap(({ figures }) => figures.flatMap((figure) => figure?.value ?? []))
  const domain = domainOf(values, indicator.bounds)
  const words = (index: number) => {
    const point = points[index]
    if (!point) return []
    return [
      formatUnit(by, point.from, i18n.language, calendar),
      ...lines.map(({ name, figures }) => {
        const figure = figures[index]
        const value = valueText(indicator, figure?.value ?? null, i18n.language)
        return [`${name} ${value}`, figure?.state === 'few' ? t('few') : ''].filter(Boolean).join(' · ')
      }),
      ...eventsIn(point, events).map(({ title }) => title),
    ]
  }
  return (
    <div className={css.chart}>
      <TimePlot
        {...{ label, indicator, by, calendar, points, domain, events, room, stale, words, onOpen }}
        isOne={false}
      >
        {({ x, y, right, bottom, isNarrow, at }) => {
          const drawn = lines.map(({ id, name, figures }, line) => ({
            id,
            name,
            line,
            spots: figures.map((figure, index) => ({ x: x[index] ?? 0, value: figure?.value })),
          }))
          const ends = drawn.flatMap(({ name, line, spots }) => {
            const last = spots.findLast(({ value }) => typeof value === 'number')
            return typeof last?.value === 'number' ? [{ name, line, y: y(last.value) }] : []
          })
          return (
            <>
              {drawn.map(({ id, line, spots }) => {
                const spot = at === null ? undefined : spots[at]
                return (
                  <g key={id} className={css.line} data-line={line}>
                    <path d={linePath(spots, ({ value }) => value, y)} />
                    {typeof spot?.value === 'number' && <circle cx={spot.x} cy={y(spot.value)} r={3.5} />}
                  </g>
                )
              })}
              {!isNarrow &&
                apart(ends, labelHeight, bottom).map((end) => (
                  <text key={end.line} x={right + 4} y={end.y + 4} className={css.name} data-line={end.line}>
                    {end.name.length > mostLetters ? `${end.name.slice(0, mostLetters - 1)}…` : end.name}
                  </text>
                ))}
            </>
          )
        }}
      </TimePlot>
    </div>
  )
}
