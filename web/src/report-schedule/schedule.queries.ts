import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Everything that a tab keeps of schedules. */
export const schedulesKey = ['report-schedule'] as const

/** Milliseconds between two looks at what becomes of mails while somebody looks. */
const poll = 3_000

/** Those that the viewer made or gets; `all`: every one of the universe. */
export const schedulesQuery = (universe: string, all: boolean, locale: string) =>
  queryOptions({
    queryKey: [...schedulesKey, universe, all, locale],
    queryFn: ({ signal }) => send(all ? 'reportSchedule.all' : 'reportSchedule.own', { locale }, signal),
    refetchInterval: ({ state }) =>
      state.data?.some(({ last }) => last?.states.waiting || last?.states.made) ? poll : false,
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
