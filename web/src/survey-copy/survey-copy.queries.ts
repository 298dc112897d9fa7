import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Milliseconds. */
const soon = 1_000

/** One’s own exports and what is made of them; looked at again while one goes on. */
export const surveyCopiesQuery = queryOptions({
  queryKey: ['surveyCopy', 'list'],
  queryFn: ({ signal }) => send('surveyCopy.list', undefined, signal),
  refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === null) ? soon : false),
})
