import type { Question } from '@kaiku/contract/question.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { refusal } from '@kaiku/core/text.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'

type Answer = Answers[string]

/** Throws Fault `invalid` that names every answer the survey's table could not hold as its question's type. */
export function checkAnswers(dictionary: Dictionary, answers: Answers): void {
  const faults = Object.entries(answers).flatMap(([id, answer]): FaultDetail[] => {
    const question = dictionary.questions.get(id)?.question
    const expected = question ? mismatch(question, answer) : 'a question of this survey'
    return expected === null ? [] : [{ place: id, expected, found: JSON.stringify(answer) }]
  })
  if (faults.length > 0) throw new Fault('invalid', 'Some answers do not fit their questions.', faults)
}

const largestCode = 2 ** 15 - 1

/** What was expected instead; null when the answer fits. */
function mismatch(question: Question, answer: Answer): string | null {
  switch (question.type) {
    case 'scale':
      return isWhole(answer) && Math.abs(answer) <= largestCode ? null : `a whole number up to ${largestCode}`
    case 'number':
      return isWhole(answer) ? null : 'a whole number, scaled by the decimals of the question'
    case 'multiple':
      return Array.isArray(answer) && answer.every((code) => isText(code) && code !== '') ? null : 'a list of codes'
    case 'date':
      return isText(answer) && isDay(answer) ? null : 'a day, yyyy-mm-dd'
    case 'choice':
    case 'text':
      return isText(answer) ? null : 'a text'
  }
}

const isWhole = (answer: Answer): answer is number => Number.isSafeInteger(answer)
const isText = (answer: unknown): answer is string => typeof answer === 'string' && refusal(answer) === null

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
