import { type SurveyUsage, unusedDays } from '@kaiku/contract/usage.ts'
import { addDays, daysBetween } from '@kaiku/core/day.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { TakenTable } from './taken-table.tsx'
import { UnusedPages } from './unused-pages.tsx'
import css from './usage.module.css'
import { surveyUsageQuery } from './usage.queries.ts'
import { UsedTable } from './used-table.tsx'
import { WeekBars } from './week-bars.tsx'

/** What is opened in the survey, what is not, and what is taken along. */
export function SurveyUsages() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { survey } = useSurvey()
  const { data, error, refetch } = useQuery(surveyUsageQuery(universe, survey.extName, i18n.language))
  if (error) return <Failed title={t('usage.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  const isEmpty = data.used.length === 0
  return (
    <div className={css.page}>
      <Members usage={data} />
      <Kept usage={data} />
      {isEmpty ? (
        <Notice title={t('usage.none')}>{t('usage.noneWhy')}</Notice>
      ) : (
        <>
          <WeekBars usage={data} />
          <UsedTable usage={data} />
        </>
      )}
      <UnusedPages pages={data.unused} />
      <TakenTable taken={data.taken} />
    </div>
  )
}

/** How many people of the universe there are, and how many use it. */
function Members({ usage: { members } }: { usage: SurveyUsage }) {
  const { t, i18n } = useTranslation()
  const facts = [
    ['all', members.all],
    ['active30', members.active30],
    ['active90', members.active90],
    ['neverSignedIn', members.neverSignedIn],
  ] as const
  return (
    <dl className={css.facts} aria-label={t('usage.members')}>
      {facts.map(([what, count]) => (
        <div key={what}>
          <dt>{t(`usage.members.${what}`)}</dt>
          <dd>{count === null ? '–' : formatCount(count, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How it is counted, since when, and what is kept of it. */
function Kept({ usage: { hasNames, peopleDays, countedSince, weeks } }: { usage: SurveyUsage }) {
  const { t, i18n } = useTranslation()
  const today = addDays(weeks.at(-1) ?? '', 6)
  const isYoung = countedSince !== null && daysBetween(countedSince, today) < unusedDays
  return (
    <p className={css.kept}>
      {t('usage.counted')} {hasNames ? t('usage.kept', { count: peopleDays }) : t('usage.nameless')}
      {isYoung && ` ${t('usage.since', { day: formatDay(countedSince, i18n.language) })}`}
    </p>
  )
}
