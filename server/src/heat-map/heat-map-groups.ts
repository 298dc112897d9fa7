import type { HeatMapGroup } from '@kaiku/contract/heat-map.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import type { Grouping } from '../aggregate/grouping.ts'
import { type PeriodStep, stepsOf } from '../aggregate/periods.ts'
import { nowOnly, type Scan } from '../aggregate/scan.ts'
import { axisOf } from '../crosstab/crosstab-axis.ts'
import { type Bases, basesOf } from '../figure/bases.ts'
import type { Measured } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { usualUnit } from '../figure/protection.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { type FigureRow, placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import { namesHidden, shownNames, visibleNodes } from '../selection/visible-node.ts'

type Of = Extract<Component, { type: 'HeatMap' }>['of']

/** The groups of a map and what their figures are made of. */
export type MapGroups = {
  readonly title: string
  readonly by: TimeUnit | null
  readonly groups: readonly { readonly key: string; readonly shown: Omit<HeatMapGroup, 'n' | 'few'> }[]
  readonly bases: Bases
  readonly parent: Bases
}

export async function mapGroups(asked: QueryContext, of: Of, measured: readonly Measured[]): Promise<MapGroups> {
  if (typeof of === 'object' && 'period' in of) return periodGroups(asked, of.period, measured)
  if (typeof of === 'object' && 'question' in of) return answerGroups(asked, of, measured)
  return placeGroups(asked, of, measured)
}

/** The whole and its groups at once: where the groups add up to the whole, in one statement. */
const withWhole = (
  scan: Scan,
  grouping: Grouping,
  measured: readonly Measured[],
  fold?: ReadonlyMap<number, number>,
): Promise<[Bases, Bases]> =>
  Promise.all([basesOf(scan, grouping, measured, fold), basesOf(scan, { by: 'total' }, measured)])

async function placeGroups(
  asked: QueryContext,
  of: Exclude<Of, { question: string } | { period: string }>,
  measured: readonly Measured[],
): Promise<MapGroups> {
  const { scan, who, translate, locale } = asked
  const { view, node, scope } = scan.selection
  const { nodes, fold } = placeRows(view.tree, node, of)
  const [bases, parent] = await withWhole(nowOnly(scan), { by: 'leaf' }, measured, fold)
  const hiddenNames = namesHidden(who, scope, view)
  return {
    title: rowTitle(view, node, of, translate),
    by: null,
    bases,
    parent,
    groups: rowsOfNodes(view, visibleNodes(scan.selection, nodes), locale, translate).map((row) => ({
      key: row.key,
      shown: { ...named(row), above: shownNames(row.above, hiddenNames), select: null },
    })),
  }
}

async function answerGroups(
  asked: QueryContext,
  of: { question: string },
  measured: readonly Measured[],
): Promise<MapGroups> {
  const axis = axisOf(asked, of)
  const scan = nowOnly(scanOf(asked, ...(axis.question ? [axis.question] : [])))
  const [bases, parent] = await withWhole(scan, axis.groups, measured)
  return {
    title: axis.title,
    by: null,
    bases,
    parent,
    groups: axis.rows(bases.keys).map((row) => ({
      key: row.key,
      shown: { ...named(row), above: [], select: axis.select(row) },
    })),
  }
}

const named = ({ id, name, path }: FigureRow) => ({ id, name, path, period: null })

async function periodGroups(
  asked: QueryContext,
  unit: TimeUnit | 'auto',
  measured: readonly Measured[],
): Promise<MapGroups> {
  const { scan, dictionary } = asked
  const { period } = scan.selection
  const by = unit === 'auto' ? usualUnit(scan.selection) : unit
  const [bases, parent] = await withWhole(nowOnly(scan), { by: 'bucket', unit: by }, measured)
  return {
    title: '',
    by,
    bases,
    parent,
    groups: stepsOf(by, period, bases.keys, dictionary.calendar).map((step) => ({
      key: step.key,
      shown: periodGroup(step),
    })),
  }
}

const periodGroup = ({ from, to }: PeriodStep): MapGroups['groups'][number]['shown'] => ({
  id: from,
  name: '',
  path: null,
  above: [],
  period: { from, to },
  select: { filter: timeFilter, value: writeAbsoluteDays(from, to) },
})
