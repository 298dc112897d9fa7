import { queryOptions } from '@tanstack/react-query'
import { send } from '../send.ts'

/** The viewer's own pages of a survey. */
export const personalPagesQuery = (survey: string) =>
  queryOptions({
    queryKey: ['personalPages', survey],
    queryFn: ({ signal }) => send('personalPages', { survey }, signal),
    staleTime: 300_000,
  })
