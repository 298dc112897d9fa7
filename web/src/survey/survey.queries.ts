import { queryOptions } from '@tanstack/react-query'
import { isLive } from '../call/live-state.ts'
import { send } from '../call/send.ts'

/** Surveys the viewer may see; `all` universes that are theirs. */
export const surveysQuery = (locale: string) =>
  queryOptions({
    queryKey: ['surveys', locale],
    queryFn: ({ signal }) => send('survey.list', { universe: 'all', locale }, signal),
    staleTime: 60_000,
  })

export const surveyQuery = (survey: string, locale: string, loadCount?: number) =>
  queryOptions({
    queryKey: ['survey', survey, locale, loadCount ?? 'first'],
    queryFn: ({ signal }) => send('survey.one', { survey, locale }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Milliseconds. Who is told of each rise asks now and then all the same. */
const poll = { alone: 15_000, live: 300_000 }

/** The data state on the server: told as it rises, else asked for quietly while the window is looked at. */
export const loadCountQuery = (survey: string) =>
  queryOptions({
    queryKey: ['loadCount', survey],
    queryFn: async ({ signal }) => (await send('survey.loadCount', { survey }, signal)).loadCount,
    refetchInterval: () => (isLive() ? poll.live : poll.alone),
    refetchOnWindowFocus: true,
    retry: false,
  })
