import type { FormPart } from '@kaiku/contract/form.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { readDay } from '@kaiku/core/day.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { questionsOf } from './form-plan.ts'
import { formText } from './form-text.ts'

/** Letters of an answer. */
export const longestAnswer = 10_000

/** What is posted of a page: each field with its values. */
export type Posted = { readonly getAll: (name: string) => readonly string[] }

export type ReadPage = {
  /** By question; null: it was left open. */
  readonly answers: SentAnswers
  /** By question, in the respondent's language. */
  readonly faults: ReadonlyMap<string, string>
}

/** A field's name of a question, and of what is written beside its options. */
export const fieldOf = (question: string) => `q.${question}`
export const otherOf = (question: string) => `o.${question}`

/** Reads what was answered on a page, and what is wrong with it. What is wrong is answered by nothing. */
export function readPosted(
  { questions }: Dictionary,
  parts: readonly FormPart[],
  posted: Posted,
  locale: string,
): ReadPage {
  const answers: Record<string, SentAnswers[string]> = {}
  const faults = new Map<string, string>()
  for (const part of parts) {
    const isRequired = 'required' in part && part.required
    for (const id of questionsOf(part)) {
      const question = questions.get(id)?.question
      if (!question) continue
      const read = readAnswer(question, posted, locale)
      answers[id] = 'answer' in read ? read.answer : null
      if ('fault' in read) faults.set(id, read.fault)
      else if (isRequired && read.answer === null)
        faults.set(id, formText('consent' in part ? 'agree' : wanted(question), locale))
    }
  }
  return { answers, faults }
}

const wanted = ({ type }: Question) =>
  type === 'text' ? 'write' : type === 'number' ? 'number' : type === 'date' ? 'day' : 'choose'

type Read = { readonly answer: SentAnswers[string] } | { readonly fault: string }
const nothing: Read = { answer: null }

function readAnswer(question: Question, posted: Posted, locale: string): Read {
  const values = posted.getAll(fieldOf(question.id)).filter((value) => value !== '')
  const [value = ''] = values
  switch (question.type) {
    case 'scale': {
      if (value === '') return nothing
      const step = Number(value)
      const isStep = Number.isInteger(step) && step >= question.min && step <= question.max
      return isStep || question.missing.includes(step) ? { answer: step } : { fault: formText('choose', locale) }
    }
    case 'number':
      return readNumber(question, value.trim(), locale)
    case 'choice': {
      const other = written(question, posted)
      if (value === '' || value === otherMark) return other === '' ? nothing : { answer: other }
      return isCode(question, value) ? { answer: value } : { fault: formText('choose', locale) }
    }
    case 'multiple': {
      const other = written(question, posted)
      const codes = values.filter((code) => code !== otherMark)
      if (codes.some((code) => !isCode(question, code))) return { fault: formText('choose', locale) }
      const all = [...new Set([...codes, ...(other === '' ? [] : [other])])]
      return { answer: all.length === 0 ? null : all }
    }
    case 'text': {
      const text = value.replace(/\0/g, '').trim()
      if (text.length > longestAnswer) return { fault: formText('long', locale, String(longestAnswer)) }
      return { answer: text === '' ? null : text }
    }
    case 'date':
      if (value === '') return nothing
      return readDay(value) === null ? { fault: formText('day', locale) } : { answer: value }
  }
}

/** Stands among the options for what is written beside them. */
export const otherMark = '~other'
const longestCode = 200

type Coded = Question & { readonly type: 'choice' | 'multiple' }
const isCode = ({ options, missing }: Coded, code: string) =>
  options.some((one) => one.code === code) || missing.includes(code)
const written = ({ id, open }: Coded, posted: Posted) =>
  open
    ? (posted.getAll(otherOf(id))[0] ?? '')
        .replace(/[\0\s]+/g, ' ')
        .trim()
        .slice(0, longestCode)
    : ''

function readNumber(
  { min, max, decimals, missing }: Question & { type: 'number' },
  text: string,
  locale: string,
): Read {
  if (text === '') return nothing
  const number = Number(text.replace(/\s/g, '').replace(',', '.'))
  const isRight = Number.isFinite(number) && Number(number.toFixed(decimals)) === number && Math.abs(number) < largest
  const isWithin = (min === undefined || number >= min) && (max === undefined || number <= max)
  if (isRight && (isWithin || missing.includes(number))) return { answer: number }
  const limits = min === undefined || max === undefined ? null : [String(min), String(max)]
  return { fault: limits ? formText('numberFrom', locale, ...limits) : formText('number', locale) }
}
const largest = 1e12
