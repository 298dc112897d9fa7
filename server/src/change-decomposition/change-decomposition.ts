import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { closed } from '../aggregate/periods.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { baseOf, figureOf, hiddenFigure, type Measured, shownChange, testedChange } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import { visibleNodes } from '../selection/visible-node.ts'
import { questionOf } from '../sums/score.ts'
import { changeParts } from './change-parts.ts'
import { groupsOf, sumsByUnit, whole } from './unit-sums.ts'

type ChangeDecompositionComponent = Extract<Component, { type: 'ChangeDecomposition' }>

const means: ReadonlySet<string> = new Set([
  'mean',
  'index',
  'nps',
  'topBox',
  'bottomBox',
  'share',
  'rate',
  'composite',
  'pooled',
])

/** The indicator asked for; only what is a mean of scores can be split. */
function measuredFor(asked: QueryContext, id: string | undefined): Measured {
  const measured = mainIndicator(indicatorsOf(asked, id === undefined ? undefined : [id]))
  if (!measured) throw refuse('invalid', 'figure.noIndicator')
  const { indicator } = measured
  if (!means.has(indicator.measure)) throw refuse('invalid', 'figure.measure', { id: indicator.id })
  return measured
}

/** The question whose answers are segments: each interview has one of few. */
function segmentOf({ dictionary }: QueryContext, id: string): StoredQuestion {
  const stored = questionOf(dictionary, id)
  const { question } = stored
  const isFew =
    question.type === 'choice' || question.type === 'scale' || (question.type === 'number' && question.bands.length > 0)
  if (!isFew) throw refuse('invalid', 'figure.segments', { id })
  return stored
}

/** Where the change between the two periods comes from, unit by unit and segment by segment. */
export async function changeDecomposition(
  asked: QueryContext,
  component: ChangeDecompositionComponent,
): Promise<ChangeDecomposition> {
  const { scan, isProtected } = asked
  const { view, node, period } = scan.selection
  const measured = measuredFor(asked, component.indicator)
  const segment = component.segment === undefined ? null : segmentOf(asked, component.segment)
  const { nodes, fold } = placeRows(view.tree, node, 'children')
  const visible = visibleNodes(scan.selection, nodes)
  const told = new Set(visible.map(({ number }) => number))
  const unitOf = new Map([...fold].filter(([, unit]) => told.has(unit)))
  const frame = {
    type: 'ChangeDecomposition' as const,
    indicator: measured.indicator.id,
    period: closed(period),
    compared: scan.compared,
    unitTitle: nodes.length === 0 ? '' : rowTitle(view, node, 'children', asked.translate),
    segmentTitle: segment && asked.translate(segment.question.title),
    parts: [],
    units: [],
    segments: [],
    change: null,
    now: hiddenFigure,
    before: hiddenFigure,
  }
  if (scan.compared === null) return { ...frame, state: 'uncompared' }
  const groups = groupsOf(await sumsByUnit(segment ? scanOf(asked, segment.question) : scan, measured, unitOf, segment))
  const all = whole([...groups.units.values()].flatMap((unit) => [...unit.values()]))
  const now = figureOf(baseOf(all.now.sums, measured), measured, isProtected)
  const before = figureOf(baseOf(all.before.sums, measured), measured, isProtected)
  const few = [now, before].some(({ state }) => state === 'few')
  if ([now, before].some(({ state }) => state === 'hidden')) return { ...frame, state: 'hidden' }
  if ([now, before].some(({ state }) => state === 'none')) return { ...frame, now, before, state: 'none' }
  const tested = testedChange(baseOf(all.now.sums, measured), baseOf(all.before.sums, measured), measured)
  return {
    ...frame,
    now,
    before,
    state: few ? 'few' : 'shown',
    change: shownChange(tested, measured, isProtected),
    ...changeParts({
      asked,
      measured,
      groups,
      all,
      segment,
      rows: rowsOfNodes(view, visible, asked.locale, asked.translate),
    }),
  }
}
