import { z } from 'zod'
import { call } from './call.ts'
import { code, role } from './question.ts'
import { version } from './version.ts'

const survey = z.string().min(1).max(200)
const question = z.string().min(1).max(200)
/** A text by language. */
const texts = z.record(z.string(), z.string())
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
const written = z.string().trim().max(4000)
const step = z.int().min(-32_767).max(32_767)

/** Where a question is used. */
export const usePlaces = [
  ...(['indicator', 'view', 'filter', 'page', 'alertRule'] as const),
  ...(['effect', 'form', 'import', 'setting'] as const),
] as const

/** A question as who configures the survey edits it. */
const edited = z
  .object({
    id: z.string(),
    type: z.enum(['scale', 'number', 'choice', 'multiple', 'text', 'date']),
    title: texts,
    /** As it was put to the respondent; empty: as it is called. */
    text: texts,
    roles: z.array(role),
    missing: z.array(code),
    hidden: z.boolean(),
    /** Null: the survey's. */
    minimumN: z.int().nullable(),
    /** Null: its type has none. */
    scale: z.object({ min: z.int(), max: z.int(), falling: z.boolean() }).nullable(),
    /** Codes that have or may have a label. */
    codes: z.array(z.object({ code, label: texts })),
    uses: z.array(z.object({ place: z.enum(usePlaces), id: z.string(), title: z.string() })),
  })
  .meta({ id: 'EditedQuestion' })
export type EditedQuestion = z.output<typeof edited>

/** One property of a question, as it shall be. An empty text is none in that language. */
export const questionProperty = z
  .discriminatedUnion('property', [
    z.strictObject({ property: z.literal('title'), locale: language, value: written }),
    z.strictObject({ property: z.literal('text'), locale: language, value: written }),
    z.strictObject({ property: z.literal('label'), code, locale: language, value: written }),
    z.strictObject({ property: z.literal('roles'), value: z.array(role).max(20) }),
    z.strictObject({ property: z.literal('missing'), value: z.array(code).max(200) }),
    z.strictObject({ property: z.literal('hidden'), value: z.boolean() }),
    /** Null: the survey's. */
    z.strictObject({ property: z.literal('minimumN'), value: z.int().min(1).max(1000).nullable() }),
    z.strictObject({ property: z.literal('scale'), min: step, max: step, falling: z.boolean() }),
  ])
  .meta({ id: 'QuestionProperty' })
export type QuestionProperty = z.output<typeof questionProperty>

/** A version of the definition that changed a question. */
const questionVersion = z
  .object({
    version: z.int(),
    at: z.iso.datetime(),
    by: z.string(),
    /** `title.fi`; empty: the question itself came or went. */
    changes: z.array(z.object({ place: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  })
  .meta({ id: 'QuestionVersion' })

export const questionCalls = {
  read: call({
    method: 'GET',
    path: 'vuejs/surveys/metaproperty/:survey',
    summary: 'The questions of a survey as they are edited, with what uses each',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.object({
      /** Of the definition; sent back with a change. */
      version: z.int(),
      /** The survey's own language. */
      locale: z.string(),
      /** Languages that questions have texts in, the survey's own first. */
      locales: z.array(z.string()),
      minimumN: z.int(),
      questions: z.array(edited),
    }),
    needs: 'editConfiguration',
  }),
  history: call({
    method: 'GET',
    path: 'vuejs/surveys/metaproperty/:survey/:question',
    summary: 'The versions that changed a question, the newest first',
    params: z.strictObject({ survey, question }),
    reply: z.object({
      versions: z.array(questionVersion),
      /** Days from which trends that stand on it are not the same question any more. */
      breaks: z.array(z.object({ day: z.string(), what: z.enum(['wording', 'scale']) })),
    }),
    needs: 'editConfiguration',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/surveys/metaproperty/:survey',
    summary: 'Change one property of a question, as the next version; refused where somebody published meanwhile',
    params: z.strictObject({ survey }),
    body: z.strictObject({
      question,
      /** The published version as the caller knows it. */
      version: version.min(1),
      change: questionProperty,
    }),
    reply: z.object({ version: z.int() }),
    needs: 'editConfiguration',
  }),
}
