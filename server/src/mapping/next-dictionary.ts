import type { Definition } from '@kaiku/contract/definition.ts'
import type { Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'

/** A survey as it will be once changed questions and mappings are published, with the interviews and places of today. */
export function nextDictionary(dictionary: Dictionary, definition: Definition): Dictionary {
  const last = Math.max(0, ...[...dictionary.questions.values()].map(({ number }) => number))
  const questions = new Map(
    definition.questions.map((question, at): [string, StoredQuestion] => {
      const known = dictionary.questions.get(question.id)
      const number = known?.number ?? last + at + 1
      return [
        question.id,
        { question, number, column: known?.column ?? `q${number}`, retyped: known?.retyped ?? false },
      ]
    }),
  )
  return Object.assign({}, dictionary, {
    definition: Object.assign({}, definition, { settings: dictionary.definition.settings }),
    questions,
    role: (wanted: 'date' | 'weight' | 'contact') =>
      [...questions.values()].find(({ question }) => question.roles.includes(wanted)) ?? null,
  })
}
