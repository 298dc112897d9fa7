import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** The answers of an interview as they can be corrected now. */
export const correctableQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    // Apart from the interview's own: what is being written must not change under the writer when there is news.
    queryKey: ['correctable', survey, interviewId, locale],
    queryFn: ({ signal }) => send('correction.read', { survey, interviewId, locale }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
