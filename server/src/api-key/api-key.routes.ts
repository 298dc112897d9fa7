import { apiKeyCalls } from '@kaiku/contract/api-key.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration.ts'
import { mount } from '../http/mount.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { createApiKey, deleteApiKey, listApiKeys, saveApiKey, screenAddress, shownApiKey } from './api-key.ts'

export const apiKeyRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, apiKeyCalls, {
    async list(who, { survey, locale }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const keys = await listApiKeys(stores, dictionary)
      return keys.map((key) => shownApiKey(dictionary, key, locale ?? who.locale, Date.now()))
    },
    async create(who, { survey, pages, ...settings }, { ip }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const wanted = { ...settings, pages: pages.split(',') }
      const { keyId, token } = await createApiKey(stores, dictionary, wanted, actorOf(who, ip))
      return { keyId, token, address: screenAddress(publicUrl, token) }
    },
    async save(who, { survey, keyId, ...settings }, { ip }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      await saveApiKey(stores, dictionary, keyId, settings, actorOf(who, ip))
      return { saved: true } as const
    },
    async delete(who, { survey, keyId }, { ip }) {
      await deleteApiKey(stores, await findSurvey(stores, who.universe, survey), keyId, actorOf(who, ip))
      return { deleted: true } as const
    },
  })
