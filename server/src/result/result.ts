import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Place, resultCalls } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { keyOfPeriod, targetAt } from '@kaiku/core/target.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { openScan } from '../aggregate/scan.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type ShownIndicator, shownAs } from '../dictionary/shown-indicator.ts'
import { askedByEach } from '../figure/own-selection.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import { inReleasePeriods, refuseTellingFilters } from '../figure/protection.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { type Scope, scopeOf } from '../selection/scope.ts'
import { comparedPeriod, resolveSelection, type Selection } from '../selection/selection.ts'
import { answers, indicatorsIn } from './answer.ts'
import { placeOf } from './place.ts'

/** One viewer's question about one survey, its selection resolved. */
export type FigureRequest = {
  readonly stores: Stores
  readonly who: Viewer
  readonly dictionary: Dictionary
  readonly selection: Selection
  /** Where figures may be told, before the filters narrow it. */
  readonly scope: Scope
  /** The filtered drill path that the selection was read from. */
  readonly path: string
  readonly compare: Comparison | 'none'
  readonly locale: string
}

export type Path = {
  readonly path: string
  readonly compare: Comparison | 'none'
  readonly locale?: string | undefined
}

/**
 * `now`: milliseconds since 1970; the survey's time zone makes a day of it. Throws a Fault for what is not there.
 */
export function questionFor(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { path, compare, locale }: Path,
  now: number,
): FigureRequest {
  const scope = scopeOf(who, dictionary, 'seeIndicators')
  const today = dayIn(dictionary.definition.settings.timeZone, now)
  return {
    stores,
    who,
    dictionary,
    scope,
    path,
    compare,
    locale: locale ?? who.locale,
    selection: narrowedByPersonal(who, inReleasePeriods(resolveSelection(dictionary, path, today, scope))),
  }
}

export type Options = {
  /** Off: every figure is made from interviews, for comparison. */
  readonly rollup?: boolean
  /** Off: the roll-up is asked of ClickHouse, not of memory, for comparison. */
  readonly cached?: boolean
  /** Leaves what may take long to be asked for alone. */
  readonly leavesSlow?: boolean
  readonly onBug?: (error: unknown) => void
  readonly onStatement?: (sql: string) => void
}

async function askedBy(question: FigureRequest, state: DataState, options: Options): Promise<QueryContext> {
  const { stores, who, dictionary, selection, scope, compare, locale } = question
  const { settings } = dictionary.definition
  const scan = openScan(stores, selection, comparedPeriod(selection, compare), {
    ...(options.rollup !== false && { rollup: state }),
    ...(options.cached !== undefined && { cached: options.cached }),
    ...(options.onStatement && { log: options.onStatement }),
  })
  const asked: QueryContext = {
    stores,
    who,
    dictionary,
    scan,
    scope,
    compare,
    locale,
    translate: (text: Localised) => localise(text, locale, settings.locale),
    isProtected: settings.protection,
    minimumN: settings.minimumN,
  }
  refuseTellingFilters(selection)
  return asked
}

/** What one component asks within: for what is read piece by piece instead of answered. */
export async function askedFor(question: FigureRequest, component: Component, state: DataState): Promise<QueryContext> {
  const asked = await askedBy(question, state, {})
  return (await askedByEach(asked, [component], question.path))(component)
}

const report = (error: unknown) => console.error(error)

/** Components for one selection, with the indicators they name. */
export async function figuresFor(
  question: FigureRequest,
  components: readonly Component[],
  state: DataState,
  options: Options = {},
): Promise<ReplyOf<(typeof resultCalls)['query']>> {
  const asked = await askedBy(question, state, options)
  const found = await answers(
    await askedByEach(asked, components, question.path),
    components,
    options.onBug ?? report,
    ({ type }) => options.leavesSlow === true && type === 'Sql' && !asked.isProtected,
  )
  const { definition, loadCount } = question.dictionary
  const named = new Set(found.flatMap(indicatorsIn))
  return {
    loadCount,
    indicators: definition.indicators
      .filter(({ id }) => named.has(id))
      .map((indicator) => withTarget(question, shownAs(definition, indicator, question.locale))),
    answers: found,
  }
}

/** With the target of the place in the month, quarter or year that is selected, where there is one. */
function withTarget({ selection, dictionary }: FigureRequest, indicator: ShownIndicator): ShownIndicator {
  const { view, node, period } = selection
  const own = dictionary.definition.targets[indicator.id]
  const key = keyOfPeriod(period, dictionary.calendar)
  if (!own || key === null) return indicator
  const path = [view.view.extName, view.view.root.id, ...view.tree.line(node).map(({ id }) => id)]
  const found = targetAt(own, path, key, indicator.target ?? undefined)
  return Object.assign(indicator, { target: found?.value ?? null })
}

export const placeFor = async (question: FigureRequest, state: DataState, options: Options = {}): Promise<Place> =>
  placeOf(await askedBy(question, state, options))
