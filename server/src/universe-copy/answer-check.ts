import type { Question } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { checkAnswers } from '../interview/answer-check.ts'
import type { Row } from './archive.ts'
import { damaged, rowsName } from './manifest.ts'

/** Throws Fault `invalid` for an interview with an answer that figures could not be made of. */
export function checkInterview(dictionary: Dictionary, { answers }: Row): void {
  const place = rowsName('interview')
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) throw damaged(place)
  const own = Object.entries(answers).filter(([id, answer]) => {
    const question = dictionary.questions.get(id)?.question
    // What was answered before its question became another counts nowhere.
    return question !== undefined && isOfKind(question, answer)
  })
  try {
    checkAnswers(dictionary, Object.fromEntries(own) as Answers)
  } catch (error) {
    if (error instanceof Fault) throw damaged(`${place}: ${error.details?.map((detail) => detail.place).join(', ')}`)
    throw error
  }
}

function isOfKind({ type }: Question, answer: unknown): boolean {
  if (type === 'multiple') return Array.isArray(answer)
  return typeof answer === (type === 'scale' || type === 'number' ? 'number' : 'string')
}
