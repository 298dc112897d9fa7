import type { PageFault, WrittenPage } from '@kaiku/contract/page-draft.ts'
import { problemOf } from '@kaiku/core/definition-problem.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { formOf } from './component-form.ts'
import { titleOf } from './component-title.ts'
import { componentsOf, nameOf } from './page-edit.ts'

/** What is wrong, in the reader's language. */
export function faultWords(fault: PageFault, t: TFunction, locale: string): string {
  const problem = problemOf(fault)
  const limit = 'limit' in problem ? formatCount(problem.limit, locale) : ''
  return t(`editor.problem.${problem.kind}`, { limit, found: fault.found })
}

/** Where it is, by the names on the screen: `Overview › Trend › Indicators`. */
export function placeWords(place: string, pages: readonly WrittenPage[], t: TFunction, locale: string): string {
  const [, pageAt, rest = ''] = /^pages\[(\d+)\]\.?(.*)$/.exec(place) ?? []
  const page = pages[Number(pageAt ?? Number.NaN)]
  if (!page) return place
  const [, at, inside = ''] = /^components\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
  const component = componentsOf(page)[Number(at ?? Number.NaN)]
  const type = typeof component?.type === 'string' ? component.type : ''
  const field = /^\w+/.exec(component ? inside : rest)?.[0] ?? ''
  const isKnown = field === 'title' || formOf(type).some(({ name }) => name === field)
  return [
    titleOf(page, locale, locale) || nameOf(page),
    component && (titleOf(component, locale, locale) || t(`component.${type}` as 'component.Text')),
    isKnown && t(`editor.field.${field}` as 'editor.field.title'),
  ]
    .filter(Boolean)
    .join(' › ')
}
