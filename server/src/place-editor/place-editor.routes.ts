import { placeTreeCalls } from '@kaiku/contract/place-tree.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { type BlockDraft, saveBlockDraft } from '../draft/block-draft.ts'
import { dropDraft } from '../draft/draft.ts'
import { blockFaults, withTexts } from '../draft/next-definition.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { tableTypes } from '../table-file/table-file.ts'
import { asFile } from '../upload/file-reply.ts'
import { withUpload } from '../upload/upload.ts'
import { arranged } from './arrange.ts'
import { changedText, checkedTree, openedTree, openViews } from './place-editor.ts'
import { placeWorkbook } from './place-table.ts'
import { readPlaceTable } from './read-place-table.ts'
import { file, readViews, treeOf, viewIn, withView } from './views-file.ts'

const headOf = ({ revision, by, at, version }: Omit<BlockDraft, 'text'>) => ({ revision, by, at, version })

/** The places of a survey in the hands of who configures it: part of the draft of `views.json`, published whole. */
export const placeEditorRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = async (who: Viewer, survey: string) =>
    openViews(stores, await permittedSurvey(stores, who, survey, 'editConfiguration'))

  mount(app, placeTreeCalls, {
    async open(who, { survey, view, locale }) {
      return openedTree(stores, who, await open(who, survey), view, locale ?? who.locale)
    },

    async save(who, { survey, view, ...sent }) {
      const opened = await open(who, survey)
      const { text } = changedText(opened, view, sent)
      const { version, revision } = sent
      return headOf(await saveBlockDraft(stores, opened.dictionary, file, { text, version, revision }, who.username))
    },

    async arrange(who, { survey, view: name, version, revision }) {
      const { dictionary, text } = await open(who, survey)
      if (version !== dictionary.version) throw refuse('conflict', 'block.behind', { file })
      const [view, stored] = [viewIn(readViews(text).views, name), dictionary.views.get(name)]
      if (!stored || !('levels' in view) || !('levels' in stored.view)) throw refuse('invalid', 'place.arranged')
      const made = await arranged(stores, dictionary, stored, view)
      if ('why' in made) throw refuse('invalid', 'place.notArranged', { example: made.example })
      const next = withView(text, made.view)
      return headOf(await saveBlockDraft(stores, dictionary, file, { text: next, version, revision }, who.username))
    },

    async check(who, { survey, view, ...sent }) {
      return checkedTree(stores, await open(who, survey), view, sent)
    },

    async publish(who, { survey, view, ...sent }, { ip }) {
      const opened = await open(who, survey)
      const { text } = changedText(opened, view, sent)
      const next = withTexts(opened.files, [{ file, text }])
      const faults = blockFaults(next, opened.dictionary)
      if (faults.length > 0) throw refuse('invalid', 'block.faulty', {}, faults)
      const published = await publish(stores, who.universe, next, who.username, {
        actor: actorOf(who, ip),
        onto: sent.version,
      })
      if (opened.draft) await dropDraft(stores, opened.dictionary, file, opened.draft.revision)
      return { version: published.version, moved: published.moved }
    },

    async file(who, { survey, view: name, plan }, _request, reply) {
      const { text } = await open(who, survey)
      const view = viewIn(readViews(text).views, name)
      const { nodes, plans } = treeOf(view)
      const planned = plan === undefined ? undefined : plans.find(({ id }) => id === plan)
      if (!('nodes' in view) || (plan !== undefined && !planned)) throw refuse('not_found', 'place.noView', { name })
      const told = plan === undefined ? name : `${name}-${plan}`
      const content = placeWorkbook(planned?.nodes ?? nodes, told)
      return asFile(reply, { name: `${survey}-${told}.xlsx`, type: tableTypes.xlsx, content })
    },

    async read(who, { survey, view }, request) {
      const { text } = await open(who, survey)
      viewIn(readViews(text).views, view)
      return withUpload(stores, request, readPlaceTable)
    },
  })
}
