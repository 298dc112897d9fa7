import type { Webhook } from '@kaiku/contract/webhook.ts'

/** How a webhook fares, in one word: what somebody should look at comes before what is well. */
export function webhookState({ pausedAt, refused, dead, deliveredAt }: Webhook) {
  if (pausedAt !== null) return { is: 'paused', tone: 'warn' } as const
  if (refused > 0) return { is: 'refused', tone: 'bad' } as const
  if (dead > 0) return { is: 'dead', tone: 'bad' } as const
  return deliveredAt === null ? ({ is: 'quiet', tone: 'plain' } as const) : ({ is: 'works', tone: 'good' } as const)
}
