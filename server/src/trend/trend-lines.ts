import type { TrendLines } from '@kaiku/contract/trend-lines.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { keySeparator } from '../aggregate/grouping.ts'
import type { PeriodStep } from '../aggregate/periods.ts'
import { folded, nowOnly } from '../aggregate/scan.ts'
import { assembled, totalKey } from '../figure/bases.ts'
import { figureOf, hiddenFigure, type Measured } from '../figure/figures.ts'
import { isBlurred } from '../figure/protection.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import { visibleNodes } from '../selection/visible-node.ts'
import { interviewCount, isAdditive } from '../sums/sums.ts'

const mostLines = 8

/** The place of a leaf and the step of time; those of no place right below stand under `totalKey`. */
const keyOf = (place: string, step: string) => place + keySeparator + step

/** The course of each place right below, of those with the most interviews. What cannot be added up has no lines. */
export async function trendLines(
  asked: QueryContext,
  unit: TimeUnit,
  steps: readonly PeriodStep[],
  measured: readonly Measured[],
): Promise<TrendLines> {
  const { scan, isProtected, translate, locale } = asked
  const { view, node } = scan.selection
  if (isBlurred(scan.selection)) return { title: '', places: 0, hidden: true, lines: [] }
  const { nodes, fold } = placeRows(view.tree, node, 'children')
  const additive = measured.map(({ indicator }) => indicator).filter(isAdditive)
  const found = await nowOnly(scan).ask({ by: 'leafBucket', unit }, [interviewCount, ...additive])
  const bases = assembled(
    folded(found, (key) => {
      const middle = key.indexOf(keySeparator)
      return keyOf(String(fold.get(Number(key.slice(0, middle))) ?? totalKey), key.slice(middle + 1))
    }),
  )
  const rows = rowsOfNodes(view, visibleNodes(scan.selection, nodes), locale, translate)
  const n = new Map(
    rows.map(({ key }) => [key, steps.reduce((sum, step) => sum + bases.n(keyOf(key, step.key), 'now'), 0)]),
  )
  const largest = new Set(
    [...n]
      .sort(([, a], [, b]) => b - a)
      .slice(0, mostLines)
      .map(([key]) => key),
  )
  const frame = { title: rowTitle(view, node, 'children', translate), places: rows.length }
  return {
    ...frame,
    hidden: false,
    lines: rows
      .filter(({ key }) => largest.has(key) && (n.get(key) ?? 0) > 0)
      .map(({ key, id, name, path }) => ({
        id,
        name,
        path,
        figures: steps.map((step) =>
          measured.map((one) =>
            isAdditive(one.indicator)
              ? figureOf(bases.base(keyOf(key, step.key), one, 'now'), one, isProtected)
              : hiddenFigure,
          ),
        ),
      })),
  }
}
