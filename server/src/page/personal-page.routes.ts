import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { personalPageCalls } from '@kaiku/contract/personal-page.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { partFaults } from '../draft/draft-file.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { createPage, listPages, removePage, savePage } from './personal-page.store.ts'

/** A personal page stands outside of the definition; to be checked like the others it needs a name among them. */
const nameless = 'personal'

export const personalPageRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  const refuseFaulty = async (dictionary: Dictionary, page: WrittenPage) => {
    const files = await filesOf(stores, dictionary, dictionary.version)
    const faults = partFaults(files, 'pages.json', [{ ...page, extname: nameless }])
    if (faults.length > 0) throw refuse('invalid', 'page.faulty', {}, faults)
  }
  mount(app, personalPageCalls, {
    async list(who, { survey }) {
      return listPages(stores, who, await open(who, survey))
    },
    async create(who, { survey, page }) {
      const dictionary = await open(who, survey)
      await refuseFaulty(dictionary, page)
      return createPage(stores, who, dictionary, page)
    },
    async save(who, { survey, ...saved }) {
      const dictionary = await open(who, survey)
      await refuseFaulty(dictionary, saved.page)
      return savePage(stores, who, dictionary, saved)
    },
    async remove(who, { survey, pageId }) {
      await removePage(stores, who, await open(who, survey), pageId)
      return {}
    },
  })
}
