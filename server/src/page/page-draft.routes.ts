import { pageDraftCalls } from '@kaiku/contract/page-draft.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { answerFaults } from './answer-faults.ts'
import { dropDraft, findDraft, saveDraft } from './page-draft.store.ts'
import { pageChanges, pageFaults, withPages, writtenPages } from './pages-file.ts'

export const pageDraftRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = async (who: Viewer, survey: string) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'editPages')
    return { dictionary, files: await filesOf(stores, dictionary, dictionary.version) }
  }
  mount(app, pageDraftCalls, {
    async draft(who, { survey }) {
      const { dictionary, files } = await open(who, survey)
      return { version: dictionary.version, pages: writtenPages(files), draft: await findDraft(stores, dictionary) }
    },
    async saveDraft(who, { survey, ...saved }) {
      return saveDraft(stores, await permittedSurvey(stores, who, survey, 'editPages'), saved, who.username)
    },
    async discardDraft(who, { survey, revision }) {
      await dropDraft(stores, await permittedSurvey(stores, who, survey, 'editPages'), revision)
      return {}
    },
    async checkPages(who, { survey, pages }) {
      const { dictionary, files } = await open(who, survey)
      const written = pageFaults(files, pages)
      const faults = written.length > 0 ? written : await answerFaults(stores, who, dictionary, pages)
      return { faults, changes: faults.length > 0 ? [] : pageChanges(files, pages) }
    },
    async publishPages(who, { survey, pages, version, revision }, { ip }) {
      const { dictionary, files } = await open(who, survey)
      const draft = await findDraft(stores, dictionary)
      if ((draft?.revision ?? 0) !== revision)
        throw new Fault('conflict', `${draft?.by ?? 'Somebody'} has changed the draft meanwhile: look at it first.`)
      const faults = pageFaults(files, pages).length > 0 ? [] : await answerFaults(stores, who, dictionary, pages)
      if (faults.length > 0) throw refuse('invalid', 'page.faulty', {}, faults)
      const published = await publish(stores, who.universe, withPages(files, pages), who.username, {
        actor: actorOf(who, ip),
        onto: version,
      })
      if (draft) await dropDraft(stores, dictionary, revision)
      return { version: published.version }
    },
  })
}
