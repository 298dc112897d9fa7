import type { AskableQuestion, WrittenForm } from '@kaiku/contract/form-draft.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { writtenParts } from '../draft/draft-file.ts'
import { formsOf } from '../form/default-form.ts'

export const file = 'forms.json'

/** The forms of a definition as they are written; without a file of them, the one that Kaiku makes of the questions. */
export const writtenForms = (files: Files, dictionary: Dictionary): WrittenForm[] =>
  writtenParts(files, file) ??
  formsOf(dictionary).map((form) => Object.fromEntries(Object.entries(shortened(form) ?? {})))

/** What a form says without what is so anyway. */
function shortened(value: unknown): object | unknown[] | string | number | boolean | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one: unknown) => shortened(one) ?? {})
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).flatMap(([key, one]) => {
      const short = shortened(one)
      return short === undefined ? [] : [[key, short] as const]
    })
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  }
  if (value === '' || value === false) return undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** A question as those see it who ask it. */
export const askable = (question: Question): AskableQuestion => {
  const { id, title, type } = question
  const hasLimits = type === 'scale' || type === 'number'
  const [min, max] = hasLimits ? [question.min ?? null, question.max ?? null] : [null, null]
  const options =
    type === 'choice' || type === 'multiple'
      ? question.options.map((one) => ({ code: one.code, title: one.title }))
      : hasLimits
        ? question.labels.map((one) => ({ code: String(one.code), title: one.title }))
        : []
  return { id, title, type, options, min, max }
}
