import { retentionCalls } from '@kaiku/contract/retention.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { listSurveys } from '../survey/survey.ts'
import { listRemovals } from './removal.ts'
import { retentionAhead } from './retention-ahead.ts'

export const retentionRoutes = (app: FastifyInstance, stores: Stores) => {
  mount(app, retentionCalls, {
    ahead: (who, { days = null, contactDays = null, personalDays = null }) =>
      retentionAhead(stores, who.universe, { retentionDays: days, contactDays, personalDays }, Date.now()),
    removals: async (who) => listRemovals(stores, who.universe, await listSurveys(stores, who.universe), who.locale),
  })
}
