import type { Permission, Viewer } from '@kaiku/core/access.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scopeOf } from '../selection/scope.ts'
import { findSurvey } from './survey.ts'

/**
 * A survey for a viewer whose roles grant a permission in this very survey: in another one is not enough. Throws Fault
 * `not_found` for a survey that no role names, `forbidden` without the permission.
 */
export async function permittedSurvey(
  stores: Stores,
  who: Viewer,
  name: string,
  permission: Permission,
): Promise<Dictionary> {
  const dictionary = await findSurvey(stores, who.universe, name)
  scopeOf(who, dictionary, permission)
  return dictionary
}
