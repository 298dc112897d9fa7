import type { ShownMessages } from '@kaiku/contract/system-message.ts'
import { queryOptions } from '@tanstack/react-query'
import { isLive } from '../call/live-state.ts'
import { send } from '../call/send.ts'

/** All that is read of messages. */
export const systemMessagesKey = ['systemMessage'] as const

/** Milliseconds. Who is told of each change asks now and then all the same. */
const poll = { alone: 60_000, live: 300_000 }
/** Milliseconds after the moment itself: clocks of two machines tick apart. */
const grace = 300

/** Asks again when one comes or goes. */
const untilChange = (data: ShownMessages | undefined) => {
  const usual = isLive() ? poll.live : poll.alone
  const change = data?.changesIn ?? null
  return change === null ? usual : Math.min(usual, change * 1_000 + grace)
}

/** What is for the viewer now, over the screens of a survey. */
export const shownMessagesQuery = (universe: string, survey: string) =>
  queryOptions({
    queryKey: [...systemMessagesKey, 'shown', universe, survey],
    queryFn: ({ signal }) => send('systemMessage.shown', { survey }, signal),
    refetchInterval: ({ state }) => untilChange(state.data),
    refetchOnWindowFocus: true,
    retry: false,
  })

/** What is read before anybody has signed in. */
export const openMessagesQuery = queryOptions({
  queryKey: [...systemMessagesKey, 'open'],
  queryFn: ({ signal }) => send('systemMessage.open', {}, signal),
  refetchInterval: ({ state }) => untilChange(state.data),
  retry: false,
})
