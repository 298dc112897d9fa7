import { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Stores } from '../stores.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { showDryRun } from './shown-dry-run.ts'

export const alertRuleRoutes = (app: FastifyInstance, stores: Stores) => {
  mount(app, alertRuleCalls, {
    dryRun: async (who, asked) =>
      showDryRun(stores, who, await permittedSurvey(stores, who, asked.survey, 'editConfiguration'), asked),
  })
}
