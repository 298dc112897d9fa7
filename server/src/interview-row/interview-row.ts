import { hash } from 'node:crypto'
import { fold } from '@kaiku/core/text.ts'
import { type Answers, type Dictionary, type StoredQuestion, weightDecimals } from '../dictionary/dictionary.ts'
import type { Answer } from './answer.ts'

/** An interview ready for the database. */
export type InterviewRow = {
  readonly key: string
  /** Hexadecimal; equal for equal answers. */
  readonly hash: string
  /** The answers. */
  readonly json: string
  /** The answers that decide the places. */
  readonly placing: Answers
  /** Folded texts by question, or null when there are none. */
  readonly matched: string | null
  readonly day: string | null
  readonly at: string | null
  /** In units of `weightUnit`; null when missing, zero or negative. */
  readonly weight: number | null
  readonly contact: string | null
  /** What it says of the sample that it answers; absent: nothing, so that only the contact tells. */
  readonly asked?: { readonly sample: string | null; readonly isPartial: boolean; readonly isOnce: boolean }
}

/** Answers in the order of a list of questions, and the same as JSON without the questions that have none. */
export type AnswerList = { readonly values: readonly Answer[]; readonly json: string; readonly at: string | null }

/** Thirty-two hexadecimal digits of SHA-256. */
export const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 32)

/** Takes from answers what the roles of a survey's questions say: day, weight, contact and the texts to search. */
export function interviewRows(dictionary: Dictionary, questions: readonly string[]) {
  const place = (question: StoredQuestion | null) => (question ? questions.indexOf(question.question.id) : -1)
  const indexed = questions.map((id, index) => ({ id, index }))
  const texts = indexed.filter(({ id }) => dictionary.questions.get(id)?.question.type === 'text')
  const placing = placingQuestions(dictionary)
  const levels = indexed.filter(({ id }) => placing.has(id))
  const date = place(dictionary.role('date'))
  const contact = place(dictionary.role('contact'))
  const weight = place(dictionary.role('weight'))
  const weigh = weigher(dictionary.role('weight'))

  return (key: string, { values, json, at }: AnswerList): InterviewRow => {
    const day = values[date]
    const who = values[contact]
    return {
      key,
      hash: digest(json),
      json,
      placing: pick(values, levels),
      matched: foldedTexts(values, texts),
      day: typeof day === 'string' ? day : null,
      at,
      weight: weigh(values[weight]),
      contact: who === undefined || who === null ? null : String(who),
    }
  }
}

type Indexed = readonly { readonly id: string; readonly index: number }[]

export function pick(values: readonly Answer[], questions: Indexed): Answers {
  const answers: Record<string, number | string | readonly string[]> = {}
  for (const { id, index } of questions) {
    const value = values[index]
    if (value !== null && value !== undefined) answers[id] = value
  }
  return answers
}

/** The questions that views are made of. */
const placingQuestions = ({ views }: Dictionary) =>
  new Set(
    [...views.values()].flatMap(({ view }) =>
      'levels' in view ? view.levels.map(({ question }) => question) : [view.key],
    ),
  )

function foldedTexts(values: readonly Answer[], texts: Indexed): string | null {
  const folded: Record<string, string> = {}
  let found = false
  for (const { id, index } of texts) {
    const text = values[index]
    if (typeof text !== 'string') continue
    folded[id] = fold(text)
    found = true
  }
  return found ? JSON.stringify(folded) : null
}

function weigher(weight: StoredQuestion | null): (value: Answer | undefined) => number | null {
  if (!weight) return () => null
  const { question } = weight
  const decimals = question.type === 'number' ? question.decimals : 0
  const scale = 10 ** (weightDecimals - decimals)
  const missing = new Set(question.missing.map((code) => Math.round(Number(code) * 10 ** decimals)))
  return (value) => (typeof value !== 'number' || value <= 0 || missing.has(value) ? null : value * scale)
}
