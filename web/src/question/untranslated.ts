import type { EditedQuestion } from '@kaiku/contract/question-change.ts'

/** Whether a question lacks a text in a language that it has in the survey's own. */
export function isUntranslated({ title, text, codes }: EditedQuestion, own: string, locale: string): boolean {
  if (locale === own) return false
  return [title, text, ...codes.map(({ label }) => label)].some(
    (texts) => (texts[own] ?? '') !== '' && (texts[locale] ?? '') === '',
  )
}

/** The languages that a question lacks texts in. */
export const missingLanguages = (question: EditedQuestion, own: string, locales: readonly string[]): string[] =>
  locales.filter((locale) => isUntranslated(question, own, locale))
