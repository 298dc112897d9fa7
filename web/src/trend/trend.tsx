import { movingAverage } from '@kaiku/contract/moving-average.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { indicatorLines, placeLines, sharing } from '@kaiku/contract/trend-line.ts'
import type { TrendPoint } from '@kaiku/contract/trend-shape.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { eventsAbout, eventsIn, type TrendEvent } from '@kaiku/core/event-label.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { formatCount, formatUnit } from '@kaiku/core/format.ts'
import { writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import { IconWaveSine } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { IconButton, Select } from '../control/control.tsx'
import { useAt, useScope } from '../drill-path/at.tsx'
import { useChosen, useSwitched } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { usePeek } from '../insight/insight.tsx'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { startMoreTexts } from '../text/text.ts'
import { TrendChart } from './trend-chart.tsx'

type Answer = AnswerOf<'Trend'>
const units = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies Answer['by'][]
const isTrend = (answer: { type: string }): answer is Answer => answer.type === 'Trend'

/** The page's own answer, or the one for another time unit once that is there. */
function useByUnit(asked: Component & { type: 'Trend' }, answer: Answer, unit: Answer['by']) {
  const query = useQuery({
    ...figuresQuery([{ ...asked, by: unit }], useScope()),
    enabled: unit !== answer.by,
    placeholderData: keepPreviousData,
  })
  const own = unit === answer.by
  return { shown: own ? answer : (query.data?.answers.find(isTrend) ?? answer), stale: !own && query.isFetching }
}

type Indicators = ReadonlyMap<string, ShownIndicator>
type View = 'one' | 'indicators' | 'places'

/** Few trends are looked at line beside line. */
const TrendLines = lazy(async () => {
  const [{ TrendLines: lines }] = await Promise.all([import('./trend-lines.tsx'), startMoreTexts('component')])
  return { default: lines }
})

/** What of the answer is looked at, as it was chosen. */
function useChoice(asked: Component & { type: 'Trend' }, answer: Answer, indicators: Indicators) {
  const [chosen, setChosen] = useChosen('indicator', answer.indicators[0] ?? '', answer.indicators)
  const [isAveraged, toggleAveraged] = useSwitched('average')
  const [unit, setUnit] = useChosen('by', answer.by, units)
  const { shown, stale } = useByUnit(asked, answer, unit)
  const at = Math.max(0, shown.indicators.indexOf(chosen))
  const indicator = indicators.get(shown.indicators[at] ?? '')
  const together = sharing(indicator, shown.indicators, indicators)
  const views: View[] = [
    'one',
    ...(together.length > 1 ? (['indicators'] as const) : []),
    ...(shown.lines?.places ? (['places'] as const) : []),
  ]
  const [view, setView] = useChosen('lines', 'one', views)
  return {
    setChosen,
    isAveraged,
    toggleAveraged,
    setUnit,
    shown,
    stale,
    at,
    indicator,
    together,
    views,
    view,
    setView,
  }
}

/** How an indicator went over time, with its uncertainty as a band and the comparison dashed. */
export function Trend({ asked, answer, indicators, title }: ComponentProps<'Trend'>) {
  const { t } = useTranslation()
  const { compare } = useAt()
  const { data: place } = usePlace()
  const choice = useChoice(asked, answer, indicators)
  const { isAveraged, shown, stale, at, indicator, together, view } = choice
  const fileOf = useTableFile({ ...asked, by: shown.by })
  const points = shown.points.map((point) => ({ ...point, figure: point.figures[at], old: point.before[at] }))
  const known = points.filter((point) => point.figure?.value !== null && point.figure?.value !== undefined)
  const heading =
    title ??
    (indicator ? t('trend.of', { indicator: indicator.title, unit: t(`unit.by.${shown.by}`) }) : t('trend.title'))
  const compared = points.some((point) => point.old)
  const average = isAveraged ? movingAverage(points.map((point) => point.figure)) : []
  const events = eventsAbout(shown.events, indicator ? [indicator.id] : [])
  const table = useAsTable(shown.by, events, points, indicator, isAveraged ? average : null)
  const pickers = <Pickers choice={choice} indicators={indicators} />
  const onOpen = useOpenPeriod(shown.by, indicator)
  const ofPlaces = view === 'places'
  if (view !== 'one' && indicator)
    return (
      <TrendLines
        answer={shown}
        lines={ofPlaces ? placeLines(shown, at) : indicatorLines(shown, together)}
        indicator={indicator}
        heading={ofPlaces ? heading : (title ?? t('trend.title'))}
        pickers={pickers}
        stale={stale}
        onOpen={onOpen}
        fetchFile={fileOf(
          ofPlaces ? heading : (title ?? t('trend.title')),
          ofPlaces ? { columns: [indicator.id], lines: 'places' } : { columns: together.map(({ id }) => id) },
        )}
      />
    )
  return (
    <Card
      title={heading}
      actions={pickers}
      table={table}
      fetchFile={fileOf(heading, { ...(indicator && { columns: [indicator.id] }), average: isAveraged })}
    >
      {indicator && known.length > 0 ? (
        <TrendChart
          label={heading}
          indicator={indicator}
          by={shown.by}
          points={points}
          average={average}
          events={events}
          comparison={compared ? t(`compare.short.${compare}`) : ''}
          stale={stale}
          onOpen={onOpen}
        />
      ) : (
        <NoTrend answer={shown} points={points} minimum={place?.minimumN} />
      )}
    </Card>
  )
}

function Pickers({ choice, indicators }: { choice: ReturnType<typeof useChoice>; indicators: Indicators }) {
  const { t } = useTranslation()
  const { setChosen, isAveraged, toggleAveraged, setUnit, shown, at, views, view, setView } = choice
  return (
    <>
      {views.length > 1 && (
        <Select
          label={t('trend.lines')}
          value={view}
          choices={views.map((one) => ({ value: one, title: t(`trend.lines.${one}`) }))}
          onChange={setView}
        />
      )}
      {view === 'one' && (
        <IconButton label={t('trend.average')} small aria-pressed={isAveraged} onClick={toggleAveraged}>
          <IconWaveSine size={16} />
        </IconButton>
      )}
      {view !== 'indicators' && shown.indicators.length > 1 && (
        <Select
          label={t('indicator')}
          value={shown.indicators[at] ?? ''}
          choices={shown.indicators.map((value) => ({ value, title: indicators.get(value)?.title ?? value }))}
          onChange={setChosen}
        />
      )}
      <Select
        label={t('unit.label')}
        value={shown.by}
        choices={units.map((one) => ({ value: one, title: t(`unit.${one}`) }))}
        onChange={setUnit}
      />
    </>
  )
}

type EmptyProps = { answer: Answer; points: readonly TrendPoint[]; minimum: number | undefined }

function NoTrend({ answer, points, minimum }: EmptyProps) {
  const { t, i18n } = useTranslation()
  return (
    <Notice title={t(points.some((point) => point.figure?.state === 'hidden') ? 'hiddenAll' : 'trend.empty')}>
      {answer.undated > 0
        ? t('trend.undated', { count: answer.undated, n: formatCount(answer.undated, i18n.language) })
        : t('trend.emptyWhy', { minimum: minimum ?? '' })}
    </Notice>
  )
}

/** Opens the interviews of a period, where the viewer may see them. */
function useOpenPeriod(by: Answer['by'], indicator: ShownIndicator | undefined) {
  const { i18n } = useTranslation()
  const { calendar } = useSurvey().survey
  const peek = usePeek()
  const open = ({ from, to, n }: Pick<TrendPoint, 'from' | 'to' | 'n'>) => {
    const name = formatUnit(by, from, i18n.language, calendar)
    const select = { filter: timeFilter, value: writeAbsoluteDays(from, to) }
    peek?.({
      title: [indicator?.title, name].filter(Boolean).join(' · '),
      groups: [{ path: null, select }],
      n,
      indicator: indicator?.id,
    })
  }
  return peek && open
}

function useAsTable(
  by: Answer['by'],
  events: readonly TrendEvent[],
  points: readonly TrendPoint[],
  indicator: ShownIndicator | undefined,
  average: readonly (number | null)[] | null,
): DataTable {
  const { t, i18n } = useTranslation()
  const { calendar } = useSurvey().survey
  const { compare } = useAt()
  const compared = points.some((point) => point.old)
  const value = (number: number | null | undefined) =>
    indicator ? valueText(indicator, number ?? null, i18n.language) : ''
  return {
    head: [
      t('period'),
      t('value'),
      t('interval'),
      t('n'),
      ...(compared ? [t(`compare.short.${compare}`)] : []),
      ...(average ? [t('trend.average')] : []),
      ...(events.length ? [t('trend.events')] : []),
    ],
    rows: points.map((point, index) => [
      formatUnit(by, point.from, i18n.language, calendar),
      value(point.figure?.value),
      indicator && point.figure ? plusMinus(indicator, point.figure, i18n.language) : '',
      point.figure?.n ?? null,
      ...(compared ? [value(point.old?.value)] : []),
      ...(average ? [value(average[index])] : []),
      ...(events.length
        ? [
            eventsIn(point, events)
              .map(({ title: what }) => what)
              .join(', '),
          ]
        : []),
    ]),
  }
}
