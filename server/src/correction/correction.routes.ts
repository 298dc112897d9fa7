import { correctionCalls } from '@kaiku/contract/correction.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { correctAnswers, readCorrectable } from './correction.ts'

export const correctionRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, correctionCalls, {
    async read(who, { survey, interviewId, locale }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      return readCorrectable(stores, who, dictionary, interviewId, locale ?? who.locale)
    },
    async correct(who, { survey, interviewId, changes, locale }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      await correctAnswers(stores, who, dictionary, interviewId, changes)
      await record(stores, actorOf(who, ip), {
        action: 'data.correct',
        subject: dictionary.extName,
        after: { interview: interviewId, questions: changes.map(({ question }) => question) },
      })
      return readCorrectable(stores, who, dictionary, interviewId, locale ?? who.locale)
    },
  })
