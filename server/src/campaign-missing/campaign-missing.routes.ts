import { campaignMissingCalls } from '@kaiku/contract/campaign-missing.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { scopeOf } from '../selection/scope.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { tableFile } from '../table-file/table-file.ts'
import { asFile } from '../upload/file-reply.ts'
import { tellMissing } from './campaign-missing.ts'
import { weighCampaign, weightLines } from './campaign-weight.ts'

export const campaignMissingRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'sendCampaigns')
  mount(app, campaignMissingCalls, {
    missing: async (who, { survey, campaignId, locale = who.locale }) =>
      tellMissing(stores, who, await open(who, survey), { campaignId, locale, now: Date.now() }),
    weighing: async (who, { survey, campaignId, fields }) => {
      const weighed = await weighCampaign(stores, who, await open(who, survey), { campaignId, fields, now: Date.now() })
      return weighed.told
    },
    async weights(who, { survey, campaignId, fields }, { ip }, reply) {
      const dictionary = await open(who, survey)
      scopeOf(who, dictionary, 'export')
      const weighed = await weighCampaign(stores, who, dictionary, { campaignId, fields, now: Date.now() })
      const lines = weightLines(who, dictionary, weighed)
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { campaign: campaignId, weights: fields, interviews: lines.length - 1 },
      })
      return asFile(reply, { name: `${dictionary.extName}-weights.csv`, ...tableFile([lines], 'csv') })
    },
  })
}
