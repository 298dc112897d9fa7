import type { Place } from '@kaiku/contract/result.ts'
import { endOf } from '@kaiku/core/day.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { isHidden } from '@kaiku/core/suppression.ts'
import { bucketStart } from '../aggregate/grouping.ts'
import { knowsSelection } from '../aggregate/rollup.ts'
import { openScan, type Scan } from '../aggregate/scan.ts'
import { aggregateStatement, conditions, sumStatement } from '../aggregate/statement.ts'
import { type Dictionary, undated } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type Bases, basesOf, totalKey } from '../figure/bases.ts'
import { type Measured, nOf, shownChange, testedChange } from '../figure/figures.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { levelTitle, placeRows, rowsOfNodes } from '../figure/rows.ts'
import { type Contribution, trendDetails, trendTitle } from '../figure/sentence.ts'
import { inDays } from '../selection/predicate.ts'
import {
  overlappingPeriod,
  type Period,
  pathOf,
  type Selection,
  selectionKey,
  withoutFilters,
} from '../selection/selection.ts'
import { and, countOf, day, or } from '../selection/sql.ts'
import { holdsWhole, topNode, visibleNodes } from '../selection/visible-node.ts'
import { definitionHash, interviewCount } from '../sums/sums.ts'
import { indicatorFigure } from '../trend/trend.ts'

/** Where one is, how many interviews there are and what happened. */
export async function placeOf(asked: QueryContext): Promise<Place> {
  const { dictionary, scan, isProtected, minimumN, locale, translate } = asked
  const { selection, compared } = scan
  const { view, node, period } = selection
  const main = mainIndicator(indicatorsOf(asked, undefined))
  const measured = main ? [main] : []
  const { nodes, fold } = placeRows(view.tree, node, 'children')
  const [total, below, counts] = await Promise.all([
    basesOf(scan, { by: 'total' }, measured),
    basesOf(scan, { by: 'leaf' }, measured, fold),
    countsOf(asked, selection),
  ])
  const n = total.n(totalKey, 'now')
  const figure = main && indicatorFigure(asked, main, total)
  const rows = rowsOfNodes(view, visibleNodes(selection, nodes), locale, translate)
  return {
    loadCount: dictionary.loadCount,
    segments: segmentsOf(asked),
    isPart: !holdsWhole(selection.scope, view, node),
    nInterviews: isHidden(n, minimumN, isProtected) ? null : n,
    nAll: counts.all,
    trendTitle: trendTitle(selection, asked.compare, compared, locale),
    trendDetails:
      main && figure
        ? trendDetails(
            main,
            translate(main.indicator.title),
            figure.figure,
            figure.change,
            compared ? contributions(asked, main, total, below, rows) : [],
            locale,
          )
        : '',
    period,
    extent: isHidden(n, minimumN, isProtected) ? null : counts.extent,
    compared,
    overlapping: overlappingPeriod(selection, asked.compare),
    dropped: isProtected && counts.dropped < minimumN ? 0 : counts.dropped,
    childTitle: nodes.length ? levelTitle(view, view.tree.depth(node) + 1, translate) : null,
    protection: isProtected,
    minimumN,
  }
}

function segmentsOf({ scan, translate, who }: QueryContext): Place['segments'] {
  const { view, node, scope } = scan.selection
  const root = { number: rootNumber, id: view.view.root.id, name: view.view.root.title }
  const line = [root, ...(node === rootNumber ? [] : view.tree.line(node))]
  const top = line.findIndex(({ number }) => number === topNode(scope, view))
  return line.flatMap(({ number, id, name }, depth) => {
    const isAbove = depth < top
    if (isAbove && who.seesNamesAbove !== true) return []
    return [{ id, name: translate(name), path: isAbove ? null : pathOf(view, number) }]
  })
}

/** How much of the whole's change each place below makes: its change times its part of the answers. */
function contributions(
  { isProtected }: QueryContext,
  main: Measured,
  total: Bases,
  below: Bases,
  rows: readonly { readonly key: string; readonly name: string }[],
): Contribution[] {
  const whole = testedChange(total.base(totalKey, main, 'now'), total.base(totalKey, main, 'before'), main)
  const n = nOf(total.base(totalKey, main, 'now'))
  if (whole === null || n === 0) return []
  const counts = rows.map(({ key }) => ({ n: nOf(below.base(key, main, 'now')) }))
  const tested = rows.map(({ key }) =>
    testedChange(below.base(key, main, 'now'), below.base(key, main, 'before'), main),
  )
  const real = benjaminiHochberg(
    tested.map((found) => found?.p ?? null),
    alpha,
  )
  return rows.flatMap(({ name }, at) => {
    const change = shownChange(tested[at] ?? null, main, isProtected)
    const few = (counts[at]?.n ?? 0) < main.minimum || (change?.beforeN ?? 0) < main.minimum
    if (change === null || few) return []
    const share = change.value * ((counts[at]?.n ?? 0) / n) * Math.sign(whole.value)
    return [{ name, share, change: { ...change, significant: real[at] === true } }]
  })
}

type Counts = { readonly all: number; readonly extent: Place['extent']; readonly dropped: number }

async function countsOf({ stores, dictionary, scan }: QueryContext, selection: Selection): Promise<Counts> {
  const ask: Ask = async (of, aggregates, months = [], statement = sumStatement) => {
    const all = conditions(of, null)
    const where = months.length ? and([all.where, or(months.map((month) => inDays('day', month)))]) : all.where
    const source = { dictionary, conditions: { ...all, where } }
    const [row] = await stores.clickhouse.read(
      statement(source, [], aggregates),
      {},
      { lane: 'user', tenant: dictionary.universe, timeout: 60 },
    )
    return row ?? []
  }
  const unfiltered = withoutFilters(selection)
  const untabled = { ...selection, tableDate: 'none' } as const
  const [all, extent, shown, before] = await Promise.all([
    kept(counts, { ...unfiltered, node: rootNumber }, async (root) => {
      const total = await basesOf(openScan(stores, root, null, scan.options), { by: 'total' }, [])
      return total.n(totalKey, 'now')
    }),
    kept(extents, unfiltered, async (of) => readExtent(of, ask, await endMonths(of, scan))),
    selection.tableDate === 'none' ? [0] : ask(selection, [countOf()]),
    selection.tableDate === 'none' ? [0] : ask(untabled, [countOf()]),
  ])
  return { all, extent, dropped: Number(before[0] ?? 0) - Number(shown[0] ?? 0) }
}

type Ask = (
  of: Selection,
  aggregates: readonly string[],
  months?: readonly Period[],
  statement?: typeof sumStatement,
) => Promise<readonly unknown[]>

type PerDictionary<T> = WeakMap<Dictionary, Map<string, Promise<T>>>
const counts: PerDictionary<number> = new WeakMap()
const extents: PerDictionary<Place['extent']> = new WeakMap()

/** What filters do not change stays as long as the data does. */
function kept<T>(all: PerDictionary<T>, unfiltered: Selection, read: (of: Selection) => Promise<T>): Promise<T> {
  const known = all.get(unfiltered.dictionary) ?? new Map<string, Promise<T>>()
  all.set(unfiltered.dictionary, known)
  const key = selectionKey(unfiltered)
  const found = known.get(key) ?? read(unfiltered)
  known.set(key, found)
  found.catch(() => known.delete(key))
  return found
}

/** The first and the last month of a place where the roll-up tells them: no others need be read for its extent. */
async function endMonths(unfiltered: Selection, { stores, options }: Scan): Promise<readonly Period[]> {
  if (!options.rollup?.rolled.has(definitionHash(unfiltered.dictionary, interviewCount))) return []
  if (!knowsSelection(unfiltered, null)) return []
  const { calendar } = unfiltered.dictionary
  const months = await basesOf(openScan(stores, unfiltered, null, options), { by: 'bucket', unit: 'month' }, [])
  const starts = months.keys.map((key) => bucketStart('month', Number(key), calendar)).sort()
  const dated = starts.filter((start) => start > undated)
  const ends = new Set([...starts.slice(0, 1), ...dated.slice(0, 1), ...dated.slice(-1)])
  return [...ends].map((from) => ({ from, to: endOf('month', from) }))
}

/** First and last day of a place. */
async function readExtent(unfiltered: Selection, ask: Ask, months: readonly Period[]): Promise<Place['extent']> {
  const dated = `day != ${day(undated)}`
  const row = await ask(
    unfiltered,
    [`countIf(${dated})`, `toString(minIf(day, ${dated}))`, `toString(maxIf(day, ${dated}))`],
    months,
    aggregateStatement,
  )
  return Number(row[0] ?? 0) > 0 ? { from: String(row[1]), to: String(row[2]) } : null
}
