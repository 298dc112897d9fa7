import { interviewTagCalls } from '@kaiku/contract/interview-tag.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { changeTags, knownTags, undoTags } from './interview-tag.ts'

export const interviewTagRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeInterviews')
  mount(app, interviewTagCalls, {
    known: async (who, { survey }) => knownTags(stores, who, await open(who, survey)),
    change: async (who, asked) => changeTags(stores, who, await open(who, asked.survey), asked),
    undo: async (who, { survey, bulkId }) => undoTags(stores, who, await open(who, survey), bulkId),
  })
}
