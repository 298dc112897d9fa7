import type { DeliveryState } from '@kaiku/contract/webhook.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Milliseconds: messages come and go by themselves. */
const pollMs = 5_000

/** All that is read of the webhooks of a universe, by its name. */
export const webhooksKey = (universe: string) => ['webhooks', universe] as const

export const webhooksQuery = (universe: string) =>
  queryOptions({
    queryKey: [...webhooksKey(universe), 'list'],
    queryFn: ({ signal }) => send('webhook.list', {}, signal),
    refetchInterval: pollMs,
  })

export const webhookDeliveriesQuery = (universe: string, hookId: string, state: DeliveryState) =>
  queryOptions({
    queryKey: [...webhooksKey(universe), 'deliveries', hookId, state],
    queryFn: ({ signal }) => send('webhook.deliveries', { hookId, state }, signal),
    refetchInterval: pollMs,
  })
