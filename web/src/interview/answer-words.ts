import type { ShownAnswer } from '@kaiku/contract/interview.ts'
import { formatDay } from '@kaiku/core/format.ts'

/** An answer in one line: what its code stands for, else the value as the reader writes such values. */
export function answerWords({ value, label }: ShownAnswer, type: string, locale: string): string {
  if (label !== null) return label
  if (typeof value === 'number') return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value)
  if (typeof value === 'object') return value.join(', ')
  return type === 'date' ? formatDay(value, locale) : value
}

/** The same for a narrow column: a step of a scale by its number. */
export const shortWords = (answer: ShownAnswer, type: string, locale: string): string =>
  type === 'scale' && !answer.missing ? String(answer.value) : answerWords(answer, type, locale)
