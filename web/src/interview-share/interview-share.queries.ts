import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const interviewSharesQuery = (survey: string, interviewId: string) =>
  queryOptions({
    queryKey: ['interviewShares', survey, interviewId],
    queryFn: ({ signal }) => send('interviewShare.list', { survey, interviewId }, signal),
  })
