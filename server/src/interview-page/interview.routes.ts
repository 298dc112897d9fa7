import { interviewCalls } from '@kaiku/contract/interview.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { findSurvey } from '../survey/survey.ts'
import { asFile } from '../upload/file-reply.ts'
import { interviewDocument } from './interview-document.ts'
import { readersNamed } from './interview-mention.ts'
import { addNote, changeNote } from './interview-note.store.ts'
import { writeTranslation } from './interview-translation.store.ts'
import { readInterview } from './read-interview.ts'
import { recordTable } from './record-table.ts'

export const interviewRoutes = (
  app: FastifyInstance,
  stores: Stores,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
) => {
  /** Throws a Fault where the viewer may not open it. */
  async function opened(who: Viewer, { survey, interviewId }: { survey: string; interviewId: string }) {
    const dictionary = await findSurvey(stores, who.universe, survey)
    const { number, leaves } = await storedInterview(stores, dictionary, interviewId)
    await openInterview(stores, who, dictionary, number)
    return { dictionary, interview: { number, leaves, id: interviewId } }
  }
  mount(app, interviewCalls, {
    async recordTable(who, input, { ip }, reply) {
      return asFile(reply, await recordTable(stores, who, input, actorOf(who, ip)))
    },
    async document(who, input, { ip }, reply) {
      return asFile(reply, await interviewDocument(stores, who, input, { actor: actorOf(who, ip), publicUrl }))
    },
    async one(who, { survey, interviewId, locale }, { ip }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const interview = await readInterview(stores, who, dictionary, interviewId, locale ?? who.locale)
      if (interview.questions.some(({ isPersonal, answer }) => isPersonal && answer !== null))
        await record(stores, actorOf(who, ip), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { interview: interviewId },
        })
      return interview
    },
    async people(who, { search, ...at }) {
      const { dictionary, interview } = await opened(who, at)
      return readersNamed(stores, dictionary, interview.leaves, search)
    },
    async translate(who, { question, locale, text, ...at }) {
      const { dictionary, interview } = await opened(who, at)
      return writeTranslation(stores, who, dictionary, interview, { question, locale, text })
    },
    async addComment(who, { message, mentions, ...at }) {
      const { dictionary, interview } = await opened(who, at)
      return addNote(stores, who, dictionary, interview, message, mentions)
    },
    async editComment(who, { message, noteId, mentions, ...at }) {
      const { dictionary, interview } = await opened(who, at)
      return changeNote(stores, who, dictionary, interview, noteId, message, mentions)
    },
    async removeComment(who, { noteId, ...at }) {
      const { dictionary, interview } = await opened(who, at)
      return changeNote(stores, who, dictionary, interview, noteId, null)
    },
  })
}
