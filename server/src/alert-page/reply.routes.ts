import { alertReplyCalls } from '@kaiku/contract/alert-reply.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { offerReply, sendReply } from '../alert-reply/reply.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { readAlert } from './read-alert.ts'

export const alertReplyRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'handleAlerts')
  mount(app, alertReplyCalls, {
    offer: async (who, asked) => offerReply(stores, who, await open(who, asked.survey), asked),
    send: async (who, asked) => {
      const dictionary = await open(who, asked.survey)
      await sendReply(stores, who, dictionary, asked, Date.now())
      return readAlert(stores, who, dictionary, asked.alertId, asked.locale ?? who.locale, Date.now())
    },
  })
}
