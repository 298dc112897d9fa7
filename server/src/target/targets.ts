import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { TargetCell, TargetsAnswer } from '@kaiku/contract/target.ts'
import { isHidden } from '@kaiku/core/suppression.ts'
import { targetAt } from '@kaiku/core/target.ts'
import { promotersNeeded, targetOdds } from '@kaiku/core/target-odds.ts'
import { openScan } from '../aggregate/scan.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type Bases, basesOf, totalKey } from '../figure/bases.ts'
import { type Base, figureOf, figureValue, hiddenFigure, type Measured, nOf } from '../figure/figures.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import { pathOf } from '../selection/selection.ts'
import { holdsWhole, namesHidden, shownNames, visibleNodes } from '../selection/visible-node.ts'
import { type TargetPast, targetPast } from './target-past.ts'
import { type TargetPeriod, targetPeriod, within } from './target-period.ts'

type Row = {
  readonly key: string
  readonly node: number
  readonly id: string
  readonly name: string
  readonly path: string
  readonly above: readonly string[]
}

/** Where a place and those right below stand against the targets of a period, and how likely each is to be met. */
export async function targets(asked: QueryContext, component: ComponentOf<'Targets'>): Promise<TargetsAnswer> {
  const { scan, isProtected, who } = asked
  const { selection } = scan
  const { view, node, scope } = selection
  const measured = indicatorsOf(asked, component.indicators)
  const period = targetPeriod(selection, component.by)
  const { nodes, fold } = placeRows(view.tree, node, 'children')
  const now = openScan(scan.stores, within(selection, period), null, scan.options)
  const looksAhead = !period.isOver && !isProtected && selection.tableDate === 'none'
  const [whole, below, past] = await Promise.all([
    basesOf(now, { by: 'total' }, measured),
    component.byPlace ? basesOf(now, { by: 'leaf' }, measured, fold) : null,
    looksAhead ? targetPast(asked, period, measured, fold) : null,
  ])
  const hiddenNames = namesHidden(who, scope, view)
  const rows = below ? placesBelow(asked, nodes) : []
  const told = (row: Row, bases: Bases) => ({
    id: row.id,
    name: row.name,
    path: row.path,
    above: shownNames(row.above, hiddenNames),
    isWhole: bases === whole,
    cells: cellsOf(asked, row, bases, measured, period, past),
  })
  return {
    type: 'Targets',
    by: period.by,
    period: period.key,
    from: period.from,
    to: period.to,
    isOver: period.isOver,
    rowTitle: nodes.length === 0 ? '' : rowTitle(view, node, 'children', asked.translate),
    indicators: measured.map(({ indicator }) => indicator.id),
    rows: [told(ownRow(asked), whole), ...(below ? rows.map((row) => told(row, below)) : [])],
  }
}

function ownRow({ scan: { selection }, translate }: QueryContext): Row {
  const { view, node } = selection
  const line = view.tree.line(node)
  const own = line.at(-1)
  return {
    key: totalKey,
    node,
    id: own?.id ?? view.view.root.id,
    name: translate(own?.name ?? view.view.root.title),
    path: pathOf(view, node),
    above: line.slice(0, -1).map(({ name }) => translate(name)),
  }
}

function placesBelow(
  { scan: { selection }, locale, translate }: QueryContext,
  nodes: ReturnType<typeof placeRows>['nodes'],
): readonly Row[] {
  const { view } = selection
  return rowsOfNodes(view, visibleNodes(selection, nodes), locale, translate).map((row) => ({
    key: row.key,
    node: row.node ?? rootNumber,
    id: row.id,
    name: row.name,
    path: row.path ?? '',
    above: row.above,
  }))
}

function cellsOf(
  asked: QueryContext,
  row: Row,
  bases: Bases,
  measured: readonly Measured[],
  period: TargetPeriod,
  past: TargetPast | null,
): TargetCell[] {
  const { scan, dictionary, isProtected, minimumN } = asked
  const { view, scope, tableDate } = scan.selection
  const { definition } = dictionary
  const isHiddenRow = isHidden(bases.n(row.key, 'now'), minimumN, isProtected)
  const isPart = !holdsWhole(scope, view, row.node)
  const path = [view.view.extName, view.view.root.id, ...view.tree.line(row.node).map(({ id }) => id)]
  return measured.map((one): TargetCell => {
    const { indicator } = one
    const base = bases.base(row.key, one, 'now')
    const figure = isHiddenRow ? hiddenFigure : figureOf(base, one, isProtected)
    const target = targetAt(definition.targets[indicator.id], path, period.key, indicator.target)
    const value = figure.state === 'hidden' ? null : figureValue(base, one)
    if (target === null || figure.state === 'hidden' || (period.isOver && value === null))
      return { figure, target, state: 'none', odds: null, why: null }
    if (period.isOver) {
      const isReached = value !== null && (indicator.better === 'high' ? value >= target.value : value <= target.value)
      return { figure, target, state: isReached ? 'reached' : 'missed', odds: null, why: null }
    }
    const open = { figure, target, state: 'open', odds: null } as const
    if (isProtected) return Object.assign(open, { why: 'protected' as const })
    if (isPart) return Object.assign(open, { why: 'part' as const })
    if (tableDate !== 'none' || past === null) return Object.assign(open, { why: 'contact' as const })
    return Object.assign(open, ahead(base, one, target.value, row, past))
  })
}

const scored: ReadonlySet<string> = new Set(['mean', 'index', 'nps', 'share', 'rate', 'composite', 'pooled'])

/** How likely an open target is met, or why that is not told. */
function ahead(
  base: Base,
  measured: Measured,
  target: number,
  { key }: Row,
  past: TargetPast,
): Pick<TargetCell, 'odds' | 'why'> {
  if (!('sums' in base) || !scored.has(measured.measure)) return { odds: null, why: 'measure' }
  if (nOf(base) < measured.minimum) return { odds: null, why: 'few' }
  const expected = past.expected(key, measured)
  // Less than half an answer is none.
  if (expected < 0.5) return { odds: null, why: 'noneToCome' }
  const found = targetOdds({
    now: base.sums,
    earlier: past.earlier(key, measured),
    expected,
    target,
    better: measured.indicator.better,
    bounds: measured.bounds,
  })
  if (found === null) return { odds: null, why: 'few' }
  const { chance, isCertain, needed, likely, periods } = found
  const promoters =
    measured.measure === 'nps' && measured.indicator.better === 'high' ? promotersNeeded(found, expected) : null
  return { odds: { chance, isCertain, expected, needed, likely, promoters, periods }, why: null }
}
