import type { Component } from '@kaiku/contract/page.ts'
import type { Figures } from '@kaiku/contract/result.ts'
import { localise } from '@kaiku/core/localised.ts'
import { ownPageId } from '@kaiku/core/own-page.ts'
import { placeTreeFilter } from '@kaiku/core/place-time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../call/send.ts'
import {
  type At,
  explorePage,
  interviewsPage,
  rankingsPage,
  ShownAtProvider,
  startOf,
  useAt,
  useScope,
} from '../drill-path/at.tsx'
import { ComparisonPicker } from '../drill-path/comparison-picker.tsx'
import { linkTo } from '../drill-path/go.ts'
import { PlaceOnPage } from '../figure/chosen.ts'
import { pageQuery } from '../figure/figure.queries.ts'
import { isFilterFault } from '../filter/filter-fault.ts'
import { useCampaignOfAddress } from '../filter-panel/campaign-address.ts'
import { FaultyFilter } from '../filter-panel/faulty-filter.tsx'
import { FilterChips } from '../filter-panel/filter-chips.tsx'
import { distinctTitles } from '../indicator/distinct-titles.ts'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useEditing } from '../page/editing.ts'
import { usePages } from '../page/pages.ts'
import { PageComponent } from '../page-component/page-component.tsx'
import { spansOf } from '../page-component/page-components.tsx'
import css from '../page-component/result.page.module.css'
import { usePlace } from '../place/place.queries.ts'
import { PlaceHeader } from '../place/place-header.tsx'
import { OtherPlace } from '../place-time/other-place.tsx'
import { PlaceTimePicker } from '../place-time/place-time-picker.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

const PageMenu = lazy(async () => ({ default: (await import('./page-menu.tsx')).PageMenu }))
const Explore = lazy(async () => ({ default: (await import('../explore/explore.tsx')).Explore }))
const PageEditors = lazy(async () => ({ default: (await import('./page-editors.tsx')).PageEditors }))

/** Pages that every survey has, whether its definition names them or not. */
const builtIn: ReadonlyMap<string, Component[]> = new Map([
  [rankingsPage, [{ type: 'RankingTableComponent', of: 'children', ownRankOnly: false, spark: true }]],
  [interviewsPage, [{ type: 'InterviewList', limit: 50 }]],
])

/** A page of the survey at a place: its header and its components, all from one request. */
export function ResultPage() {
  const { t } = useTranslation()
  useCampaignOfAddress()
  const { page } = useAt()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { all, isKnown } = usePages()
  const editing = useEditing(survey.extName)
  const known = all.find((one) => one.extname === page)
  const { data: place, error } = usePlace()
  const isUnanswered = place?.nAll === 0
  if (error instanceof CallError && error.code === 'not_found') return <UnknownPlace error={error} />
  if (isFilterFault(error))
    return (
      <>
        <h1 className={css.faulty}>{known?.title ?? survey.title}</h1>
        <div className={css.bar}>
          <div className={css.chips}>
            <FilterChips />
          </div>
        </div>
        <FaultyFilter error={error} />
      </>
    )
  const components = known?.components ?? builtIn.get(page) ?? null
  const explores = page === explorePage && components === null
  if (editing === 'survey' || (editing === 'own' && known?.own))
    return (
      <Suspense fallback={<Skeleton height={420} />}>
        <PageEditors />
      </Suspense>
    )
  return (
    <>
      <PlaceHeader />
      <div className={css.bar}>
        <div className={css.chips}>
          <FilterChips />
        </div>
        <div className={css.acts}>
          <PlaceTimePicker />
          {survey.isDated && <ComparisonPicker />}
          {!isReadOnly && (
            <Suspense fallback={<span className={css.coming} />}>
              <PageMenu />
            </Suspense>
          )}
        </div>
      </div>
      {explores && (
        <Suspense fallback={<Skeleton height={420} />}>
          <Explore />
        </Suspense>
      )}
      {components === null && !explores && (isKnown || ownPageId(page) === null) && (
        <Notice title={t('page.unknown')}>{t('page.unknownWhy')}</Notice>
      )}
      {components?.length === 0 && <Notice title={t('page.empty')}>{t('page.emptyWhy')}</Notice>}
      {isUnanswered && <Notice title={t('place.noneYet')}>{t('place.noneYetWhy')}</Notice>}
      {!isUnanswered && components && components.length > 0 && (
        <Components components={components} named={known !== undefined && !known.own && !known.isDraft} />
      )}
    </>
  )
}

function UnknownPlace({ error }: { error: CallError }) {
  const { t } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  if (at.selection.has(placeTreeFilter)) return <OtherPlace error={error} />
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

type ShownFigures = { at: At; components: Component[]; data: Figures | undefined; error: Error | null }

function Components({ components, named }: { components: Component[]; named: boolean }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const scope = useScope()
  const { survey } = useSurvey()
  const query = useQuery(pageQuery(at.page, scope, named ? undefined : components))
  const { data, refetch } = query
  // A filter that cannot be is told once, by what the page asks of its place.
  const error = data || isFilterFault(query.error) ? null : query.error
  const shown = useUnhurried({ at, components, data, error })
  const client = useQueryClient()
  // What failed beside this page, such as its header, is tried again with it.
  const retryAll = useCallback(() => {
    void refetch()
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [client, refetch])
  const known = shown.data?.indicators ?? survey.indicators
  const indicators = useMemo(() => new Map(distinctTitles(known, t).map((one) => [one.id, one])), [known, t])
  const spans = spansOf(shown.components)
  return (
    <ShownAtProvider at={shown.at}>
      <div
        className={css.grid}
        data-stale={(data === undefined && query.error === null) || undefined}
        aria-busy={query.isFetching || shown.data !== data}
      >
        {shown.components.map((asked, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: components have a place on their page and no name
          <div key={`${shown.at.page} ${index}`} className={css.cell} data-span={spans[index]}>
            <PlaceOnPage value={index}>
              <PageComponent
                asked={asked}
                answer={shown.data?.answers[index]}
                indicators={indicators}
                title={asked.title === undefined ? undefined : localise(asked.title, i18n.language, survey.locale)}
                error={shown.error}
                onRetry={retryAll}
              />
            </PlaceOnPage>
          </div>
        ))}
      </div>
    </ShownAtProvider>
  )
}

/**
 * Figures together with the place that they are of: while the next of the page are under way, the last ones stay, with
 * their own links.
 * Cards take long to draw, so they follow in small steps, and what was clicked answers at once.
 */
function useUnhurried({ at, components, data, error }: ShownFigures): ShownFigures {
  const next = useMemo(() => ({ at, components, data, error }), [at, components, data, error])
  const [last, setLast] = useState(next)
  const isKept = data === undefined && error === null && last.at.page === at.page && last.at.survey === at.survey
  if (!isKept && last !== next) setLast(next)
  return useDeferredValue(isKept ? last : next)
}
