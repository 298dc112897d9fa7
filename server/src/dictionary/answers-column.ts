import { jsonBy } from '../db/rows.ts'
import type { Answers } from './dictionary.ts'

/** Answers as they are stored. Looked at by hand: lists have tens of thousands of them. */
export const answersColumn = jsonBy((value) => {
  if (!isAnswers(value)) throw new TypeError('is not answers by question')
  return value
})

const isText = (value: unknown) => typeof value === 'string'

/** An answer to one question. */
export const isAnswer = (value: unknown): value is Answers[string] =>
  typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(isText))

function isAnswers(value: unknown): value is Answers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const answer of Object.values(value)) if (!isAnswer(answer)) return false
  return true
}
