import { mentionCalls } from '@kaiku/contract/mention.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { readMentions, unreadMentions } from './mention.ts'

export const mentionRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, mentionCalls, {
    list: (who, { locale }) => unreadMentions(stores, who, locale ?? who.locale),
    read: async (who, { mentionIds }) => ({ read: await readMentions(stores, who, mentionIds) }),
  })
