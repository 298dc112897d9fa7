import type { AskableQuestion } from '@kaiku/contract/form-draft.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { withProperty } from '../page-form/page-edit.ts'

/** A form, or a part of one, as it is written, finished or not. */
export type Written = Readonly<Record<string, unknown>>

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list under a name; what is none counts as empty. */
export const listOf = (of: Written, name: string): readonly Written[] => {
  const list = of[name]
  return Array.isArray(list) ? list.filter(isWritten) : []
}
export const textsOf = (of: Written, name: string): readonly string[] => {
  const list = of[name]
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}
export const wordOf = (of: Written, name: string): string => {
  const word = of[name]
  return typeof word === 'string' || typeof word === 'number' ? String(word) : ''
}

/** The same with something else under a name; what says nothing is left out. */
export function put(of: Written, name: string, value: unknown): Written {
  const isNothing = value === '' || value === false || (Array.isArray(value) && value.length === 0)
  return withProperty(of, name, isNothing ? undefined : value)
}

/** A text in one language; one that is the same in all is that of the survey's own. */
export function saidIn(text: unknown, locale: string, locales: readonly string[]): string {
  if (typeof text === 'string') return locale === locales[0] ? text : ''
  const said = isWritten(text) ? text[locale] : ''
  return typeof said === 'string' ? said : ''
}

/** The text with another one in one language. Where there is one language, it stands alone. */
export function withSaid(
  text: unknown,
  locale: string,
  locales: readonly string[],
  next: string,
): Localised | undefined {
  const own = locales[0] ?? locale
  if (locale === own && !isWritten(text)) return next === '' ? undefined : next
  const before: Record<string, unknown> = typeof text === 'string' ? { [own]: text } : isWritten(text) ? text : {}
  const rest = Object.entries(before).flatMap(([one, said]) =>
    typeof said === 'string' && one !== locale ? [[one, said] as const] : [],
  )
  const texts = Object.fromEntries(next === '' ? rest : [...rest, [locale, next]])
  return Object.keys(texts).length === 0 ? undefined : texts
}

export type FormPartKind = 'question' | 'matrix' | 'consent' | 'text'
export const kindOf = (part: Written): FormPartKind =>
  'question' in part ? 'question' : 'matrix' in part ? 'matrix' : 'consent' in part ? 'consent' : 'text'

/** Questions that a part asks. */
export const askedBy = (part: Written): readonly string[] =>
  ({
    question: [wordOf(part, 'question')],
    matrix: textsOf(part, 'matrix'),
    consent: [wordOf(part, 'consent')],
    text: [],
  })[kindOf(part)]

/** Questions whose answers are known when a page opens: those of earlier pages, and what is known without asking. */
export function knownBefore(form: Written, page: number): ReadonlySet<string> {
  const fixed = isWritten(form.fixed) ? Object.keys(form.fixed) : []
  const device = wordOf(form, 'device')
  const earlier = listOf(form, 'pages')
    .slice(0, page)
    .flatMap((one) => listOf(one, 'parts').flatMap(askedBy))
  return new Set([...textsOf(form, 'given'), ...fixed, ...(device === '' ? [] : [device]), ...earlier])
}

/** Where a part stands: on which page, as which of its parts. */
type Spot = { readonly page: number; readonly at: number }

/** The form with a part elsewhere. On a page it stands before what stood there; behind the last, at the end. */
export function movedPart(form: Written, from: Spot, to: Spot): Written {
  const pages = listOf(form, 'pages')
  const source = pages[from.page]
  const target = pages[to.page]
  const part = source && listOf(source, 'parts')[from.at]
  if (!source || !target || !part) return form
  const without = listOf(source, 'parts').toSpliced(from.at, 1)
  const into = from.page === to.page ? without : listOf(target, 'parts')
  const next = into.toSpliced(to.at, 0, part)
  return put(
    form,
    'pages',
    pages.map((one, at) =>
      at === to.page ? withProperty(one, 'parts', next) : at === from.page ? withProperty(one, 'parts', without) : one,
    ),
  )
}

/** One step up or down, over the edges of pages; null: there is no further. */
export function stepOf(form: Written, { page, at }: Spot, by: -1 | 1): Spot | null {
  const pages = listOf(form, 'pages')
  const count = (index: number) => listOf(pages[index] ?? {}, 'parts').length
  if (by < 0) return at > 0 ? { page, at: at - 1 } : page > 0 ? { page: page - 1, at: count(page - 1) } : null
  return at < count(page) - 1 ? { page, at: at + 1 } : page < pages.length - 1 ? { page: page + 1, at: 0 } : null
}

export type Known = {
  readonly questions: ReadonlyMap<string, AskableQuestion>
  /** Languages of the form, the survey's own first, and the one that is being written in. */
  readonly locales: readonly string[]
  readonly locale: string
}

/** What something is called in the language that is being written in, else in another one. */
export function titleIn({ locale, locales }: Known, text: unknown): string {
  for (const one of [locale, ...locales]) {
    const said = saidIn(text, one, locales)
    if (said !== '') return said
  }
  const [any] = isWritten(text) ? Object.values(text) : []
  return typeof any === 'string' ? any : ''
}
export const questionTitle = (known: Known, id: string): string => {
  const question = known.questions.get(id)
  return (question && titleIn(known, question.title)) || id
}
