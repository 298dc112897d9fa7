/** What other programs can be told of by a webhook. */
export const webhookEvents = ['interview.created', 'interview.corrected', 'alert.raised', 'alert.changed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
