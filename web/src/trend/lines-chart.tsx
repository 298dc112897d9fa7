import type { AnswerOf } from '@kaiku/contract/result.ts'
import { linesMarks, linesRoom } from '@kaiku/contract/trend-drawing.ts'
import type { TrendLine } from '@kaiku/contract/trend-line.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import { eventsIn, type TrendEvent } from '@kaiku/core/event-label.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { domainOf } from '@kaiku/core/scale.ts'
import { useTranslation } from 'react-i18next'
import css from './lines-chart.module.css'
import { TimePlot } from './time-plot.tsx'

type Props = {
  label: string
  indicator: ShownIndicator
  by: TimeUnit
  points: AnswerOf<'Trend'>['points']
  lines: readonly TrendLine[]
  events: readonly TrendEvent[]
  calendar: Calendar
  stale: boolean
  /** Opens the interviews of a period. */
  onOpen?: ((point: AnswerOf<'Trend'>['points'][number]) => void) | undefined
}

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
        {...{ label, indicator, by, calendar, points, domain, events, stale, words, onOpen }}
        room={linesRoom}
        isOne={false}
        marks={(plot, at) => linesMarks(lines, plot, at)}
      />
    </div>
  )
}
