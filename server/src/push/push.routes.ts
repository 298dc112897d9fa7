import { pushCalls } from '@kaiku/contract/push.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { refuseActor } from '../password-proof/own-account.ts'
import { devicesOf, keepDevice, removeDevice } from './push-device.ts'
import { applicationKey } from './vapid.ts'

export const pushRoutes = (app: FastifyInstance, stores: Stores, { webhookHosts }: Configuration) =>
  mount(app, pushCalls, {
    list: async ({ userId }) => ({
      applicationKey: await applicationKey(stores),
      devices: await devicesOf(stores, userId),
    }),
    async save(who, wanted, request) {
      refuseActor(who)
      const about = { own: webhookHosts, agent: request.headers['user-agent'] ?? '' }
      return keepDevice(stores, who.userId, wanted, request, about)
    },
    async remove(who, { device }) {
      refuseActor(who)
      await removeDevice(stores, who.userId, device)
      return { removed: true } as const
    },
  })
