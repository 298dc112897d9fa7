import type { ReplyOf } from '@kaiku/contract/call.ts'
import { mappingCalls } from '@kaiku/contract/mapping.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { placedFaults, toldChanges } from '../block/block-check.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type BlockDraft, saveBlockDraft } from '../draft/block-draft.ts'
import { dropDraft } from '../draft/draft.ts'
import { blockFaults } from '../draft/next-definition.ts'
import { mount } from '../http/mount.ts'
import {
  findMappingFile,
  forgetMappingFile,
  keptMappingFile,
  listMappingFiles,
  noteMappingTask,
  type StoredMappingFile,
  takeMappingFile,
} from '../mapping-file/mapping-file.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { createTask } from '../task/task.ts'
import { askedQuestions, shownQuestion } from './asked-question.ts'
import { withProfile } from './file-profile.ts'
import { nextDictionary } from './next-dictionary.ts'
import { changedTexts, checkKnown, lists, mappingsIn, type OpenList, openMappings, withLists } from './open-mapping.ts'
import { previewImport } from './preview.ts'
import { entryOf, propose } from './propose.ts'

const shownFile = ({ id, file, size, at, expiresAt }: StoredMappingFile) => ({
  fileId: id,
  file,
  size: Number(size),
  at: at.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
type Heads = ReplyOf<typeof mappingCalls.save>
const headOf = (draft: Pick<BlockDraft, 'revision' | 'by' | 'at'> | null): Heads['imports'] =>
  draft && { revision: draft.revision, by: draft.by, at: draft.at }

/** How later files of a survey are read, in the hands of who configures it and imports into it. */
export const mappingRoutes = (app: FastifyInstance, stores: Stores) => {
  /** Throws Fault `forbidden` for who may do only one of both. */
  const permitted = async (who: Viewer, survey: string): Promise<Dictionary> => {
    await permittedSurvey(stores, who, survey, 'importData')
    return permittedSurvey(stores, who, survey, 'editConfiguration')
  }
  const open = async (who: Viewer, survey: string) => openMappings(stores, await permitted(who, survey))
  const ownerOf = ({ userId }: Viewer, { universe, survey }: Dictionary) => ({ universe, survey, person: userId })
  const find = (who: Viewer, dictionary: Dictionary, fileId: string) =>
    findMappingFile(stores, ownerOf(who, dictionary), fileId)
  /** The survey with what is written; as published where that can not be read as a definition yet. */
  const asWritten = (dictionary: Dictionary, files: Files): Dictionary =>
    blockFaults(files, dictionary).length > 0
      ? dictionary
      : nextDictionary(dictionary, readDefinition(files).definition)

  mount(app, mappingCalls, {
    async open(who, { survey, locale = who.locale }) {
      const { dictionary, files, imports, questions } = await open(who, survey)
      const next = asWritten(dictionary, withLists(files, { imports: imports.text, questions: questions.text }))
      return {
        version: dictionary.version,
        draft: { imports: headOf(imports.draft), questions: headOf(questions.draft) },
        mappings: mappingsIn(imports.text),
        published: mappingsIn(imports.published).map(({ name }) => name),
        questions: askedQuestions(next).map((one) => shownQuestion(one, dictionary, next, locale)),
        files: (await listMappingFiles(stores, ownerOf(who, dictionary))).map(shownFile),
      }
    },

    async upload(who, { survey }, request) {
      const dictionary = await permitted(who, survey)
      return shownFile(await takeMappingFile(stores, ownerOf(who, dictionary), request))
    },

    async propose(who, { survey, fileId, mapping, locale = who.locale }) {
      const { dictionary, files, imports, questions } = await open(who, survey)
      const found = await find(who, dictionary, fileId)
      const next = asWritten(dictionary, withLists(files, { imports: imports.text, questions: questions.text }))
      const proposed = await withProfile(keptMappingFile(stores, found), {}, (table, profile) =>
        propose(next, table, profile, found.file, { mapping, locale }),
      )
      return Object.assign({ file: shownFile(found) }, proposed)
    },

    async entry(who, { survey, fileId, ...wanted }) {
      const { dictionary, files, imports, questions } = await open(who, survey)
      const found = await find(who, dictionary, fileId)
      const next = asWritten(dictionary, withLists(files, { imports: imports.text, questions: questions.text }))
      const entry = await withProfile(keptMappingFile(stores, found), {}, (table, profile) =>
        entryOf(next, table, profile, wanted),
      )
      if (!entry) throw new Fault('not_found', 'There is no such question, or no such column.')
      return entry
    },

    async forget(who, { survey, fileId }) {
      const found = await find(who, await permitted(who, survey), fileId)
      // Its import may be reading it.
      if (found.task !== null) throw refuse('conflict', 'mapping.importing')
      await forgetMappingFile(stores, found)
      return {}
    },

    async check(who, { survey, change, fileId, locale = who.locale, ...known }) {
      const opened = await open(who, survey)
      checkKnown(opened, known)
      const { dictionary, files } = opened
      const next = withLists(files, changedTexts(opened, change))
      const faults = placedFaults(blockFaults(next, dictionary), next)
      const written = asWritten(dictionary, next)
      const [first] = change.put
      const mapping = written.definition.imports.find(({ name }) => name === first?.mapping.name)
      const file = fileId === undefined ? null : await find(who, dictionary, fileId)
      const isRead = file && mapping && faults.length === 0
      return Object.assign(
        {
          faults,
          questions: askedQuestions(written).map((one) => shownQuestion(one, dictionary, written, locale)),
          preview: isRead ? await previewImport(stores, written, keptMappingFile(stores, file), mapping, locale) : null,
        },
        toldChanges(files, next, locale),
      )
    },

    async save(who, { survey, change, ...known }) {
      const opened = await open(who, survey)
      checkKnown(opened, known)
      const texts = changedTexts(opened, change)
      const { dictionary } = opened
      const save = async (name: 'imports' | 'questions', { text: before, draft }: OpenList) => {
        if (texts[name] === before) return headOf(draft)
        const { version } = dictionary
        const written = { text: texts[name], version, revision: known.revisions[name] }
        return headOf(await saveBlockDraft(stores, dictionary, lists[name].file, written, who.username))
      }
      const questions = await save('questions', opened.questions)
      return { questions, imports: await save('imports', opened.imports) }
    },

    async publish(who, { survey, change, fileId, ...known }, { ip }) {
      const opened = await open(who, survey)
      checkKnown(opened, known)
      const { dictionary, files } = opened
      const file = fileId === undefined ? null : await find(who, dictionary, fileId)
      if (file && file.task !== null) throw refuse('conflict', 'mapping.importing')
      const next = withLists(files, changedTexts(opened, change))
      const faults = blockFaults(next, dictionary)
      if (faults.length > 0) throw refuse('invalid', 'block.faulty', {}, faults)
      const by = [...change.put][0]?.mapping
      const rows =
        file && by ? await withProfile(keptMappingFile(stores, file), {}, (_table, profile) => profile.rows) : 0
      const published = await publish(stores, who.universe, next, who.username, {
        actor: actorOf(who, ip),
        onto: known.version,
      })
      for (const { draft } of [opened.imports, opened.questions])
        if (draft)
          // Whoever wrote on meanwhile keeps their draft.
          await dropDraft(stores, dictionary, draft.file, draft.revision).catch((fault: unknown) => {
            if (!(fault instanceof Fault) || fault.code !== 'conflict') throw fault
          })
      if (!file || !by) return { version: published.version, taskId: null }
      const taskId = await createTask(stores, {
        type: 'import',
        person: who.userId,
        survey: { universe: who.universe, survey: dictionary.survey },
        title: file.file,
        tellsPeople: true,
        input: { mappingFile: file.id, mapping: by.name, rows },
      })
      await noteMappingTask(stores, file, taskId)
      return { version: published.version, taskId }
    },
  })
}
