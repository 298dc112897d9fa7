import type { Template } from '@kaiku/contract/template.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type Check = Template['checks'][number]
/** What was found in one language, or in all. */
export type Found = Omit<Check, 'locale'>
export const fault = (kind: Check['kind'], detail = ''): Found => ({ kind, isFault: true, detail })
export const hint = (kind: Check['kind'], detail = ''): Found => ({ kind, isFault: false, detail })

/** Fields that every message knows, beside `background.` and a question. */
export const usualFields = ['name', 'firstName', 'place', 'survey', 'universe', 'link', 'unsubscribe'] as const

/** `more`: fields that messages of one kind have. */
export function unknownFields(
  { questions }: Dictionary,
  fields: ReadonlySet<string>,
  more: readonly string[] = [],
): readonly Found[] {
  const known = new Set<string>([...usualFields, ...more, ...[...questions.keys()].map((id) => `background.${id}`)])
  return [...fields].filter((one) => !known.has(one)).map((one) => fault('field', one))
}

/** Texts that are there in other languages, and not in this one. */
export function missingTexts(texts: readonly Localised[], locale: string): Found[] {
  const isMissing = texts.some(
    (text) =>
      typeof text === 'object' &&
      Object.keys(text).length > 0 &&
      !(text[locale] ?? text[locale.split('-', 1)[0] ?? ''])?.trim(),
  )
  return isMissing ? [hint('language')] : []
}
export const unreadable = (error: unknown): Found =>
  fault('unreadable', (error instanceof Error ? error.message : String(error)).slice(0, 300))
