import { notificationCalls } from '@kaiku/contract/notification.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { refuseActor } from '../session/own-account.ts'
import type { Stores } from '../stores.ts'
import { saveSettings, settingsOf } from './notification-setting.ts'

export const notificationSettingRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, notificationCalls, {
    one: ({ userId, universe }) => settingsOf(stores, userId, universe),
    async save(who, wanted) {
      refuseActor(who)
      await saveSettings(stores, who.userId, wanted)
      return settingsOf(stores, who.userId, who.universe)
    },
  })
