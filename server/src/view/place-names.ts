import { localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Names from a view's root down to a place, given by node ids from below the root. Null: there is no such place. */
export function placeNames(
  { views, definition }: Dictionary,
  viewName: string,
  path: readonly string[],
  locale: string,
): string[] | null {
  const view = views.get(viewName)
  const node = view?.tree.resolve(path) ?? null
  if (!view || node === null) return null
  const words = (text: Parameters<typeof localise>[0]) => localise(text, locale, definition.settings.locale)
  return [words(view.view.root.title), ...view.tree.line(node).map(({ name }) => words(name))]
}
