import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Milliseconds between two looks: while something is fetched, and otherwise. */
const poll = { moving: 1_500, resting: 15_000 }

/** All that is read of the addresses of a survey. */
export const fetchedFilesKey = (survey: string) => ['fetched-files', survey] as const

export const fileAddressesQuery = (survey: string) =>
  queryOptions({
    queryKey: [...fetchedFilesKey(survey), 'list'],
    queryFn: ({ signal }) => send('fetchedFile.list', { survey }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ last }) => last?.outcome === 'running') ? poll.moving : poll.resting,
  })

export const fetchRunsQuery = (survey: string, addressId: string) =>
  queryOptions({
    queryKey: [...fetchedFilesKey(survey), 'runs', addressId],
    queryFn: ({ signal }) => send('fetchedFile.runs', { survey, addressId }, signal),
    refetchInterval: poll.moving,
  })

/** Each time anew: it asks another server. */
export const fetchTrialQuery = (survey: string, addressId: string) =>
  queryOptions({
    queryKey: [...fetchedFilesKey(survey), 'trial', addressId],
    queryFn: ({ signal }) => send('fetchedFile.trial', { survey, addressId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
