import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import type { ScoredQuestion } from './check-data.ts'

/** Questions whose scores are held against their past, at most. */
const mostScored = 5

/** The scales that the survey’s indicators are about, the main ones first. */
export function scoredQuestions({ definition, questions }: Dictionary): ScoredQuestion[] {
  const main = definition.settings.mainIndicators
  const rank = (id: string) => (main.includes(id) ? main.indexOf(id) : main.length)
  const ids = [...definition.indicators]
    .sort((a, b) => rank(a.id) - rank(b.id))
    .flatMap((indicator) => ('question' in indicator && indicator.question !== undefined ? [indicator.question] : []))
  return [...new Set(ids)]
    .flatMap((id): ScoredQuestion[] => {
      const question = questions.get(id)?.question
      if (question?.type !== 'scale' || question.hidden || question.computed || isPersonal(question)) return []
      const { min, max, falling, missing } = question
      return [{ id, min, max, best: falling ? min : max, missing }]
    })
    .slice(0, mostScored)
}

/** Questions whose answers tell one device, card or account from another, at most. */
const mostIdentifiers = 3

export const identifiersOf = ({ questions }: Dictionary): string[] =>
  [...questions.values()]
    .flatMap(({ question }) =>
      question.roles.includes('identifier') && (question.type === 'text' || question.type === 'choice')
        ? [question.id]
        : [],
    )
    .slice(0, mostIdentifiers)
