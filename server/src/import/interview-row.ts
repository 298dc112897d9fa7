import { hash } from 'node:crypto'
import { fold } from '@kaiku/core/text.ts'
import type { Answers, Dictionary, StoredQuestion } from '../survey/dictionary.ts'

/** An interview ready for the database. */
export type InterviewRow = {
  readonly key: string
  /** Hexadecimal; equal for equal answers. */
  readonly hash: string
  readonly answers: Answers
  readonly json: string
  /** Folded texts by question, or null when there are none. */
  readonly matched: string | null
  readonly day: string | null
  readonly at: string | null
  /** Millionths; null when missing, zero or negative. */
  readonly weight: number | null
  readonly contact: string | null
}

/** Thirty-two hexadecimal digits of SHA-256. */
export const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 32)

/** Takes from answers what the roles of a survey's questions say: day, weight, contact and the texts to search. */
export function interviewRows(
  dictionary: Dictionary,
): (key: string, answers: Answers, at: string | null) => InterviewRow {
  const texts = [...dictionary.questions.values()].flatMap(({ question }) =>
    question.type === 'text' ? question.id : [],
  )
  const date = dictionary.role('date')?.question.id
  const contact = dictionary.role('contact')?.question.id
  const weightOf = weigher(dictionary.role('weight'))
  return (key, answers, at) => {
    const json = JSON.stringify(answers)
    const folded: Record<string, string> = {}
    let hasText = false
    for (const id of texts) {
      const text = answers[id]
      if (typeof text !== 'string') continue
      folded[id] = fold(text)
      hasText = true
    }
    const day = date === undefined ? undefined : answers[date]
    const who = contact === undefined ? undefined : answers[contact]
    return {
      key,
      hash: digest(json),
      answers,
      json,
      matched: hasText ? JSON.stringify(folded) : null,
      day: typeof day === 'string' ? day : null,
      at,
      weight: weightOf(answers),
      contact: who === undefined ? null : String(who),
    }
  }
}

function weigher(weight: StoredQuestion | null): (answers: Answers) => number | null {
  if (!weight) return () => null
  const { question } = weight
  const millionths = 10 ** (6 - (question.type === 'number' ? question.decimals : 0))
  const missing = new Set(question.missing.map(Number))
  return (answers) => {
    const value = answers[question.id]
    if (typeof value !== 'number' || value <= 0 || missing.has((value * millionths) / 1e6)) return null
    return value * millionths
  }
}
