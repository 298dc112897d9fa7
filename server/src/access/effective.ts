import type { EffectiveAccess } from '@kaiku/contract/access.ts'
import { type Grant, grantsFor, type Permission, permissions } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namedScope } from './named-scope.ts'

type Sources = EffectiveAccess['groups'][number]['sources']

/** What roles come to, survey by survey; one that no role lets into has no groups. */
export const effectiveAccess = (
  grants: readonly Grant[],
  surveys: readonly Dictionary[],
  locale: string,
): EffectiveAccess[] =>
  surveys.map((dictionary) => {
    const { extName, definition } = dictionary
    const groups = new Map<string, EffectiveAccess['groups'][number]>()
    for (const permission of permissions) {
      const sources = sourcesOf(grantsFor(grants, extName), dictionary, permission, locale)
      if (sources.length === 0) continue
      const key = JSON.stringify(sources)
      const isEverywhere = sources.some(({ where }) => where.length === 0)
      const group = groups.get(key) ?? { permissions: [], sources, isEverywhere }
      group.permissions.push(permission)
      groups.set(key, group)
    }
    return {
      survey: extName,
      title: localise(definition.settings.title, locale, definition.settings.locale),
      groups: [...groups.values()],
    }
  })

/** Roles that give a permission somewhere; only those that give it everywhere, where there are such. */
function sourcesOf(grants: readonly Grant[], dictionary: Dictionary, permission: Permission, locale: string): Sources {
  const all = grants
    .filter((grant) => grant.permissions.includes(permission))
    .map((grant) => ({ role: grant.role, where: namedScope(grant, dictionary, permission, locale) }))
    .filter(({ where }) => where.every(({ places }) => places.length > 0))
  const everywhere = all.filter(({ where }) => where.length === 0)
  return everywhere.length > 0 ? everywhere : all
}
