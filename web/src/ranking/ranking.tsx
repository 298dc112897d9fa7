import type { Ranking } from '@kaiku/contract/ranking.ts'
import {
  plotDomain,
  type RankingSort,
  rankingParts,
  readSort,
  shownRows,
  writeSort,
} from '@kaiku/contract/ranking-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconChartScatter, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phone, useMedia } from '../browser/media.ts'
import { Card } from '../card/card.tsx'
import { IconButton } from '../control/control.tsx'
import { type ResultSearch, useAt } from '../drill-path/at.tsx'
import { useChosen, useChosenText } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { usePlace } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { startMoreTexts } from '../text/text.ts'
import { type FunnelWhole, funnelWhole } from './funnel-spots.ts'
import { RankingColumnChooser } from './ranking-column-chooser.tsx'
import { asTable } from './ranking-columns.ts'
import { RankingList } from './ranking-list.tsx'
import { columnsOf, leadOf, type Row, shownColumns, usualSort, writeColumns } from './ranking-order.ts'
import { RowChooser } from './ranking-row-chooser.tsx'
import css from './ranking-table.module.css'
import { RankingTable } from './ranking-table.tsx'

const searchFrom = 8

const FunnelPlot = lazy(async () => {
  const [shown] = await Promise.all([import('./funnel-plot.tsx'), startMoreTexts('component')])
  return shown
})

const Siblings = lazy(async () => ({ default: (await import('./siblings.tsx')).Siblings }))

const toggled = (shown: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(shown)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What table and list both show. */
export type RankingView = {
  rows: readonly Row[]
  indicators: readonly ShownIndicator[]
  lead: ShownIndicator
  sort: RankingSort
  onSort: (sort: RankingSort) => void
  shown: ReadonlySet<string>
  domain: readonly [number, number]
  parent: number | null
  rowTitle: string
  caption: string
}

/** The rows that the address and what was typed ask for, in their order. */
function useRanked(answer: Ranking, known: ReadonlyMap<string, ShownIndicator>) {
  const { i18n } = useTranslation()
  const search: ResultSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { survey } = useSurvey()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const indicators = useMemo(() => answer.indicators.flatMap((id) => known.get(id) ?? []), [answer.indicators, known])
  const wantedSort = readSort(search.sort)
  const lead = leadOf(indicators, wantedSort)
  const columns = useMemo(() => columnsOf(indicators, survey.isDated), [indicators, survey.isDated])
  const shown = useMemo(() => shownColumns(search.columns, columns), [search.columns, columns])
  const inOrder = useMemo(
    () => (lead ? [lead, ...indicators.filter((one) => one.id !== lead.id && shown.has(one.id))] : []),
    [lead, indicators, shown],
  )
  const all = useMemo(() => rankingRows(answer), [answer])
  const [part, setPart] = useChosen('rows', 'all', rankingParts)
  const [least, setLeast] = useChosenText('least')
  const leastN = readLeast(least)
  const sorted = search.sort ?? (lead && writeSort(usualSort(lead, part)))
  const sort = useMemo(() => readSort(sorted), [sorted])
  const rows = useMemo(
    () =>
      lead && sort ? shownRows(all, { lead: lead.id, sort, search: wanted, part, leastN, locale: i18n.language }) : [],
    [all, lead, sort, wanted, part, leastN, i18n.language],
  )
  const change = (next: { sort?: string; columns?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (before: ResultSearch) => withoutNothing({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })
  return {
    written: search.columns ?? '',
    change,
    text,
    setText,
    wanted,
    indicators,
    lead,
    columns,
    shown,
    inOrder,
    all,
    part,
    setPart,
    leastN,
    setLeast,
    sort,
    rows,
  }
}

/** The places below, or the groups of an answer, in order: who is where, how surely, and who moved. */
export function RankingTableComponent({
  asked,
  answer,
  indicators: known,
  title,
  isBeside = false,
}: ComponentProps<'RankingTableComponent'> & { isBeside?: boolean }) {
  const { t, i18n } = useTranslation()
  const { data: place } = usePlace()
  const ranked = useRanked(answer, known)
  const { lead, sort, all, rows, shown, wanted, part, leastN } = ranked
  const fileOf = useTableFile(asked)
  const here = place?.segments.at(isBeside ? -2 : -1)?.name
  const heading =
    title ??
    (here && asked.of === 'children' ? t('ranking.of', { rows: answer.rowTitle, place: here }) : answer.rowTitle)
  if (!lead || !sort || all.length === 0)
    return <NothingRanked asked={asked} title={title} heading={heading} isBeside={isBeside} />
  const whole = funnelWhole(answer, lead)
  const isFunnel = whole !== null && shown.has('~funnel')
  const parent = answer.parent.find((one) => one.indicator === lead.id)?.figure.value ?? null
  const view: RankingView = {
    rows,
    indicators: ranked.inOrder,
    lead,
    sort,
    onSort: (next) => ranked.change({ sort: writeSort(next) }),
    shown,
    domain: plotDomain(all, parent, lead),
    parent,
    rowTitle: answer.rowTitle,
    caption: heading,
  }
  const choice = {
    sort: writeSort(sort),
    search: wanted,
    part,
    leastN,
    columns: ranked.columns.filter((id) => shown.has(id) || id === lead.id),
  }
  return (
    <Card
      title={heading}
      count={
        all.length === rows.length
          ? formatCount(rows.length, i18n.language)
          : t('ofAll', { n: rows.length, all: all.length })
      }
      actions={<Tools ranked={ranked} lead={lead} hasFunnel={whole !== null} isFunnel={isFunnel} />}
      table={asTable(view, t, i18n.language)}
      fetchFile={fileOf(heading, choice)}
      flush
    >
      <Rows view={view} whole={isFunnel ? whole : null} wanted={wanted} />
      <Legend rows={all} remainder={answer.remainder} ownRankOnly={asked.ownRankOnly ?? false} />
    </Card>
  )
}

type EmptyProps = Pick<ComponentProps<'RankingTableComponent'>, 'asked' | 'title'> & {
  heading: string
  isBeside: boolean
}

/** A place without any below shows those beside it. */
function NothingRanked({ asked, title, heading, isBeside }: EmptyProps) {
  const { t } = useTranslation()
  const { data: place } = usePlace()
  const { path } = useAt()
  const ofPlaces = typeof asked.of === 'string' || 'depth' in asked.of
  const isLeaf = ofPlaces && place?.childTitle === null
  const nothing = (
    <Card title={heading} flush>
      <Notice title={t('ranking.empty')}>{t(isLeaf ? 'ranking.leaf' : 'noAnswersWhy')}</Notice>
    </Card>
  )
  return isLeaf && !isBeside && path.length > 2 ? (
    <Suspense fallback={<Skeleton height={420} />}>
      <Siblings {...{ asked, title }} otherwise={nothing} />
    </Suspense>
  ) : (
    nothing
  )
}

type ToolsProps = { ranked: ReturnType<typeof useRanked>; lead: ShownIndicator; hasFunnel: boolean; isFunnel: boolean }

function Tools({ ranked, lead, hasFunnel, isFunnel }: ToolsProps) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const onPhone = useMedia(phone)
  const { written, change, text, setText, indicators, columns, shown, all, part, setPart, leastN, setLeast } = ranked
  return (
    <>
      {all.length > searchFrom && (
        <label className={css.search}>
          <IconSearch size={15} aria-hidden />
          <span className="hidden-text">{t('ranking.search')}</span>
          <input
            type="search"
            value={text}
            placeholder={t('ranking.search')}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {hasFunnel && all.length > 2 && (
        <IconButton
          label={t('ranking.funnel')}
          small
          aria-pressed={isFunnel}
          onClick={() => change({ columns: writeColumns(toggled(shown, '~funnel'), columns) })}
        >
          <IconChartScatter size={16} />
        </IconButton>
      )}
      {all.length > searchFrom && <RowChooser {...{ part, leastN }} onPart={setPart} onLeast={setLeast} />}
      {!onPhone && !isFunnel && (
        <RankingColumnChooser
          indicators={indicators}
          lead={lead}
          isDated={survey.isDated}
          shown={shown}
          onChange={(next) => change({ columns: writeColumns(next, columns) })}
          written={written}
          onChoose={(written) => change({ columns: written === '' ? undefined : written })}
        />
      )}
    </>
  )
}

type RowsProps = { view: RankingView; whole: FunnelWhole | null; wanted: string }

/** `whole`: the rows stand in a funnel around it. */
function Rows({ view, whole, wanted }: RowsProps) {
  const { t } = useTranslation()
  const onPhone = useMedia(phone)
  return view.rows.length === 0 ? (
    <Notice title={wanted === '' ? t('ranking.noneLeft') : t('ranking.nothingFound', { text: wanted })} />
  ) : whole ? (
    <Suspense fallback={<Skeleton height={380} />}>
      <FunnelPlot view={view} whole={whole} />
    </Suspense>
  ) : onPhone ? (
    <RankingList {...view} />
  ) : (
    <RankingTable {...view} />
  )
}

const readLeast = (text: string) => (/^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1)

const withoutNothing = (search: { [N in keyof ResultSearch]: string | undefined }): ResultSearch =>
  Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

type LegendProps = { rows: readonly Row[]; remainder: Ranking['remainder']; ownRankOnly: boolean }

function Legend({ rows, remainder, ownRankOnly }: LegendProps) {
  const { t, i18n } = useTranslation()
  const hidden = rows.filter((row) => row.cells.some((cell) => cell.figure.state === 'hidden')).length
  return (
    <p className={css.legend}>
      <span>{t('ranking.legend')}</span>
      {hidden > 0 && <span>{t('ranking.hiddenRows', { count: hidden, n: formatCount(hidden, i18n.language) })}</span>}
      {ownRankOnly && <span>{t('ranking.ownRankOnly')}</span>}
      {remainder !== null && remainder > 0 && (
        <span>{t('ranking.remainder', { count: remainder, n: formatCount(remainder, i18n.language) })}</span>
      )}
    </p>
  )
}
