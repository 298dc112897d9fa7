import { z } from 'zod'
import { localised, name } from './localised.ts'

/** The stored code of an answer. Numbers are written without quotes, options with. */
export const code = z.union([z.string().min(1).max(200), z.number()])

/**
 * What else a question is good for. `date`, `weight`, `contact`: one question of a survey at most. `background`: filters
 * and breakdowns of a protected survey may look at its answers.
 */
export const role = z.enum(['date', 'weight', 'unit', 'contact', 'comment', 'identifier', 'pii', 'background'])

const common = {
  id: name,
  title: localised,
  /** The question as it was put to the respondent. */
  text: localised.optional(),
  roles: z.array(role).default([]),
  /** Codes that are not an answer (do not know, not applicable). They are kept, shown on demand, never counted. */
  missing: z.array(code).default([]),
  hidden: z.boolean().default(false),
  /** Overrides the survey's minimum n for figures of this question. */
  minimumN: z.int().min(1).max(1000).optional(),
  /** Nobody answers it: a script computes it from the other answers. */
  computed: z.literal(true).optional(),
}

const option = z.strictObject({ code: z.string().min(1).max(200), title: localised, order: z.number().optional() })
const band = z.strictObject({ id: name, title: localised, from: z.number().optional(), to: z.number().optional() })
const labels = z.array(z.strictObject({ code: z.number(), title: localised })).default([])

/** A question or background variable of a survey. */
export const question = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('scale'),
      ...common,
      min: z.int(),
      max: z.int(),
      /** True when 1 is best. Index, top box and colours follow. */
      falling: z.boolean().default(false),
      labels,
    }),
    z.strictObject({
      type: z.literal('number'),
      ...common,
      /** Digits kept behind the decimal point. */
      decimals: z.int().min(0).max(9).default(0),
      /** Answers outside are not valid. */
      min: z.number().optional(),
      max: z.number().optional(),
      unit: z.string().max(20).optional(),
      labels,
      /** Groups for rankings and distributions, inclusive on both ends (`from` 18 `to` 24). */
      bands: z.array(band).default([]),
    }),
    z.strictObject({
      type: z.literal('choice'),
      ...common,
      options: z.array(option).default([]),
      /** True: codes met in the data that are not listed become options of their own name. */
      open: z.boolean().default(false),
    }),
    z.strictObject({
      type: z.literal('multiple'),
      ...common,
      options: z.array(option).default([]),
      open: z.boolean().default(false),
    }),
    z.strictObject({ type: z.literal('text'), ...common }),
    z.strictObject({ type: z.literal('date'), ...common }),
  ])
  .meta({ id: 'Question' })

export type Question = z.output<typeof question>
export type QuestionType = Question['type']
export const questionTypes = ['scale', 'number', 'choice', 'multiple', 'text', 'date'] as const satisfies QuestionType[]

/** Questions of one survey. */
export const mostQuestions = 2000

/** `questions.json` */
export const questionsFile = z.strictObject({
  $schema: z.string().optional(),
  questions: z.array(question).min(1).max(mostQuestions),
})
