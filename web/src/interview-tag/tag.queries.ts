import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** The tags in use where the viewer may open interviews. */
export const knownTagsQuery = (survey: string) =>
  queryOptions({
    queryKey: ['interview-tags', survey],
    queryFn: ({ signal }) => send('interviewTag.known', { survey }, signal),
    staleTime: 60_000,
  })
