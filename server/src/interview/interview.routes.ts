import { interviewCalls } from '@kaiku/contract/interview.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { mount } from '../http/mount.ts'
import { openInterview } from '../result/one-interview.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { addNote } from './interview-note.store.ts'
import { readInterview, storedInterview } from './read-interview.ts'
import { recordTable } from './record-table.ts'

export const interviewRoutes = (app: FastifyInstance, stores: Stores) => {
  mount(app, interviewCalls, {
    async recordTable(who, input, { ip }, reply) {
      const { type, name, content } = await recordTable(stores, who, input, actorOf(who, ip))
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return content
    },
    async one(who, { survey, interviewId, locale }, { ip }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const interview = await readInterview(stores, who, dictionary, interviewId, locale ?? who.locale)
      if (interview.questions.some(({ isPersonal, answer }) => isPersonal && answer !== null))
        await record(stores, actorOf(who, ip), {
          ...{ action: 'contact.view', subject: dictionary.extName, after: { interview: interviewId } },
        })
      return interview
    },
    async addComment(who, { survey, interviewId, message }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const { number } = await storedInterview(stores, dictionary, interviewId)
      await openInterview(stores, who, dictionary, number)
      return addNote(stores, who, dictionary, number, message)
    },
  })
}
