import { component } from '@kaiku/contract/page.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { cellOf } from '@kaiku/contract/ranking-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { compactDay } from '@kaiku/core/day.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { formatPeriod } from '@kaiku/core/format.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type PeriodStep, stepsOf } from '../aggregate/periods.ts'
import { told } from '../component-table/component-table.ts'
import { figureCell, pathText, titleOf } from '../component-table/figure-cells.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import { usualUnit } from '../figure/protection.ts'
import { figuresFor, questionFor } from '../result/result.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'
import { longRows, longSheet } from './ranking-report.ts'
import type { ReportContext, ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

/** Figures in one report. */
const most = 500_000
const mostLevels = 12

type Part = { readonly step: PeriodStep | null; readonly level: number; readonly ranking: Ranking }
type Line = { readonly name: string; readonly level: number; readonly cells: Map<PeriodStep | null, SheetCell> }

/** Each place below the selected one, on every level, period by period: a sheet for each indicator, and all of it in rows. */
export const indicatorReport: ReportMaker = async (context) => {
  const { question, words } = context
  const { view, node, period } = question.selection
  const levels = Math.min(mostLevels, levelsBelow(view.tree, node))
  const steps = period === null ? [] : stepsOf(usualUnit(question.selection), period, [], question.dictionary.calendar)
  const parts: Part[] = []
  const indicators = new Map<string, ShownIndicator>()
  const asks = [null, ...(steps.length > 1 ? steps : [])]
  let figures = 0
  for (const [at, step] of asks.entries()) {
    if (context.signal.aborted) break
    const found = await rankingsOf(context, step, levels)
    for (const one of found.indicators) indicators.set(one.id, one)
    parts.push(...found.rankings.map((ranking, level) => ({ step, level, ranking })))
    figures += found.rankings.reduce((sum, { rows }) => sum + rows.length * found.indicators.length, 0)
    if (figures > most) throw refuse('too_large', 'figure.tooMany', { n: figures, most })
    context.progress((at + 1) / (asks.length + 1))
  }
  const titles = new Map([...indicators.values()].map(({ id, title }) => [id, title]))
  const more = (step: PeriodStep | null, level: number) => [
    step?.from ?? period?.from ?? null,
    step?.to ?? period?.to ?? null,
    level,
  ]
  return [
    ...[...indicators.values()].map((indicator) => indicatorSheet(indicator, parts, asks, words)),
    longSheet(
      words.locale,
      parts.map(({ step, level, ranking }) =>
        longRows(ranking, titles, words, context.proofOf(question.path, step ? { filter: filterOf(step) } : {}))
          // The whole is the same beside every level.
          .filter(([path]) => path !== null || level === 0)
          .map((row) => [...more(step, row[0] === null ? 0 : level + 1), ...row]),
      ),
      ['from', 'to', 'level'],
    ),
  ]
}

const filterOf = ({ from, to }: PeriodStep) => `${timeFilter}=${compactDay(from)}_${compactDay(to)}`

function levelsBelow(tree: ReportContext['question']['selection']['view']['tree'], node: number): number {
  const children = tree.children(node)
  return children.length === 0 ? 0 : 1 + Math.max(...children.map(({ number }) => levelsBelow(tree, number)))
}

/** A ranking of each level below; of a place without any the one of no places, which tells the whole. */
async function rankingsOf({ question, state }: ReportContext, step: PeriodStep | null, levels: number) {
  const { stores, who, dictionary, compare, locale, path } = question
  const laid = step && layOver(path, filterOf(step))
  const narrowed = laid?.ok ? laid.value : path
  const asked = questionFor(stores, who, dictionary, { path: narrowed, compare, locale }, Date.now())
  const components = Array.from({ length: Math.max(1, levels) }, (_, at) =>
    component.parse({ type: 'RankingTableComponent', spark: false, of: { depth: at + 1 } }),
  )
  const { answers, indicators } = await figuresFor(asked, components, state)
  return { indicators, rankings: answers.map((answer) => told(answer, 'RankingTableComponent')) }
}

function indicatorSheet(
  indicator: ShownIndicator,
  parts: readonly Part[],
  steps: readonly (PeriodStep | null)[],
  words: ReportContext['words'],
): WorkbookSheet {
  const { locale } = words
  const lines = new Map<string, Line>()
  const cellsOf = (path: string, name: string, level: number) => {
    const line = lines.get(path) ?? { name, level, cells: new Map() }
    lines.set(path, line)
    return line.cells
  }
  for (const { step, level, ranking } of parts) {
    const whole = ranking.parent.find((one) => one.indicator === indicator.id)
    if (level === 0) cellsOf('', words.say('table.all'), 0).set(step, figureCell(whole?.figure, 0, indicator, words))
    for (const row of rankingRows(ranking)) {
      const cell = cellOf(row, indicator.id)
      cellsOf(row.path ?? row.id, pathText(row.above, row.name), level + 1).set(
        step,
        figureCell(cell?.figure, row.few ? 0 : (cell?.versusRest ?? 0), indicator, words),
      )
    }
  }
  const { decimals } = indicator
  return {
    name: titleOf(indicator),
    columns: [
      { title: words.say('place') },
      { title: reportText('level', locale) },
      ...steps.map((step) => ({
        title: step === null ? reportText('whole', locale) : formatPeriod(step, locale),
        decimals,
      })),
      ...(indicator.target === null ? [] : [{ title: words.say('text.target'), decimals }]),
    ],
    rows: [
      [...lines]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { name, level, cells }]) => [
          name,
          level,
          ...steps.map((step) => cells.get(step) ?? null),
          ...(indicator.target === null ? [] : [indicator.target]),
        ]),
    ],
    frozen: 1,
  }
}
