import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import { isOnWall } from '@kaiku/contract/component-type.ts'
import type { Component, page } from '@kaiku/contract/page.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { formatFiltered, parsePath } from '@kaiku/core/drill-path.ts'
import { parseToken, setValues, timeFilter } from '@kaiku/core/filter-token.ts'
import type { z } from 'zod'
import type { DataState } from '../aggregate/data-state.ts'
import { screenGrant, whereOf } from '../api-key/key-scope.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type FigureRequest, figuresFor, type Options, placeFor, questionFor } from '../result/result.ts'
import { pathOf } from '../selection/selection.ts'
import type { ScreenKey } from './screen-key.ts'

type Page = z.output<typeof page>

/** Who a screen is to the query path: somebody who may see the figures of the key's place and, to compare, those around it. */
export function screenViewer(key: ScreenKey): Viewer {
  return {
    userId: key.keyId,
    username: `big screen “${key.label}”`,
    locale: key.locale,
    universe: key.universe,
    universes: [key.universe],
    isUserAdmin: false,
    isRoot: false,
    isReadOnly: true,
    grants: [screenGrant(key, key.survey)],
  }
}

/** What of a page a screen shows. */
export const wallComponents = ({ components }: Page): Component[] => components.filter(isOnWall)

export type ScreenQuestion = {
  readonly own: FigureRequest
  /** About the place around the own one, for rankings of a place that has none below; null: no need. */
  readonly around: FigureRequest | null
}

/** A key's question about a page: its place, the survey's start filter, the page's own period. Throws the Faults of `questionFor`. */
export function screenQuestion(stores: Stores, key: ScreenKey, page: Page, now: number): ScreenQuestion {
  const who = screenViewer(key)
  const { own, around } = whereOf(key, key.survey)
  const ask = (path: string) =>
    questionFor(stores, who, key.survey, { path: filtered(key.survey, path, page), compare: key.compare }, now)
  const question = ask(own)
  const { view, node } = question.selection
  const isLeaf = node !== rootNumber && view.tree.children(node).length === 0
  return { own: question, around: isLeaf ? ask(around) : null }
}

function filtered({ definition }: Dictionary, path: string, { selectionInterval }: Page): string {
  const place = parsePath(path)
  const token = parseToken(definition.settings.startFilter)
  const start = token.ok ? token.value : new Map<string, readonly string[]>()
  const selection = selectionInterval === undefined ? start : setValues(start, timeFilter, [selectionInterval])
  return place.ok ? formatFiltered(place.value, selection) : path
}

/** A ranking of the places below has nothing to show where there are none: there the own place stands among its neighbours. */
const ranksPlaces = (component: Component) =>
  component.type === 'RankingTableComponent' && typeof component.of === 'string'

export async function screenFigures(
  { own, around }: ScreenQuestion,
  components: readonly Component[],
  state: DataState,
  options: Options,
): Promise<ScreenPage> {
  const isAround = (component: Component) => around !== null && ranksPlaces(component)
  const [place, below, beside] = await Promise.all([
    placeFor(own, state, options),
    figuresFor(
      own,
      components.filter((one) => !isAround(one)),
      state,
      options,
    ),
    around ? figuresFor(around, components.filter(isAround), state, options) : null,
  ])
  const next = { below: below.answers.values(), beside: (beside?.answers ?? []).values() }
  const answers = components.flatMap((component) => next[isAround(component) ? 'beside' : 'below'].next().value ?? [])
  const indicators = [...below.indicators, ...(beside?.indicators ?? [])]
  const { view, node } = own.selection
  return {
    loadCount: below.loadCount,
    answers,
    place,
    components: [...components],
    indicators: [...new Map(indicators.map((indicator) => [indicator.id, indicator])).values()],
    own: around ? pathOf(view, node) : null,
  }
}
