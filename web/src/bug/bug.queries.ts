import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

const everyMs = 60_000

export const bugsQuery = (survey: string) =>
  queryOptions({
    queryKey: ['bugs', survey],
    queryFn: ({ signal }) => send('bug.list', { survey }, signal),
    refetchInterval: everyMs,
  })
