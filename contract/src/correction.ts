import { z } from 'zod'
import { call } from './call.ts'
import { shownAnswer } from './interview.ts'

/** An answer in its question's own unit: a number, a code or several, a text, a day. Null: not answered. */
const value = z.union([z.number(), z.string().max(20_000), z.array(z.string().max(200)).max(500)]).nullable()
export type CorrectedValue = z.output<typeof value>

/** A question and its answer as they can be corrected. */
export const correctable = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.enum(['scale', 'number', 'choice', 'multiple', 'text', 'date']),
    value,
    /** What may be answered: the options, or the steps and codes of a scale that have a name. */
    choices: z.array(z.object({ code: z.string(), title: z.string() })),
    /** Other codes than those may be answered, too. */
    isOpen: z.boolean(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    decimals: z.int(),
    unit: z.string().nullable(),
    /** As it first came. */
    original: value,
    originalShown: shownAnswer.nullable(),
    /** Differs from the original. */
    isCorrected: z.boolean(),
    /** It decides where the interview belongs, and only who corrects everywhere may change that. */
    isFixed: z.boolean(),
  })
  .meta({ id: 'Correctable' })
export type Correctable = z.output<typeof correctable>

const at = z.strictObject({ survey: z.string().min(1).max(200), interviewId: z.uuid() })
const locale = z.strictObject({ locale: z.string().max(20).optional() })
const reply = z.object({ questions: z.array(correctable) })

export const correctionCalls = {
  read: call({
    method: 'GET',
    path: 'vuejs/surveys/metainterviewdata/:survey/:interviewId',
    summary: 'The answers and background values of an interview as they can be corrected, beside what first came',
    params: at,
    query: locale,
    reply,
    needs: 'importData',
  }),
  correct: call({
    method: 'POST',
    path: 'vuejs/surveys/metainterviewdata/:survey/:interviewId',
    summary: 'Correct answers; refused, with what it is now, where somebody else changed one of them meanwhile',
    params: at,
    query: locale,
    body: z.strictObject({
      changes: z
        .array(z.strictObject({ question: z.string().max(200), /** As the writer saw it. */ before: value, value }))
        .min(1)
        .max(500),
    }),
    reply,
    needs: 'importData',
  }),
}
