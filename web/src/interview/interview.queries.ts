import { queryOptions } from '@tanstack/react-query'
import { send } from '../send.ts'

/** One interview as the viewer may see it. */
export const interviewQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    queryKey: ['interview', survey, interviewId, locale],
    queryFn: ({ signal }) => send('interview', { survey, interviewId, locale }, signal),
  })

/** Who may be mentioned in notes about it. */
export const interviewPeopleQuery = (survey: string, interviewId: string, search: string) => ({
  queryKey: ['interview', survey, interviewId, 'people', search],
  queryFn: ({ signal }: { signal: AbortSignal }) => send('interviewPeople', { survey, interviewId, search }, signal),
  staleTime: 300_000,
})
