import { grantsFor } from '@kaiku/core/access.ts'
import { parseFiltered } from '@kaiku/core/drill-path.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isWithin } from '../dictionary/tree.ts'
import { assignmentsIn } from '../role/assignment.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { levelTitlesOf } from '../view/level-title.ts'
import type { StoredSchedule } from './report-schedule.store.ts'

const placeOf = (path: string): readonly string[] => {
  const read = parseFiltered(path)
  return read.ok ? read.value.path : []
}
/** The view of a filtered path. */
export const viewOf = (path: string): string => placeOf(path)[0] ?? ''

/** The levels of each view, from the one below its root, as the reader calls them. */
export const levelsOf = ({ views, definition: { settings } }: Dictionary, locale: string) =>
  [...views].flatMap(([view, stored]) =>
    levelTitlesOf(stored.view).map((title, at) => ({
      view,
      level: at + 1,
      title: localise(title, locale, settings.locale),
    })),
  )

/** Whoever looks after a place of the schedule’s levels, at or below its place: a role lets them see figures there, and not above. */
export async function placeOwners(
  stores: Stores,
  { universe, survey, path, ownerLevels }: Pick<StoredSchedule, 'universe' | 'survey' | 'path' | 'ownerLevels'>,
): Promise<readonly string[]> {
  if (ownerLevels.length === 0) return []
  const { extName, views } = await surveyByNumber(stores, survey)
  const [name = '', , ...ids] = placeOf(path)
  const tree = views.get(name)?.tree
  const top = tree?.resolve(ids)
  if (!tree || top === null || top === undefined) return []
  const isOwned = (place: readonly string[]) => {
    const node = tree.resolve(place)
    return node !== null && ownerLevels.includes(tree.depth(node)) && isWithin(tree, node, top)
  }
  const given = await assignmentsIn(stores.service, universe, { permission: 'seeIndicators' })
  return given
    .filter(({ grant }) => grantsFor([grant], extName).length > 0 && (grant.rows[name] ?? []).some(isOwned))
    .map(({ userId }) => userId)
}
