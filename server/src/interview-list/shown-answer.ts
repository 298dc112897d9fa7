import type { ShownAnswer } from '@kaiku/contract/interview.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { formatDay, formatValue } from '@kaiku/core/format.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { keyedPlaces } from '../view/keyed-place.ts'

type Stored = Answers[string] | null | undefined
/** A stored answer as it is shown; null: not answered, or kept from when the question was of another type. */
export type ShowAnswer = (stored: Stored) => ShownAnswer | null

/** A stored answer in the reader's words, a place by its name. */
export const shownAnswer = (
  dictionary: Pick<Dictionary, 'definition'>,
  question: Question,
  stored: Stored,
  translate: Translate,
): ShownAnswer | null => showAnswer(dictionary, question, translate)(stored)

/** The same for many answers to one question: what is true of all of them is worked out once. */
export function showAnswer(
  dictionary: Pick<Dictionary, 'definition'>,
  question: Question,
  translate: Translate,
): ShowAnswer {
  const codes = new Set(question.missing.map(String))
  const missing = (code: number | string) => codes.size > 0 && codes.has(String(code))
  switch (question.type) {
    case 'scale':
    case 'number': {
      const unit = question.type === 'number' ? 10 ** question.decimals : 1
      const labels = new Map(question.labels.map(({ code, title }) => [code, translate(title)]))
      return (stored) => {
        if (typeof stored !== 'number') return null
        const value = stored / unit
        return { value, label: labels.get(value) ?? null, missing: missing(value) }
      }
    }
    case 'choice': {
      const titleOf = titles(dictionary, question, translate)
      return (stored) =>
        typeof stored === 'string' && stored !== ''
          ? { value: stored, label: titleOf(stored), missing: missing(stored) }
          : null
    }
    case 'multiple': {
      const titleOf = titles(dictionary, question, translate)
      return (stored) =>
        typeof stored === 'object' && stored !== null && stored.length > 0
          ? { value: [...stored], label: stored.map(titleOf).join(', '), missing: stored.every(missing) }
          : null
    }
    case 'text':
    case 'date':
      return (stored) =>
        typeof stored === 'string' && stored !== '' ? { value: stored, label: null, missing: missing(stored) } : null
  }
}

/** What a code is called: an option, a place, or the code itself. The first title of a code holds. */
function titles(
  dictionary: Pick<Dictionary, 'definition'>,
  { id, options }: Extract<Question, { type: 'choice' | 'multiple' }>,
  translate: Translate,
): (code: string) => string {
  const known = new Map<string, string>()
  const places = keyedPlaces(dictionary, id)
  return (code) => {
    const before = known.get(code)
    if (before !== undefined) return before
    const title = options.find((one) => one.code === code)?.title ?? places.get(code)
    const shown = (title && translate(title)) || code
    known.set(code, shown)
    return shown
  }
}

/** Whoever reads an answer. */
type Reader = { readonly dictionary: Dictionary; readonly translate: Translate; readonly locale: string }

/** An answer within a sentence: its label, or a day or number as the reader writes them; null: not answered. */
export function answerText(
  { dictionary, translate, locale }: Reader,
  question: Question,
  stored: Answers[string] | undefined,
): string | null {
  const answer = shownAnswer(dictionary, question, stored, translate)
  if (answer === null) return null
  const { label, value } = answer
  if (label !== null) return label
  if (typeof value === 'number')
    return formatValue('mean', value, question.type === 'number' ? question.decimals : 0, locale)
  return question.type === 'date' ? formatDay(String(value), locale) : String(value)
}
