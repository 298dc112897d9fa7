import { type ReportSchedule, schedulesAtOnce } from '@kaiku/contract/report-schedule.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Everything that a tab keeps of schedules. */
export const schedulesKey = ['report-schedule'] as const

/** Milliseconds between two looks at what becomes of mails while somebody looks. */
const poll = 3_000

const mailsMove = (schedules: readonly ReportSchedule[] | undefined) =>
  schedules?.some(({ last }) => last?.states.waiting || last?.states.made) ? poll : false

/** Those that the viewer made or gets. */
export const ownSchedulesQuery = (universe: string, locale: string) =>
  queryOptions({
    queryKey: [...schedulesKey, universe, 'own', locale],
    queryFn: ({ signal }) => send('reportSchedule.own', { locale }, signal),
    refetchInterval: ({ state }) => mailsMove(state.data),
  })

/** Every one of the universe, the newest first. */
export const allSchedulesQuery = (universe: string, locale: string) =>
  infiniteQueryOptions({
    queryKey: [...schedulesKey, universe, 'all', locale],
    queryFn: ({ pageParam, signal }) =>
      send('reportSchedule.all', { locale, ...(pageParam === '' ? {} : { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < schedulesAtOnce ? undefined : page.at(-1)?.scheduleId),
    refetchInterval: ({ state }) => mailsMove(state.data?.pages.flat()),
  })

export const readersQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...schedulesKey, 'readers', survey, locale],
    queryFn: ({ signal }) => send('reportSchedule.readers', { survey, locale }, signal),
  })

export const historyQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: [...schedulesKey, 'history', scheduleId],
    queryFn: ({ signal }) => send('reportSchedule.history', { scheduleId }, signal),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'waiting' || one.state === 'made') ? poll : false,
  })
