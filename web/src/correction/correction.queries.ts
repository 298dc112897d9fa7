import { queryOptions } from '@tanstack/react-query'
import { send } from '../send.ts'

/** The answers of an interview as they can be corrected now. */
export const correctableQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    queryKey: ['interview', survey, interviewId, 'correctable', locale],
    queryFn: ({ signal }) => send('correctable', { survey, interviewId, locale }, signal),
    // What is being written must not change under the writer.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
