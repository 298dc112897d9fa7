import { savedFilterCalls } from '@kaiku/contract/saved-filter.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import {
  createSavedFilter,
  listSavedFilters,
  rememberFilters,
  removeSavedFilter,
  saveSavedFilter,
} from './saved-filter.ts'

export const savedFilterRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, savedFilterCalls, {
    list: async (who, { survey }) => listSavedFilters(stores, who, await open(who, survey)),
    create: async (who, { survey, ...fields }) => createSavedFilter(stores, who, await open(who, survey), fields),
    save: async (who, { survey, ...fields }) => saveSavedFilter(stores, who, await open(who, survey), fields),
    async remove(who, { survey, savedFilterId }) {
      await removeSavedFilter(stores, who, await open(who, survey), savedFilterId)
      return { removed: true } as const
    },
    async remember(who, { survey, token }) {
      await rememberFilters(stores, who, await open(who, survey), token)
      return { remembered: true } as const
    },
  })
}
