import { webhookCalls } from '@kaiku/contract/webhook.ts'
import type { FastifyInstance } from 'fastify'
import { refuseUnlessAll } from '../access/own-rights.ts'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { listDeliveries, resendDead, sendTest } from './delivery.ts'
import { createWebhook, listWebhooks, pauseWebhook, removeWebhook, rotateSecret } from './webhook.ts'

const momentOf = (at: Date | null) => at?.toISOString() ?? null

export const webhookRoutes = (app: FastifyInstance, stores: Stores, { webhookHosts }: Configuration) =>
  mount(app, webhookCalls, {
    async list({ universe }) {
      const found = await listWebhooks(stores, universe)
      return found.map(({ pausedAt, deliveredAt, events, surveys, ...one }) => ({
        ...one,
        events: [...events],
        surveys: [...surveys],
        pausedAt: momentOf(pausedAt),
        deliveredAt: momentOf(deliveredAt),
      }))
    },

    async create(who, settings, { ip }) {
      // A webhook is told of every interview: nobody gives it more than they have.
      await refuseUnlessAll(stores, who, 'webhook.everything')
      return createWebhook(stores, who.universe, settings, webhookHosts, actorOf(who, ip))
    },

    async rotate(who, { hookId }, { ip }) {
      return { secret: await rotateSecret(stores, who.universe, hookId, actorOf(who, ip)) }
    },

    async pause(who, { hookId, isPaused }, { ip }) {
      await pauseWebhook(stores, who.universe, hookId, isPaused, actorOf(who, ip))
      return { isPaused }
    },

    async remove(who, { hookId }, { ip }) {
      await removeWebhook(stores, who.universe, hookId, actorOf(who, ip))
      return { removed: true } as const
    },

    test: async ({ universe }, { hookId }) => ({ deliveryId: await sendTest(stores, universe, hookId) }),

    async deliveries({ universe }, { hookId, state }) {
      const found = await listDeliveries(stores, universe, hookId, state)
      return found.map(({ at, nextAt, ...one }) => ({ ...one, at: at.toISOString(), nextAt: momentOf(nextAt) }))
    },

    resend: async ({ universe }, { hookId, deliveryId }) => ({
      resent: await resendDead(stores, universe, hookId, deliveryId ?? null),
    }),
  })
