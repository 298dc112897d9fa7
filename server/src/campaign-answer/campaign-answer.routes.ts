import { campaignFigureCalls } from '@kaiku/contract/campaign-figure.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { campaignAt, campaignsBelow } from './campaign-figure.ts'

export const campaignAnswerRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'sendCampaigns')
  mount(app, campaignFigureCalls, {
    list: async (who, asked) => campaignsBelow(stores, who, await open(who, asked.survey), asked),
    details: async (who, asked) => ({ campaign: await campaignAt(stores, who, await open(who, asked.survey), asked) }),
  })
}
