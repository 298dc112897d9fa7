import type { TFunction } from 'i18next'
import { type Known, listOf, titleIn, type Written, wordOf } from '../form-field/written-form.ts'
import { partTitle } from './form-part.tsx'

/** Where something stands, by the names on the screen: `Your visit › Page 2 › How was it? › when`. */
export function placeWords(place: string, forms: readonly Written[], known: Known, t: TFunction): string {
  const [, formAt, rest = ''] = /^forms\[(\d+)\]\.?(.*)$/.exec(place) ?? []
  const form = forms[Number(formAt ?? Number.NaN)]
  if (!form) return place
  const [, pageAt, inPage = ''] = /^pages\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
  const [, partAt, inPart = ''] = /^parts\[(\d+)\]\.?(.*)$/.exec(inPage) ?? []
  const part = listOf(listOf(form, 'pages')[Number(pageAt)] ?? {}, 'parts')[Number(partAt)]
  const left = part ? inPart : pageAt === undefined ? rest : inPage
  return [
    titleIn(known, form.title) || wordOf(form, 'id'),
    pageAt !== undefined && t('formEditor.pageOf', { n: Number(pageAt) + 1 }),
    part && partTitle(known, part),
    left,
  ]
    .filter(Boolean)
    .join(' › ')
}
