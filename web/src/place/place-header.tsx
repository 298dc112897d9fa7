import { formatCount, formatDay, formatPeriod } from '@kaiku/core/format.ts'
import { dedicatedRoute } from '@kaiku/core/screen.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../browser/title.ts'
import { Badge } from '../control/badge.tsx'
import { Highlight } from '../control/highlight.tsx'
import { explorePage, rankingsPage, useAt } from '../drill-path/at.tsx'
import { comparisonNote } from '../drill-path/comparison-note.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { usePages } from '../page/pages.ts'
import { PlaceTimeNote } from '../place-time/place-time-note.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { usePlace } from './place.queries.ts'
import css from './place-header.module.css'

/**
 * What stands above every result page: the way here, the name, how much it rests on, and what happened. A page that shows
 * no figures is called by what it lists.
 */
export function PlaceHeader() {
  const { t, i18n } = useTranslation()
  const { data: place, isPlaceholderData, isError } = usePlace()
  const { path, page } = useAt()
  const { loadCount } = useSurvey()
  const name = place?.segments.at(-1)?.name
  const named = usePages().all.find(({ extname }) => extname === page)?.title
  const title = named ?? (page === explorePage ? t('explore.title') : undefined)
  const lists = dedicatedRoute(page) !== undefined && page !== rankingsPage ? title : undefined
  useTitle(title, name)
  if (!place)
    return (
      <header className={css.header}>
        {isError ? (
          <h1 className={css.name}>{path.at(-1)}</h1>
        ) : (
          <Skeleton height={84} narrow={102} width="min(560px, 100%)" />
        )}
      </header>
    )
  const note = comparisonNote(place)
  const all = formatCount(place.nAll, i18n.language)
  const count =
    place.nInterviews === null
      ? t('place.countHidden', { all })
      : t('place.count', { n: formatCount(place.nInterviews, i18n.language), all, count: place.nAll })
  return (
    <header className={css.header} data-stale={isPlaceholderData || undefined}>
      <Breadcrumb segments={place.segments} />
      <div className={css.line}>
        <h1 className={css.name}>{lists ?? name}</h1>
        {place.isPart && (
          <Badge>
            <span title={t('place.partWhy')}>{t('place.part')}</span>
          </Badge>
        )}
        <p key={`${count} ${place.trendTitle}`} className={css.count}>
          {lists === undefined && (
            <span title={t('dataState', { loadCount })}>
              <Highlight text={count} />
            </span>
          )}
          {lists === undefined && place.trendTitle !== '' && (
            <>
              {' · '}
              <Highlight text={place.trendTitle} />
            </>
          )}
        </p>
      </div>
      <PlaceTimeNote />
      {lists === undefined && place.trendDetails !== '' && (
        <p key={place.trendDetails} className={css.details}>
          <Highlight text={place.trendDetails} />
        </p>
      )}
      {lists === undefined && note && (
        <p className={css.details} role="note">
          <IconAlertTriangle size={14} aria-hidden className={css.warn} /> {noteWords(note, t, i18n.language)}
        </p>
      )}
      {lists === undefined && place.dropped > 0 && (
        <p className={css.details}>
          <Highlight
            text={t('place.dropped', { count: place.dropped, n: formatCount(place.dropped, i18n.language) })}
          />
        </p>
      )}
    </header>
  )
}

function noteWords(note: NonNullable<ReturnType<typeof comparisonNote>>, t: TFunction, locale: string): string {
  const period = formatPeriod(note.of, locale)
  if (note.is === 'overlapping')
    return t('place.overlapping', { period, count: note.days, n: formatCount(note.days, locale) })
  return t(note.is === 'partly' ? 'place.partlyCovered' : 'place.uncovered', {
    period,
    day: formatDay(note.since, locale),
  })
}
