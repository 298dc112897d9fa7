import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { allSchedulesQuery, ownSchedulesQuery } from './schedule.queries.ts'
import { ScheduleList } from './schedule-list.tsx'

/** What one has mailed to others, what one gets, and for administrators everything that is mailed. */
export function SchedulesPage() {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  return (
    <>
      <PageHead title={t('schedule.title')} />
      <OwnSchedules />
      {permissions.includes('manageUniverse') && <AllSchedules />}
    </>
  )
}

function OwnSchedules() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(ownSchedulesQuery(universe, i18n.language))
  if (error) return <Failed title={t('schedule.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={200} />
  return (
    <>
      <Section title={t('schedule.mine')} intro={t('schedule.mineWhy')}>
        <ScheduleList title={t('schedule.mine')} schedules={data.filter(({ isOwn }) => isOwn)} />
      </Section>
      <Section title={t('schedule.read')} intro={t('schedule.readWhy')}>
        <ScheduleList title={t('schedule.read')} schedules={data.filter(({ isOwn }) => !isOwn)} />
      </Section>
    </>
  )
}

function AllSchedules() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    allSchedulesQuery(universe, i18n.language),
  )
  return (
    <Section title={t('schedule.all')} intro={t('schedule.allWhy')}>
      {error && <Failed title={t('schedule.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={200} />}
      {data && <ScheduleList title={t('schedule.all')} schedules={data.pages.flat()} />}
      {hasNextPage && <LinkButton onClick={() => void fetchNextPage()}>{t('schedule.more')}</LinkButton>}
    </Section>
  )
}
