import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { ownMark, pushAbility } from './push.ts'

export const pushDevicesQuery = queryOptions({
  queryKey: ['push', 'devices'],
  queryFn: ({ signal }) => send('push.list', {}, signal),
})

/** What this browser lets us do and whether it has subscribed; a permission may change outside of this window. */
export const ownPushQuery = queryOptions({
  queryKey: ['push', 'own'],
  queryFn: async () => ({ ability: await pushAbility(), mark: await ownMark() }),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
})
