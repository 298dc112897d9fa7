import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { kindOf, looksAtAnswer } from '@kaiku/core/filter-kind.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { ConfigFilter } from './filter-door.ts'

/** The survey's filters that look at a question's answers. */
export const filtersOf = ({ definition }: Pick<Dictionary, 'definition'>, { id }: Question): readonly ConfigFilter[] =>
  [definition.filters.standard, definition.filters.time]
    .flatMap(({ filterGroups }) => filterGroups.flatMap(({ filters }) => filters))
    .filter((filter) => filter.question === id && looksAtAnswer(kindOf(filter)))

/** Before a question's name: no filter of a survey is called so. */
const prefix = '~'
const told: ReadonlySet<QuestionType> = new Set(['scale', 'number', 'choice', 'multiple'])

/**
 * The filter that a question has without one in the survey, `~rating`, so that the interviews behind any answer can be
 * selected. Null: none is called so, the question is hidden, or the survey is protected, which is filtered by what it declares.
 */
export function questionFilter({ definition, questions }: Dictionary, name: string): ConfigFilter | null {
  if (!name.startsWith(prefix) || definition.settings.protection) return null
  const question = questions.get(name.slice(prefix.length))?.question
  if (!question || question.hidden || !told.has(question.type)) return null
  return {
    extName: name,
    title: question.title,
    question: question.id,
    ...(question.type === 'number' ? { range: true } : { multipleSelections: true }),
  }
}

export const questionFilterOf = (dictionary: Dictionary, { id }: Question): ConfigFilter | null =>
  questionFilter(dictionary, `${prefix}${id}`)
