import { type Question, question as questionSchema } from '@kaiku/contract/question.ts'
import { z } from 'zod'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'

/** A question that a script declares: everything but text, which could say anything. */
export type ComputedQuestion = Exclude<Question, { type: 'text' }>

/** Variables of one script. */
const mostVariables = 100
const declared = z.record(z.string(), z.record(z.string(), z.unknown()))
/** What is no script's to say: who may see a question, and what it means for the interview. */
const notDeclared = ['id', 'roles', 'open', 'computed'] as const

/** What a script declares, or what is wrong with it. */
export function readVariables(json: string | null): { questions: ComputedQuestion[] } | { wrong: string } {
  const read = declared.safeParse(json === null ? null : JSON.parse(json))
  if (!read.success) return { wrong: 'must export variables: an object with a question for each variable' }
  const questions: ComputedQuestion[] = []
  for (const [id, said] of Object.entries(read.data)) {
    const foreign = notDeclared.find((name) => Object.hasOwn(said, name))
    if (foreign) return { wrong: `variables.${id}.${foreign}: is not declared by a script` }
    if (said.type === 'text') return { wrong: `variables.${id}: a script computes no text` }
    const parsed = questionSchema.safeParse(Object.assign({}, said, { id, computed: true }))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return { wrong: `variables.${[id, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not a question'}` }
    }
    if (!isComputed(parsed.data)) return { wrong: `variables.${id}: is not a question` }
    const lacksOptions = 'options' in parsed.data && parsed.data.options.length === 0
    if (lacksOptions) return { wrong: `variables.${id}: needs options` }
    questions.push(parsed.data)
  }
  if (questions.length === 0) return { wrong: 'declares no variable' }
  if (questions.length > mostVariables) return { wrong: `declares more than ${mostVariables} variables` }
  return { questions }
}

type Stored = Answers[string]

/** A stored answer as scripts and people write it: numbers in their own unit; null: it is of another type. */
export function ownValue(question: Question, stored: Stored | undefined): Stored | null {
  if (stored === undefined) return null
  const isNumber = question.type === 'scale' || question.type === 'number'
  const isList = question.type === 'multiple'
  if (isNumber !== (typeof stored === 'number') || isList !== (typeof stored === 'object')) return null
  return typeof stored === 'number' && question.type === 'number' ? stored / 10 ** question.decimals : stored
}

/** An answer as scripts read it: what is declared as missing is none. */
export function validValue(question: Question, stored: Stored | undefined): Stored | null {
  const value = ownValue(question, stored)
  if (value === null || question.missing.length === 0) return value
  const missing = new Set(question.missing.map(String))
  if (typeof value !== 'object') return missing.has(String(value)) ? null : value
  const valid = value.filter((code) => !missing.has(code))
  return valid.length === 0 && value.length > 0 ? null : valid
}

/** What a script gave to a question as it is stored; null: nothing; else what was expected. */
export function storedValue(
  question: ComputedQuestion,
  given: unknown,
): { stored: Stored | null } | { expected: string } {
  if (given === undefined || given === null) return { stored: null }
  switch (question.type) {
    case 'scale': {
      const { min, max } = question
      const fits =
        Number.isInteger(given) &&
        ((Number(given) >= min && Number(given) <= max) || question.missing.includes(Number(given)))
      return fits ? { stored: Number(given) } : { expected: `a whole number from ${min} to ${max}` }
    }
    case 'number': {
      const scaled = typeof given === 'number' ? Math.round(given * 10 ** question.decimals) : Number.NaN
      return Number.isSafeInteger(scaled) ? { stored: scaled } : { expected: 'a number' }
    }
    case 'choice':
      return typeof given === 'string' && codesOf(question).has(given)
        ? { stored: given }
        : { expected: `one of ${[...codesOf(question)].slice(0, 5).join(', ')}` }
    case 'multiple': {
      const codes = codesOf(question)
      const fits = Array.isArray(given) && given.every((code) => typeof code === 'string' && codes.has(code))
      return fits
        ? { stored: [...new Set(given.map(String))] }
        : { expected: `a list of ${[...codes].slice(0, 5).join(', ')}` }
    }
    case 'date':
      return typeof given === 'string' && isDay(given) ? { stored: given } : { expected: 'a day, yyyy-mm-dd' }
  }
}

const codesOf = ({ options, missing }: Extract<ComputedQuestion, { options: unknown }>): ReadonlySet<string> =>
  new Set([...options.map(({ code }) => code), ...missing.map(String)])

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const isComputed = (question: Question): question is ComputedQuestion =>
  question.computed === true && question.type !== 'text'

/** Whether a survey has variables that scripts compute. */
export const hasComputed = ({ questions }: Pick<Dictionary, 'questions'>): boolean =>
  [...questions.values()].some(({ question }) => isComputed(question))
