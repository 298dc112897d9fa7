import { commentCalls } from '@kaiku/contract/comment.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { mount } from '../http/mount.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { reaches } from '../selection/scope-condition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { type Starred, setStar, starredComments } from './comment-star.store.ts'

export const commentStarRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, commentCalls, {
    async stars(who, { survey }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'seeComments')
      if (dictionary.definition.settings.protection) return { stars: [] }
      const starred = await starredComments(stores, who, dictionary)
      const stars = starred.filter((one) => isReadable(who, dictionary, one))
      return { stars: stars.map(({ interviewId, question }) => ({ interviewId, question })) }
    },
    async star(who, { survey, interviewId, question, isStarred }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'seeComments')
      if (dictionary.definition.settings.protection) throw refuse('forbidden', 'protected.interviews')
      const interview = await storedInterview(stores, dictionary, interviewId)
      if (!isReadable(who, dictionary, { ...interview, question }))
        throw new Fault('not_found', 'There is no such comment.')
      await setStar(stores, who, dictionary, { number: interview.number, question, isStarred })
      return { isStarred }
    },
  })

/** Whether there is a comment that the viewer may read, here and now. */
function isReadable(
  who: Viewer,
  dictionary: Dictionary,
  { question: id, leaves, answers }: Omit<Starred, 'interviewId'>,
) {
  const question = dictionary.questions.get(id)?.question
  if (question?.type !== 'text' || question.hidden || typeof answers[id] !== 'string' || answers[id] === '')
    return false
  if (!reaches(who, dictionary, 'seeComments', leaves)) return false
  return !isPersonal(question) || (may.seeContacts(who) && reaches(who, dictionary, 'seeContacts', leaves))
}
