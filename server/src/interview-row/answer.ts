import type { Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { keptDays } from '@kaiku/core/condition.ts'
import { type Day, readDay } from '@kaiku/core/day.ts'
import { refusal } from '@kaiku/core/text.ts'
import { largestWeight } from '../dictionary/dictionary.ts'
import type { DateReader, WrittenDate } from './date-format.ts'
import { readNumber } from './number-text.ts'

/** An answer as it is kept; null: none. */
export type Answer = number | string | readonly string[] | null

/** Why a text is not an answer to a question. */
export class UnfitAnswer {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const longestText = 20_000
const longestCode = 200
/** One less stands for no answer. */
const smallestScale = -32_767
const largestScale = 32_767

export type Convert = (text: string) => Answer | UnfitAnswer

/** Reads one text, trimmed and not empty, as an answer to a question. */
export function converterFor(
  question: Question,
  decimal: '.' | ',',
  readDate: (text: string) => string | null,
): Convert {
  switch (question.type) {
    case 'scale':
      return scale(question, decimal)
    case 'number':
      return question.roles.includes('weight')
        ? (text) => weight(text, decimal, question.decimals)
        : (text) => scaled(text, decimal, question.decimals)
    case 'choice':
    case 'multiple':
      return choice(question)
    case 'text':
      return freeText
    case 'date':
      return (text) => {
        const found = readDate(text)
        return found === null ? new UnfitAnswer('not a date in a format of the mapping') : keptDay(found)
      }
  }
}

const keptDay = (day: Day) =>
  day < keptDays.first || day > keptDays.last
    ? new UnfitAnswer(`not between ${keptDays.first} and ${keptDays.last}`)
    : day

/** Tries readers in order. */
export const firstDate =
  (readers: readonly DateReader[]) =>
  (text: string): WrittenDate | null => {
    for (const read of readers) {
      const found = read(text)
      if (found !== null) return found
    }
    return null
  }

function scale(question: Extract<Question, { type: 'scale' }>, decimal: '.' | ','): Convert {
  const missing = new Set(question.missing.map(Number))
  return (text) => {
    const value = readNumber(text, decimal)
    if (value === null) return new UnfitAnswer('not a number')
    if (!Number.isInteger(value)) return new UnfitAnswer('not a whole number')
    if (value < smallestScale || value > largestScale) return new UnfitAnswer('too large for a scale')
    if ((value < question.min || value > question.max) && !missing.has(value))
      return new UnfitAnswer(`not between ${question.min} and ${question.max}, and no missing code`)
    return value === 0 ? 0 : value
  }
}

/** A number as an integer of 10^-decimals. */
function scaled(text: string, decimal: '.' | ',', decimals: number): number | UnfitAnswer {
  const value = readNumber(text, decimal)
  if (value === null) return new UnfitAnswer('not a number')
  // Shifts the decimal point in the text: multiplied, 1.005 would give a little less than 100.5 hundredths.
  const written = String(value)
  const units = Math.round(written.includes('e') ? value * 10 ** decimals : Number(`${written}e${decimals}`))
  return Number.isSafeInteger(units) ? units + 0 : new UnfitAnswer('too large a number')
}

function weight(text: string, decimal: '.' | ',', decimals: number): number | UnfitAnswer {
  const units = scaled(text, decimal, decimals)
  return typeof units === 'number' && units > largestWeight * 10 ** decimals
    ? new UnfitAnswer('too large a weight')
    : units
}

function choice(question: Extract<Question, { type: 'choice' | 'multiple' }>): Convert {
  const known = new Set([...question.options.map(({ code }) => code), ...question.missing.map(String)])
  return (text) => {
    if (known.has(text)) return text
    if (!question.open) return new UnfitAnswer('not an option of the question')
    if (text.length > longestCode) return new UnfitAnswer(`longer than ${longestCode} characters`)
    const why = refusal(text)
    return why === null ? text : new UnfitAnswer(why)
  }
}

const freeText: Convert = (text) => {
  if (text.length > longestText) return new UnfitAnswer(`longer than ${longestText} characters`)
  const why = refusal(text)
  if (why !== null) return new UnfitAnswer(why)
  // Line ends differ between a workbook and the same table as CSV; the answer does not.
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

const sheetErrors = new Set('#N/A #DIV/0! #REF! #VALUE! #NAME? #NUM! #NULL! #SPILL! #CALC!'.split(' '))

/** In files, what a spreadsheet writes instead of a result is no answer in words. */
export const withoutErrors =
  (convert: Convert): Convert =>
  (text) =>
    text.startsWith('#') && sheetErrors.has(text)
      ? new UnfitAnswer('an error of a spreadsheet: put it among "blank" where it means no answer')
      : convert(text)

/** A constant of a mapping as an answer: numbers stand in their own units, not scaled. */
export function constantAnswer(question: Question, value: Mapping['constants'][string]): Answer | UnfitAnswer {
  const convert = converterFor(question, '.', () => null)
  if (question.type === 'date') {
    const day = readDay(String(value))
    return day === null ? new UnfitAnswer('not a date') : keptDay(day)
  }
  const answer = convert(String(value))
  return question.type === 'multiple' && typeof answer === 'string' ? [answer] : answer
}
