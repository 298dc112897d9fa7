import { jsonBy } from '../db/rows.ts'
import type { Answers } from './dictionary.ts'

/** Answers as they are stored. Looked at by hand: lists have tens of thousands of them. */
export const answersColumn = jsonBy((value) => {
  if (!isAnswers(value)) throw new TypeError('is not answers by question')
  return value
})

const isText = (value: unknown) => typeof value === 'string'

function isAnswers(value: unknown): value is Answers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const answer of Object.values(value))
    if (typeof answer !== 'string' && typeof answer !== 'number' && !(Array.isArray(answer) && answer.every(isText)))
      return false
  return true
}
