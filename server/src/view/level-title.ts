import type { View } from '@kaiku/contract/view.ts'
import type { Localised } from '@kaiku/core/localised.ts'

/** What the levels of a view are called, from the one below its root. */
export const levelTitlesOf = (view: View): readonly Localised[] =>
  'levels' in view ? view.levels.map(({ title }) => title) : view.levelTitles
