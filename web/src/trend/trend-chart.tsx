import type { Figure } from '@kaiku/contract/figure.ts'
import { trendMarks, trendRoom } from '@kaiku/contract/trend-drawing.ts'
import { type TrendPoint, trendDomain } from '@kaiku/contract/trend-shape.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { eventsIn, type TrendEvent } from '@kaiku/core/event-label.ts'
import { formatCount, formatUnit } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { TimePlot } from './time-plot.tsx'

type Props = {
  label: string
  indicator: ShownIndicator
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
  const targetTitle = t('targetIs', { target: valueText(indicator, indicator.target, i18n.language) })
  return (
    <TimePlot
      {...{ label, indicator, by, calendar, points, domain, events, stale, words, onOpen }}
      room={trendRoom}
      isOne
      marks={(plot) => trendMarks({ indicator, points, average, comparison, targetTitle, locale: i18n.language }, plot)}
    />
  )
}
