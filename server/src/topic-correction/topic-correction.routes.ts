import { topicCorrectionCalls } from '@kaiku/contract/topic-correction.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { tableFile } from '../table-file/table-file.ts'
import { asFile } from '../upload/file-reply.ts'
import { correctTopic, topicsOfInterview } from './topic-correction.ts'
import { topicCorrectionLines } from './topic-correction-table.ts'

export const topicCorrectionRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, topicCorrectionCalls, {
    async read(who, { survey, interviewId, locale }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'seeInterviews')
      return topicsOfInterview(stores, who, dictionary, interviewId, locale ?? who.locale)
    },
    async correct(who, asked, { ip }) {
      const { survey, interviewId, question, topic, isThere, locale } = asked
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      await correctTopic(stores, who, dictionary, asked)
      await record(stores, actorOf(who, ip), {
        action: 'topic.correct',
        subject: dictionary.extName,
        after: { interview: interviewId, question, topic, isThere },
      })
      return topicsOfInterview(stores, who, dictionary, interviewId, locale ?? who.locale)
    },
    async table(who, { survey }, { ip }, reply) {
      const dictionary = await permittedSurvey(stores, who, survey, 'export')
      const file = tableFile(topicCorrectionLines(stores, who, dictionary), 'csv')
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { topicCorrections: true },
      })
      return asFile(reply, { ...file, name: `${dictionary.extName}-topics.csv` })
    },
  })
