import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { z } from 'zod'
import { call } from './call.ts'

/** Another program that is told of what happens in a universe. */
export const webhookSettings = z.strictObject({
  label: z.string().trim().min(1).max(100),
  /** Where it is told: a public address that begins with https://, or one that the operator allowed. */
  url: z.string().trim().min(1).max(2000),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .transform((events) => webhookEvents.filter((one) => events.includes(one))),
  /** Whether what tells who answered is sent, too. */
  contacts: z.boolean().default(false),
  /** Names of the surveys it is told of; none: all, those to come as well. */
  surveys: z.array(z.string().min(1).max(200)).max(500).default([]),
})
export type WebhookSettings = z.output<typeof webhookSettings>

export const webhook = z
  .object({
    hookId: z.uuid(),
    label: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    contacts: z.boolean(),
    /** Names of the surveys it is told of; empty: all. */
    surveys: z.array(z.string()),
    /** Since when what happens waits; null: it is told. */
    pausedAt: z.string().nullable(),
    /** Messages that are still to be taken. */
    waiting: z.int(),
    /** How many of those were refused at least once. */
    refused: z.int(),
    /** Messages that were given up. */
    dead: z.int(),
    /** When it last took one, as far as that is remembered; null: not in the last days. */
    deliveredAt: z.string().nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>

export const deliveryStates = ['waiting', 'dead', 'delivered'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const webhookDelivery = z
  .object({
    deliveryId: z.uuid(),
    /** `effect`: an effect block tells of it. */
    event: z.enum([...webhookEvents, 'effect', 'test']),
    /** When it happened. */
    at: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Why it was not taken the last time; null: it was, or was not tried yet. */
    fault: z.string().nullable(),
    /** When it is tried next; null: never, or when the webhook is resumed. */
    nextAt: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof webhookDelivery>

const params = z.strictObject({ hookId: z.uuid() })

export const webhookCalls = {
  list: call({
    method: 'GET',
    path: 'webhook/list',
    summary: 'The webhooks of this universe, the oldest first, with how much waits for each and was given up',
    reply: z.array(webhook),
    needs: 'manageUniverse',
  }),
  create: call({
    method: 'POST',
    path: 'webhook/create',
    summary: 'Make a webhook, as who may do everything everywhere here; the secret that signs is shown this once',
    body: webhookSettings,
    reply: z.object({ hookId: z.uuid(), secret: z.string() }),
    needs: 'manageUniverse',
  }),
  rotate: call({
    method: 'POST',
    path: 'webhook/rotate/:hookId',
    summary: 'Make a new secret, shown this once; the one before signs beside it for a day',
    params,
    reply: z.object({ secret: z.string() }),
    needs: 'manageUniverse',
  }),
  pause: call({
    method: 'POST',
    path: 'webhook/pause/:hookId',
    summary: 'Pause a webhook, so that what happens waits for it, or resume it',
    params,
    body: z.strictObject({ isPaused: z.boolean() }),
    reply: z.object({ isPaused: z.boolean() }),
    needs: 'manageUniverse',
  }),
  remove: call({
    method: 'DELETE',
    path: 'webhook/remove/:hookId',
    summary: 'Delete a webhook, and what waits for it',
    params,
    reply: z.object({ removed: z.literal(true) }),
    needs: 'manageUniverse',
  }),
  test: call({
    method: 'POST',
    path: 'webhook/test/:hookId',
    summary: 'Send a message of the event “test”',
    params,
    reply: z.object({ deliveryId: z.uuid() }),
    needs: 'manageUniverse',
  }),
  deliveries: call({
    method: 'GET',
    path: 'webhook/deliveries/:hookId',
    summary: 'At most a hundred messages of a webhook in one state, the newest first',
    params,
    query: z.strictObject({ state: z.enum(deliveryStates) }),
    reply: z.array(webhookDelivery),
    needs: 'manageUniverse',
  }),
  resend: call({
    method: 'POST',
    path: 'webhook/resend/:hookId',
    summary: 'Try again what was given up: one message, or all of them',
    params,
    body: z.strictObject({ deliveryId: z.uuid().optional() }),
    reply: z.object({ resent: z.int() }),
    needs: 'manageUniverse',
  }),
}
