import type { NamedPlaces } from '@kaiku/contract/access.ts'
import { type Grant, nodesFor, type Permission } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeNames } from '../view/place-names.ts'

/** Where a role gives a permission in a survey, in words: views that narrow it, each with the places that are left. */
export function namedScope(
  grant: Grant,
  dictionary: Dictionary,
  permission: Permission,
  locale: string,
): NamedPlaces[] {
  return Object.entries(nodesFor(grant, permission))
    .filter(([, paths]) => paths.every((path) => path.length > 0))
    .map(([name, paths]) => {
      const view = dictionary.views.get(name)?.view
      return {
        view: name,
        title: view ? localise(view.title, locale, dictionary.definition.settings.locale) : name,
        places: paths.flatMap((path) => {
          const names = placeNames(dictionary, name, path, locale)
          return names ? [names] : []
        }),
      }
    })
}
