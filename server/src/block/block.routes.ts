import { configBlockCalls, mostBlockText } from '@kaiku/contract/config-block.ts'
import { type DefinitionFile, definitionFiles, requiredFiles } from '@kaiku/contract/definition.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, isDefinitionFile } from '../definition/read-definition.ts'
import { titledSchema } from '../definition/titled-schema.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type BlockDraft, findBlockDrafts, saveBlockDraft } from '../draft/block-draft.ts'
import { dropDraft } from '../draft/draft.ts'
import { blockFaults, nextDefinition, withTexts } from '../draft/next-definition.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { removedBy } from '../retention/retention-ahead.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { placedFaults, toldChanges } from './block-check.ts'
import { usualText } from './block-template.ts'
import { lastChanges } from './last-change.ts'

const required: ReadonlySet<string> = new Set(requiredFiles)

function known(file: string): DefinitionFile {
  if (!isDefinitionFile(file)) throw new Fault('not_found', `A survey has no block ${file}.`)
  return file
}

/** A survey’s definition file by file: written as drafts, checked as a whole, published together. */
export const blockRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = async (who: Viewer, survey: string) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'editConfiguration')
    const files = await filesOf(stores, dictionary, dictionary.version)
    return { dictionary, files, drafts: await findBlockDrafts(stores, dictionary, files) }
  }

  /** Whether a file was published anew since a draft of it began. */
  const isBehind = async (
    dictionary: Dictionary,
    files: Files,
    { file, version }: Pick<BlockDraft, 'file' | 'version'>,
  ) => version < dictionary.version && (await filesOf(stores, dictionary, version)).get(file) !== files.get(file)

  const headOf = async (dictionary: Dictionary, files: Files, { file, text, ...head }: BlockDraft) => ({
    ...head,
    isBehind: await isBehind(dictionary, files, { file, version: head.version }),
    isRemoval: text.trim() === '',
  })

  mount(app, configBlockCalls, {
    async list(who, { survey }) {
      const { dictionary, files, drafts } = await open(who, survey)
      const changed = await lastChanges(stores, dictionary)
      const blocks = Object.keys(definitionFiles).map(async (file) => {
        const draft = drafts.find((one) => one.file === file)
        return {
          file,
          isRequired: required.has(file),
          changed: changed.get(file) ?? null,
          draft: draft ? await headOf(dictionary, files, draft) : null,
        }
      })
      return { version: dictionary.version, blocks: await Promise.all(blocks) }
    },

    async one(who, { survey, file: name, locale }) {
      const file = known(name)
      const { dictionary, files, drafts } = await open(who, survey)
      const published = files.get(file) ?? null
      if ((published?.length ?? 0) > mostBlockText) throw refuse('too_large', 'block.large', { file })
      const draft = drafts.find((one) => one.file === file)
      return {
        file,
        version: dictionary.version,
        published,
        draft: draft ? { ...(await headOf(dictionary, files, draft)), text: draft.text } : null,
        schema: titledSchema(file, locale ?? who.locale),
      }
    },

    async create(who, { survey, file: name, template, from }) {
      const file = known(name)
      const { dictionary, files } = await open(who, survey)
      if (files.has(file)) throw refuse('conflict', 'block.exists', { file })
      const text =
        template === 'usual'
          ? usualText(file, dictionary, files)
          : ((await open(who, from ?? '')).files.get(file) ?? null)
      if (text === null) throw refuse('invalid', 'block.noTemplate', { file })
      const { version } = dictionary
      const saved = await saveBlockDraft(stores, dictionary, file, { text, version, revision: 0 }, who.username)
      return headOf(dictionary, files, { ...saved, text })
    },

    async save(who, { survey, file: name, text, revision, version }) {
      const file = known(name)
      const { dictionary, files } = await open(who, survey)
      const written = { text, revision, version: Math.min(version, dictionary.version) }
      const saved = await saveBlockDraft(stores, dictionary, file, written, who.username)
      return headOf(dictionary, files, { ...saved, text })
    },

    async discard(who, { survey, file, revision }) {
      await dropDraft(stores, await permittedSurvey(stores, who, survey, 'editConfiguration'), known(file), revision)
      return {}
    },

    async check(who, { survey, writing, locale }) {
      const { dictionary, files, drafts } = await open(who, survey)
      const own = writing && { file: known(writing.file), text: writing.text }
      const texts = [...drafts.filter(({ file }) => file !== own?.file), ...(own ? [own] : [])]
      const next = withTexts(files, texts)
      const { definition, faults } = nextDefinition(next, dictionary)
      return {
        faults: placedFaults(faults, next),
        ...toldChanges(files, next, locale ?? who.locale),
        // Counting may read a whole survey: not at each key that is pressed.
        removed: writing ? {} : await removedBy(stores, who, dictionary, definition, Date.now()),
      }
    },

    async publish(who, { survey, version, drafts: seen }, { ip }) {
      const { dictionary, files, drafts } = await open(who, survey)
      const revisions = new Map(seen.map(({ file, revision }) => [file, revision]))
      for (const { file, revision, by } of drafts)
        if (revisions.get(file) !== revision) throw refuse('conflict', 'block.changed', { file, by })
      if (drafts.length !== revisions.size) throw refuse('conflict', 'block.gone')
      for (const draft of drafts)
        if (await isBehind(dictionary, files, draft)) throw refuse('conflict', 'block.behind', { file: draft.file })
      const next = withTexts(files, drafts)
      const faults = blockFaults(next, dictionary)
      if (faults.length > 0) throw refuse('invalid', 'block.faulty', {}, faults)
      const published = await publish(stores, who.universe, next, who.username, {
        actor: actorOf(who, ip),
        onto: version,
      })
      // Whoever wrote on meanwhile keeps their draft: it is behind what was published, and says so.
      for (const { file, revision } of drafts)
        await dropDraft(stores, dictionary, file, revision).catch((fault: unknown) => {
          if (!(fault instanceof Fault) || fault.code !== 'conflict') throw fault
        })
      return { version: published.version }
    },
  })
}
