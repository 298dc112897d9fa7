import type { HealthSpan } from '@kaiku/contract/watch.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Milliseconds: Kaiku looks at itself each minute. */
const often = 30_000

export const healthQuery = queryOptions({
  queryKey: ['health', 'standing'],
  queryFn: ({ signal }) => send('watch.standing', undefined, signal),
  refetchInterval: often,
})

export const healthHistoryQuery = (span: HealthSpan) =>
  queryOptions({
    queryKey: ['health', 'history', span],
    queryFn: ({ signal }) => send('watch.history', { span }, signal),
    refetchInterval: 2 * often,
  })
