import { z } from 'zod'
import { definitionChange } from './backend.ts'
import { call } from './call.ts'
import { localised } from './localised.ts'
import { pageFault } from './page-draft.ts'
import { questionTypes } from './question.ts'
import { version, versionInAddress } from './version.ts'

const one = z.strictObject({ survey: z.string().min(1).max(200) })

/** A form as it stands in `forms.json`, or as somebody is still writing it: what is wrong with it is told beside it. */
export const writtenForm = z.record(z.string().max(80), z.unknown())
export type WrittenForm = z.output<typeof writtenForm>
const forms = z.array(writtenForm).max(50)

const choice = z.object({ code: z.string(), title: localised })
/** What a form may ask, and what conditions may say of its answers. */
const askable = z
  .object({
    id: z.string(),
    title: localised,
    type: z.enum(questionTypes),
    /** Options of a choice, named steps of a scale. */
    options: z.array(choice),
    min: z.number().nullable(),
    max: z.number().nullable(),
  })
  .meta({ id: 'AskableQuestion' })
export type AskableQuestion = z.output<typeof askable>

const filled = z.object({ form: z.string(), quota: z.string(), taken: z.int() })
/** How many answers count against a quota in the period that runs now. */
export type QuotaFill = z.output<typeof filled>

/** The forms of a survey that somebody works on, one draft for all. */
const draft = z
  .object({
    revision: z.int(),
    by: z.string(),
    at: z.iso.datetime(),
    /** The published version it began from. */
    version: z.int(),
    forms,
  })
  .meta({ id: 'FormDraft' })

const known = {
  /** The draft as the caller knows it, 0 for none; another one is a conflict. */
  revision: version,
  /** The published version they began from. */
  version: version.min(1),
}

export const formDraftCalls = {
  draft: call({
    method: 'GET',
    path: 'form/draft/:survey',
    summary: 'The published forms as they are written, the draft of the next ones, and what they may ask',
    params: one,
    reply: z.object({
      version: z.int(),
      forms,
      draft: draft.nullable(),
      /** Languages that texts of forms have, the survey's own first. */
      locales: z.array(z.string()),
      questions: z.array(askable),
      fills: z.array(filled),
    }),
    needs: 'editConfiguration',
  }),
  saveDraft: call({
    method: 'PUT',
    path: 'form/draft/:survey',
    summary: 'Keep forms as the draft, finished or not',
    params: one,
    body: z.strictObject({ forms, ...known }),
    reply: draft.omit({ forms: true }),
    needs: 'editConfiguration',
  }),
  discardDraft: call({
    method: 'DELETE',
    path: 'form/draft/:survey/:revision',
    summary: 'Drop the draft',
    params: one.extend({ revision: versionInAddress }),
    reply: z.object({}),
    needs: 'editConfiguration',
  }),
  check: call({
    method: 'POST',
    path: 'form/check/:survey',
    summary: 'What is wrong with forms, and what publishing them would change',
    params: one,
    body: z.strictObject({ forms }),
    reply: z.object({
      faults: z.array(pageFault),
      changes: z.array(definitionChange),
      /** What opens the preview of these forms for a while; empty: they cannot be shown. */
      ticket: z.string(),
    }),
    needs: 'editConfiguration',
    changesNothing: true,
  }),
  publish: call({
    method: 'POST',
    path: 'form/publish/:survey',
    summary: 'Make forms the next version of `forms.json`; the draft is done with',
    params: one,
    body: z.strictObject({ forms, ...known }),
    reply: z.object({ version: z.int() }),
    needs: 'editConfiguration',
  }),
}
