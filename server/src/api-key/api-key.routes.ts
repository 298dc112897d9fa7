import { apiKeyCalls } from '@kaiku/contract/api-key.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Giver } from '../access/own-rights.ts'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import {
  createApiKey,
  deleteApiKey,
  listKeysFor,
  saveApiKey,
  screenAddress,
  shownApiKey,
  showToken,
} from './api-key.ts'

/** Root's keys outlive root. */
const giverOf = ({ universe, userId, isRoot }: Viewer): Giver => ({ universe, userId: isRoot ? null : userId })

export const apiKeyRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'editPages')
  mount(app, apiKeyCalls, {
    async list(who, { survey, locale }) {
      const dictionary = await open(who, survey)
      const keys = await listKeysFor(stores, dictionary, giverOf(who))
      return keys.map((key) => shownApiKey(dictionary, key, locale ?? who.locale, Date.now()))
    },
    async create(who, { survey, pages, ...settings }, { ip }) {
      const dictionary = await open(who, survey)
      const wanted = { ...settings, pages: pages.split(',') }
      const { keyId, token } = await createApiKey(stores, dictionary, wanted, actorOf(who, ip), giverOf(who))
      return { keyId, token, address: screenAddress(publicUrl, token) }
    },
    async address(who, { survey, keyId }, { ip }) {
      const token = await showToken(stores, await open(who, survey), keyId, actorOf(who, ip), giverOf(who))
      return { address: screenAddress(publicUrl, token) }
    },
    async save(who, { survey, keyId, ...settings }, { ip }) {
      await saveApiKey(stores, await open(who, survey), keyId, settings, actorOf(who, ip), giverOf(who))
      return { saved: true } as const
    },
    async delete(who, { survey, keyId }, { ip }) {
      await deleteApiKey(stores, await open(who, survey), keyId, actorOf(who, ip), giverOf(who))
      return { deleted: true } as const
    },
  })
}
