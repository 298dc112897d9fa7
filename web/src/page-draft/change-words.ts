import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import type { TFunction } from 'i18next'
import type { Reply } from '../call/calls.ts'
import { placeWords } from '../page-form/fault-words.ts'
import { componentsOf, nameOf } from '../page-form/page-edit.ts'

type Change = Reply<'pageDraft.checkPages'>['changes'][number]
type Words = { readonly where: string; readonly before: string | null; readonly after: string | null }

/** A change that publishing makes, by the names on the screen; what is no short text is said to be new, gone or changed. */
export function changeWords(change: Change, pages: readonly WrittenPage[], t: TFunction, locale: string): Words {
  const [, name, ...rest] = stepsOf(change.place)
  const isOrder = rest.at(-1) === 'order' || (name === 'order' && rest.length === 0)
  const inside = isOrder ? rest.slice(0, -1) : rest
  const at = pages.findIndex((page) => nameOf(page) === name)
  const where = at < 0 ? (isOrder ? '' : (name ?? '')) : placeWords(placeOf(at, inside, pages[at]), pages, t, locale)
  const [before, after] = [plain(change.before), plain(change.after)]
  const ordered = [where, isOrder && t('editor.change.order')].filter(Boolean).join(' › ')
  const isShort = [before, after].every((text) => text !== undefined)
  if (isShort && !isOrder) return { where: ordered, before: before ?? null, after: after ?? null }
  const word = change.before === null ? 'added' : change.after === null ? 'removed' : 'changed'
  return {
    where: ordered,
    before: word === 'removed' ? t('editor.change.removed') : null,
    after: word === 'removed' ? null : t(`editor.change.${word}`),
  }
}

/** The steps of a place as the server writes it: `pages.overview.components[2].title`. */
const stepsOf = (place: string): readonly string[] =>
  [...place.matchAll(/([\w$-]+)|\["((?:[^"\\]|\\.)*)"\]/g)].map(([, plainStep, quoted]) => plainStep ?? quoted ?? '')

/** The same as faults name it, by where things stand. */
function placeOf(
  page: number,
  [first, component, ...field]: readonly string[],
  written: WrittenPage | undefined,
): string {
  if (first !== 'components' || component === undefined) return [`pages[${page}]`, first].filter(Boolean).join('.')
  const all = componentsOf(written)
  const found = /^\d+$/.test(component)
    ? Number(component)
    : all.findIndex((one) => ['name', 'indicator', 'question'].some((key) => one[key] === component))
  return [`pages[${page}].components[${found}]`, ...field.slice(0, 1)].join('.')
}

/** A value as it was written; undefined for a list or an object. */
function plain(text: string | null): string | null | undefined {
  if (text === null) return null
  try {
    return String(JSON.parse(text))
  } catch {
    return text.startsWith('"') ? text.slice(1) : undefined
  }
}
