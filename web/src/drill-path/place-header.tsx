import { formatCount, formatDay, formatPeriod } from '@kaiku/core/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { Marked } from '../ui/marked.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAt } from './at.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { comparisonNote } from './comparison-note.ts'
import { usePlace } from './place.queries.ts'
import css from './place-header.module.css'

/**
 * What stands above every result page: the way here, the name, how much it rests on, and what happened: not where the
 * page is about something else than figures.
 */
export function PlaceHeader({ headline = true }: { headline?: boolean }) {
  const { t, i18n } = useTranslation()
  const { data: place, isPlaceholderData, isError } = usePlace()
  const { path } = useAt()
  const { loadCount } = useSurvey()
  const name = place?.segments.at(-1)?.name
  useEffect(() => {
    document.title = name ? `${name} · Kaiku` : 'Kaiku'
  }, [name])
  if (!place)
    return (
      <header className={css.header}>
        {isError ? <h1 className={css.name}>{path.at(-1)}</h1> : <Skeleton height={84} width="min(560px, 100%)" />}
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
        <h1 className={css.name}>{name}</h1>
        {place.isPart && (
          <Badge>
            <span title={t('place.partWhy')}>{t('place.part')}</span>
          </Badge>
        )}
        <p key={`${count} ${place.trendTitle}`} className={css.count}>
          <span title={t('dataState', { loadCount })}>
            <Marked text={count} />
          </span>
          {headline && place.trendTitle !== '' && (
            <>
              {' · '}
              <Marked text={place.trendTitle} />
            </>
          )}
        </p>
      </div>
      {headline && place.trendDetails !== '' && (
        <p className={css.details}>
          <Marked text={place.trendDetails} />
        </p>
      )}
      {note && (
        <p className={css.details} role="note">
          <IconAlertTriangle size={14} aria-hidden className={css.warn} /> {noteWords(note, t, i18n.language)}
        </p>
      )}
      {place.dropped > 0 && (
        <p className={css.details}>
          <Marked text={t('place.dropped', { count: place.dropped, n: formatCount(place.dropped, i18n.language) })} />
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
