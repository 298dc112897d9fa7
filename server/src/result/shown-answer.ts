import type { ShownAnswer } from '@kaiku/contract/interview.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Answers } from '../survey/dictionary.ts'

type Say = (text: Localised) => string

/** A stored answer in the reader's words; null: not answered, or kept from when the question was of another type. */
export function shownAnswer(question: Question, stored: Answers[string] | undefined, say: Say): ShownAnswer | null {
  if (stored === undefined || stored === '') return null
  const missing = (code: number | string) => question.missing.some((one) => String(one) === String(code))
  switch (question.type) {
    case 'scale':
    case 'number': {
      if (typeof stored !== 'number') return null
      const value = question.type === 'number' ? stored / 10 ** question.decimals : stored
      const label = question.labels.find(({ code }) => code === value)
      return { value, label: label ? say(label.title) : null, missing: missing(value) }
    }
    case 'choice':
      return typeof stored === 'string'
        ? { value: stored, label: titleOf(question, stored, say), missing: missing(stored) }
        : null
    case 'multiple': {
      if (typeof stored !== 'object' || stored.length === 0) return null
      const titles = stored.map((code) => titleOf(question, code, say))
      return { value: [...stored], label: titles.join(', '), missing: stored.every(missing) }
    }
    case 'text':
    case 'date':
      return typeof stored === 'string' ? { value: stored, label: null, missing: missing(stored) } : null
  }
}

const titleOf = ({ options }: Extract<Question, { type: 'choice' | 'multiple' }>, code: string, say: Say): string => {
  const option = options.find((one) => one.code === code)
  return (option && say(option.title)) || code
}
