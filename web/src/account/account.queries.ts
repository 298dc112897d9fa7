import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => send('account.one', {}, signal),
})

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => send('notification.one', {}, signal),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => send('account.sessions', {}, signal),
})
