import type { ShownAnswer } from '@kaiku/contract/interview.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { keyedPlaces } from '../view/keyed-place.ts'

/** A stored answer in the reader's words, a place by its name; null: not answered, or kept from when the question was of another type. */
export function shownAnswer(
  dictionary: Pick<Dictionary, 'definition'>,
  question: Question,
  stored: Answers[string] | undefined,
  translate: Translate,
): ShownAnswer | null {
  if (stored === undefined || stored === '') return null
  const titleOf = ({ id, options }: Coded, code: string): string => {
    const title = options.find((one) => one.code === code)?.title ?? keyedPlaces(dictionary, id).get(code)
    return (title && translate(title)) || code
  }
  const missing = (code: number | string) => question.missing.some((one) => String(one) === String(code))
  switch (question.type) {
    case 'scale':
    case 'number': {
      if (typeof stored !== 'number') return null
      const value = question.type === 'number' ? stored / 10 ** question.decimals : stored
      const label = question.labels.find(({ code }) => code === value)
      return { value, label: label ? translate(label.title) : null, missing: missing(value) }
    }
    case 'choice':
      return typeof stored === 'string'
        ? { value: stored, label: titleOf(question, stored), missing: missing(stored) }
        : null
    case 'multiple': {
      if (typeof stored !== 'object' || stored.length === 0) return null
      const titles = stored.map((code) => titleOf(question, code))
      return { value: [...stored], label: titles.join(', '), missing: stored.every(missing) }
    }
    case 'text':
    case 'date':
      return typeof stored === 'string' ? { value: stored, label: null, missing: missing(stored) } : null
  }
}

type Coded = Extract<Question, { type: 'choice' | 'multiple' }>
