import { notificationCalls } from '@kaiku/contract/notification.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { saveSettings, settingsOf } from '../notice/notification-setting.ts'
import { refuseActor } from '../password-proof/own-account.ts'

export const notificationSettingRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, notificationCalls, {
    one: ({ userId, universe }) => settingsOf(stores, userId, universe),
    async save(who, wanted) {
      refuseActor(who)
      await saveSettings(stores, who.userId, wanted)
      return settingsOf(stores, who.userId, who.universe)
    },
  })
