import { formDraftCalls } from '@kaiku/contract/form-draft.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { dropDraft, findDraft, type KeptDraft, saveDraft } from '../draft/draft.ts'
import { partChanges, partFaults, withParts } from '../draft/draft-file.ts'
import { formsOf } from '../form/default-form.ts'
import { quotaFills } from '../form-answer/quota.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { previewTicket } from './form-preview.routes.ts'
import { askable, file, writtenForms } from './forms-file.ts'

const asForms = ({ written: forms, ...draft }: KeptDraft) => ({ ...draft, forms })

/** Forms in the hands of who configures the survey: kept as a draft, looked at, published whole. */
export const formDraftRoutes = (app: FastifyInstance, stores: Stores) => {
  const permitted = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'editConfiguration')
  const open = async (who: Viewer, survey: string) => {
    const dictionary = await permitted(who, survey)
    return { dictionary, files: await filesOf(stores, dictionary, dictionary.version) }
  }
  mount(app, formDraftCalls, {
    async draft(who, { survey }) {
      const { dictionary, files } = await open(who, survey)
      const { version, definition } = dictionary
      const found = await findDraft(stores, dictionary, file)
      const fills = await Promise.all(formsOf(dictionary).map((form) => quotaFills(stores, dictionary, form)))
      const forms = writtenForms(files, dictionary)
      const { locale } = definition.settings
      return {
        version,
        forms,
        draft: found && asForms(found),
        locales: [...new Set([locale, ...[...forms, ...(found?.written ?? [])].flatMap(localesIn)])],
        questions: definition.questions.filter(({ computed }) => !computed).map(askable),
        fills: fills.flat(),
      }
    },
    async saveDraft(who, { survey, forms: written, ...known }) {
      return saveDraft(stores, await permitted(who, survey), file, { written, ...known }, who.username)
    },
    async discardDraft(who, { survey, revision }) {
      await dropDraft(stores, await permitted(who, survey), file, revision)
      return {}
    },
    async check(who, { survey, forms }) {
      const { dictionary, files } = await open(who, survey)
      const faults = partFaults(files, file, forms)
      const isRight = faults.length === 0
      return {
        faults,
        changes: isRight ? partChanges(writtenForms(files, dictionary), file, forms) : [],
        ticket: isRight ? await previewTicket(stores, dictionary) : '',
      }
    },
    async publish(who, { survey, forms, version, revision }, { ip }) {
      const { dictionary, files } = await open(who, survey)
      const draft = await findDraft(stores, dictionary, file)
      if ((draft?.revision ?? 0) !== revision)
        throw new Fault('conflict', `${draft?.by ?? 'Somebody'} has changed the draft meanwhile: look at it first.`)
      const faults = partFaults(files, file, forms)
      if (faults.length > 0) throw refuse('invalid', 'form.faulty', {}, faults)
      const published = await publish(stores, who.universe, withParts(files, file, forms), who.username, {
        actor: actorOf(who, ip),
        onto: version,
      })
      if (draft) await dropDraft(stores, dictionary, file, revision)
      return { version: published.version }
    },
  })
}

/** The languages that a form says it has. */
const localesIn = ({ locales }: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(locales) ? locales.filter((one) => typeof one === 'string') : []
