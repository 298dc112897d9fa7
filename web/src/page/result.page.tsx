import type { Component } from '@kaiku/contract/page.ts'
import { say } from '@kaiku/core/localised.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { interviewsPage, rankingsPage, startOf, useAt, useScope } from '../drill-path/at.tsx'
import { ComparisonPicker } from '../drill-path/comparison-picker.tsx'
import { linkTo } from '../drill-path/go.ts'
import { usePlace } from '../drill-path/place.queries.ts'
import { PlaceHeader } from '../drill-path/place-header.tsx'
import { PlaceOnPage } from '../figure/chosen.ts'
import { pageQuery } from '../figure/figure.queries.ts'
import { FilterChips } from '../filter/filter-chips.tsx'
import { Refusal } from '../send.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useEditing } from './editing.ts'
import { PageComponent } from './page-component.tsx'
import { spansOf } from './page-components.tsx'
import { isOwnName, usePages } from './pages.ts'
import css from './result.page.module.css'

const PageMenu = lazy(async () => ({ default: (await import('./page-menu.tsx')).PageMenu }))
const PageEditors = lazy(async () => ({ default: (await import('./page-editors.tsx')).PageEditors }))

/** Pages that every survey has, whether its definition names them or not. */
const builtIn: ReadonlyMap<string, Component[]> = new Map([
  [rankingsPage, [{ type: 'RankingTableComponent', of: 'children', ownRankOnly: false, spark: true }]],
  [interviewsPage, [{ type: 'InterviewList', limit: 50 }]],
])

/** A page of the survey at a place: its header and its components, all from one request. */
export function ResultPage({ onOpenFilters }: { onOpenFilters: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { page } = useAt()
  const { survey } = useSurvey()
  const { all, isKnown } = usePages()
  const editing = useEditing(survey.extName)
  const known = all.find((one) => one.extname === page)
  const { data: place, error } = usePlace()
  const isUnanswered = place?.nAll === 0
  if (error instanceof Refusal && error.code === 'not_found') return <UnknownPlace />
  const components = known?.components ?? builtIn.get(page) ?? null
  if (editing === 'survey' || (editing === 'own' && known?.own))
    return (
      <Suspense fallback={<Skeleton height={420} />}>
        <PageEditors />
      </Suspense>
    )
  return (
    <>
      <PlaceHeader />
      <div className={css.bar} data-screen-only>
        <FilterChips onOpen={onOpenFilters} />
        {survey.isDated && <ComparisonPicker />}
        <Suspense fallback={null}>
          <PageMenu />
        </Suspense>
      </div>
      {components === null && (isKnown || !isOwnName(page)) && (
        <Notice title={t('page.unknown')}>{t('page.unknownWhy')}</Notice>
      )}
      {components?.length === 0 && <Notice title={t('page.empty')}>{t('page.emptyWhy')}</Notice>}
      {isUnanswered && <Notice title={t('place.noneYet')}>{t('place.noneYetWhy')}</Notice>}
      {!isUnanswered && components && components.length > 0 && (
        <Components components={components} named={known !== undefined && !known.own} />
      )}
    </>
  )
}

function UnknownPlace() {
  const { t } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const start = { ...at, ...startOf(survey.startPath, survey.startFilter) }
  return (
    <Notice
      alert
      title={t('place.unknown')}
      action={
        <Link {...linkTo(start)} className={css.link}>
          {t('address.start')}
        </Link>
      }
    >
      {t('place.unknownWhy')}
    </Notice>
  )
}

function Components({ components, named }: { components: Component[]; named: boolean }) {
  const { t, i18n } = useTranslation()
  const { page } = useAt()
  const scope = useScope()
  const { survey, loadCount } = useSurvey()
  const query = useQuery({
    ...pageQuery(page, scope, named ? undefined : components),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, refetch } = query
  const client = useQueryClient()
  // What failed beside this page, such as its header, is tried again with it.
  const retryAll = () =>
    Promise.all([refetch(), client.refetchQueries({ predicate: (one) => one.state.status === 'error' })])
  const known = data?.indicators ?? survey.indicators
  const indicators = useMemo(() => new Map(known.map((one) => [one.id, one])), [known])
  const spans = spansOf(components)
  return (
    <>
      <div className={css.grid} data-stale={isPlaceholderData || undefined} aria-busy={query.isFetching}>
        {components.map((asked, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: components have a place on their page and no name
          <div key={`${page} ${index}`} className={css.cell} data-span={spans[index]}>
            <PlaceOnPage value={index}>
              <PageComponent
                asked={asked}
                answer={data?.answers[index]}
                indicators={indicators}
                title={asked.title === undefined ? undefined : say(asked.title, i18n.language, survey.locale)}
                error={data ? null : error}
                onRetry={() => void retryAll()}
              />
            </PlaceOnPage>
          </div>
        ))}
      </div>
      <p className={css.foot}>{t('dataState', { loadCount: data?.loadCount ?? loadCount })}</p>
    </>
  )
}
