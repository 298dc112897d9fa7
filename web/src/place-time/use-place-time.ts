import { clearFilter, setValues } from '@kaiku/core/filter-token.ts'
import {
  draftedPlaces,
  type PlaceTree,
  placeTreeFilter,
  readPlaceTree,
  writePlaceTree,
} from '@kaiku/core/place-time.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type At, useAt, viewOf } from '../drill-path/at.tsx'
import { useSurvey } from '../survey/survey-context.tsx'

/** By which tree of places figures are shown, and by which they may be; no choices where there is but today's. */
export function usePlaceTime() {
  const { t } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const view = survey.views.find(({ extName }) => extName === viewOf(at))
  const chosen = readPlaceTree(at.selection.get(placeTreeFilter)) ?? { by: 'today' }
  const { history = false, plans = [] } = view?.trees ?? {}
  const plan = plans.find(({ id }) => chosen.by === 'plan' && id === chosen.plan)
  const trees: PlaceTree[] = [
    { by: 'today' },
    ...(history ? [{ by: 'then' } as const] : []),
    ...plans.map(({ id }) => ({ by: 'plan', plan: id }) as const),
  ]
  const titled = (tree: PlaceTree) => treeTitle(tree, plans, t)
  return {
    chosen,
    plan,
    choices: trees.length < 2 ? [] : trees.map((tree) => ({ value: choiceValue(tree), title: titled(tree), tree })),
    value: choiceValue(chosen),
    title: titled(chosen),
  }
}

const choiceValue = (tree: PlaceTree) => writePlaceTree(tree).join() || tree.by

function treeTitle(tree: PlaceTree, plans: readonly { id: string; title: string }[], t: TFunction): string {
  if (tree.by === 'plan' && tree.plan === draftedPlaces) return t('placeTime.drafted')
  if (tree.by !== 'plan') return t(`placeTime.${tree.by}`)
  return t('placeTime.plan', { title: plans.find(({ id }) => id === tree.plan)?.title ?? tree.plan })
}

/** The same place and filters by another tree. */
export const atTree = (at: At, tree: PlaceTree): At => ({
  ...at,
  selection: setValues(at.selection, placeTreeFilter, writePlaceTree(tree)),
})

type View = { readonly trees: { readonly history: boolean; readonly plans: readonly { readonly id: string }[] } }

/** What is filtered by in another view: by the same tree, as far as the view has it. */
export function selectionIn({ trees }: View, selection: At['selection']): At['selection'] {
  const tree = readPlaceTree(selection.get(placeTreeFilter))
  const isThere =
    tree?.by === 'plan' ? trees.plans.some(({ id }) => id === tree.plan) : tree?.by === 'then' && trees.history
  return isThere ? selection : clearFilter(selection, placeTreeFilter)
}
