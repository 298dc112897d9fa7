import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { TrendLine } from '@kaiku/contract/trend-line.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { eventsAbout, eventsIn } from '@kaiku/core/event-label.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { useAt } from '../drill-path/at.tsx'
import { withGroups } from '../drill-path/with-groups.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './lines-chart.module.css'
import { LinesChart } from './lines-chart.tsx'

type Props = {
  answer: AnswerOf<'Trend'>
  lines: readonly TrendLine[]
  indicator: ShownIndicator
  heading: string
  pickers: ReactNode
  stale: boolean
  fetchFile: ComponentProps<typeof Card>['fetchFile']
  onOpen: ((point: { from: string; to: string; n: number | null }) => void) | undefined
}

/** Several indicators, or the places below, over the same periods. */
export function TrendLines({ answer, lines, indicator, heading, pickers, stale, fetchFile, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const at = useAt()
  const { data: place } = usePlace()
  const { points, by } = answer
  // Lines of places are all of one indicator, the others are each of their own.
  const events = eventsAbout(
    answer.events,
    lines.some(({ path }) => path !== null) ? [indicator.id] : lines.map(({ id }) => id),
  )
  const named = (from: string) => formatUnit(by, from, i18n.language, survey.calendar)
  const table: DataTable = {
    head: [t('period'), ...lines.map(({ name }) => name), ...(events.length ? [t('trend.events')] : [])],
    rows: points.map((point, next) => [
      named(point.from),
      ...lines.map(({ figures }) => valueText(indicator, figures[next]?.value ?? null, i18n.language)),
      ...(events.length
        ? [
            eventsIn(point, events)
              .map(({ title }) => title)
              .join(', '),
          ]
        : []),
    ]),
  }
  const isDrawn = lines.some(({ figures }) => figures.some((figure) => typeof figure?.value === 'number'))
  const left = (answer.lines?.places ?? 0) - lines.length
  if (!isDrawn)
    return (
      <Card title={heading} actions={pickers}>
        <Notice title={t(answer.lines?.hidden ? 'hiddenAll' : 'trend.empty')}>
          {answer.lines?.hidden ? t('trend.linesHidden') : t('trend.emptyWhy', { minimum: place?.minimumN ?? '' })}
        </Notice>
      </Card>
    )
  return (
    <Card title={heading} actions={pickers} table={table} fetchFile={fetchFile}>
      <LinesChart
        {...{ label: heading, indicator, by, points, lines, events, stale, onOpen }}
        calendar={survey.calendar}
      />
      <ul className={css.names}>
        {lines.map((line, next) => {
          const to = withGroups(at, [{ path: line.path, select: null }])
          return (
            <li key={line.id}>
              <span className={css.swatch} data-line={next} aria-hidden />
              {line.path !== null && to ? <PlaceLink to={to}>{line.name}</PlaceLink> : line.name}
            </li>
          )
        })}
        {lines.some(({ path }) => path !== null) && left > 0 && (
          <li className={css.left}>{t('trend.linesLeft', { n: lines.length, all: lines.length + left })}</li>
        )}
      </ul>
    </Card>
  )
}
