import { pageDraftCalls, type WrittenPage } from '@kaiku/contract/page-draft.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, parseDefinition } from '../definition/read-definition.ts'
import { dropDraft, findDraft, type KeptDraft, saveDraft } from '../draft/draft.ts'
import { partChanges, partFaults, withParts, writtenParts } from '../draft/draft-file.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { answerFaults } from './answer-faults.ts'

const file = 'pages.json'
/** Without a file of them, those that Kaiku makes of the questions. */
const written = (files: Files): WrittenPage[] => writtenParts(files, file) ?? parseDefinition(files).pages
const asPages = ({ written: pages, ...draft }: KeptDraft) => ({ ...draft, pages })

export const pageDraftRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = async (who: Viewer, survey: string) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'editPages')
    return { dictionary, files: await filesOf(stores, dictionary, dictionary.version) }
  }
  mount(app, pageDraftCalls, {
    async draft(who, { survey }) {
      const { dictionary, files } = await open(who, survey)
      const found = await findDraft(stores, dictionary, file)
      return { version: dictionary.version, pages: written(files), draft: found && asPages(found) }
    },
    async saveDraft(who, { survey, pages: written, ...known }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'editPages')
      return saveDraft(stores, dictionary, file, { written, ...known }, who.username)
    },
    async discardDraft(who, { survey, revision }) {
      await dropDraft(stores, await permittedSurvey(stores, who, survey, 'editPages'), file, revision)
      return {}
    },
    async checkPages(who, { survey, pages }) {
      const { dictionary, files } = await open(who, survey)
      const faultsSoFar = partFaults(files, file, pages)
      const faults = faultsSoFar.length > 0 ? faultsSoFar : await answerFaults(stores, who, dictionary, pages)
      return { faults, changes: faults.length > 0 ? [] : partChanges(written(files), file, pages) }
    },
    async publishPages(who, { survey, pages, version, revision }, { ip }) {
      const { dictionary, files } = await open(who, survey)
      const draft = await findDraft(stores, dictionary, file)
      if ((draft?.revision ?? 0) !== revision)
        throw new Fault('conflict', `${draft?.by ?? 'Somebody'} has changed the draft meanwhile: look at it first.`)
      const faults = partFaults(files, file, pages).length > 0 ? [] : await answerFaults(stores, who, dictionary, pages)
      if (faults.length > 0) throw refuse('invalid', 'page.faulty', {}, faults)
      const published = await publish(stores, who.universe, withParts(files, file, pages), who.username, {
        actor: actorOf(who, ip),
        onto: version,
      })
      if (draft) await dropDraft(stores, dictionary, file, revision)
      return { version: published.version }
    },
  })
}
