import type { Change, Figure } from '@kaiku/contract/figure.ts'
import { heatsOf } from '@kaiku/contract/heat.ts'
import type { Ranking, RankingRow } from '@kaiku/contract/ranking.ts'
import { cellOf, plotDomain, rankText } from '@kaiku/contract/ranking-order.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { dotPlot, spark } from '@kaiku/contract/small-plot.ts'
import { plusMinus, type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { formatCount, formatUnit, formatValue } from '@kaiku/core/format.ts'
import { groupName } from '../component-table/figure-cells.ts'
import type { DocumentBlock, DocumentCell, DocumentTile, Told } from '../document/document-content.ts'
import { paper, thinned } from '../document/paper-colour.ts'
import { documentText } from './document-text.ts'
import { svgOf } from './drawing-svg.ts'
import { distributionChart, mostBars, rankingChart } from './figure-chart.ts'
import { type FigureTelling, indicatorOf, rankedRows, stateWords } from './figure-telling.ts'

/** How a figure moved: the arrow says where, the look whether that is welcome. */
export function changeTold(
  change: Change | null,
  indicator: ShownIndicator,
  { words: { locale } }: FigureTelling,
): Told {
  if (!change) return { text: '' }
  if (!change.significant) return { text: documentText('notSignificant', locale), look: 'muted' }
  const by = formatValue('mean', Math.abs(change.value), indicator.decimals, locale)
  return {
    text: `${change.value >= 0 ? '▲' : '▼'} ${by}`,
    look: welcome(indicator, change.value) >= 0 ? 'good' : 'bad',
  }
}

export const tilesBlock = ({ tiles }: AnswerOf<'IndicatorTiles'>, telling: FigureTelling): DocumentBlock => ({
  kind: 'tiles',
  tiles: tiles.flatMap((tile) => {
    const indicator = indicatorOf(telling, tile.indicator)
    return indicator ? [oneTile(tile, indicator, telling)] : []
  }),
})

const filling: ReadonlySet<ShownIndicator['measure']> = new Set([
  'nps',
  'topBox',
  'bottomBox',
  'share',
  'rate',
  'index',
])

function oneTile(
  { figure, change, spark: values }: AnswerOf<'IndicatorTiles'>['tiles'][number],
  indicator: ShownIndicator,
  telling: FigureTelling,
): DocumentTile {
  const { locale } = telling.words
  const { target, bounds, measure } = indicator
  const few = figure.state === 'few'
  const share = (of: number) =>
    bounds ? Math.max(0, Math.min(1, (of - bounds.low) / (bounds.high - bounds.low || 1))) : 0
  const words = stateWords(figure, telling)
  const isBad = change?.significant === true && welcome(indicator, change.value) < 0
  const wanted = target === null ? [] : [{ text: targetText(indicator, locale), look: 'muted' } as const]
  return {
    title: indicator.title,
    link: telling.proof(indicator.id, null),
    value: valueText(indicator, figure.value, locale, fewDecimals(indicator, few)),
    isFew: few,
    beside: few ? '' : plusMinus(indicator, figure, locale),
    lines: [
      { text: `n ${formatCount(figure.n, locale)}`, look: 'muted' },
      words ?? changeTold(change, indicator, telling),
      ...wanted,
    ],
    bar:
      bounds && (target !== null || filling.has(measure))
        ? { value: figure.value === null ? null : share(figure.value), target: target === null ? null : share(target) }
        : null,
    spark:
      figure.state === 'shown' ? svgOf(spark(values, { width: 96, height: 28, tone: isBad ? 'bad' : 'plain' })) : '',
  }
}

const fewDecimals = ({ decimals }: ShownIndicator, few: boolean) => (few ? Math.max(0, decimals - 1) : decimals)

export const targetText = (indicator: ShownIndicator, locale: string): string =>
  documentText('target', locale, valueText(indicator, indicator.target, locale))

/** Answers as bars; the missing ones below, outside the base. */
export function distributionBlock(answer: AnswerOf<'Distribution'>, telling: FigureTelling): DocumentBlock[] {
  const { words } = telling
  const { locale, say } = words
  const why = answer.state === 'shown' ? null : stateWords({ state: answer.state }, telling)
  const note: DocumentBlock[] = why ? [{ kind: 'text', text: why.text, look: 'muted' }] : []
  if (answer.state === 'hidden' || answer.state === 'none') return note
  const valid = answer.bars.filter(({ missing }) => !missing)
  const scale = Math.min(100, Math.max(1, ...valid.map(({ high, share }) => high ?? share ?? 0)) * 1.06)
  const part = (value: number | null) => (value === null ? null : value / scale)
  const percent = (value: number | null) => (value === null ? '' : formatValue('share', value, 1, locale))
  return [
    { kind: 'text', text: `n ${formatCount(answer.n, locale)}`, look: 'muted' },
    ...note,
    {
      kind: 'table',
      charts: [distributionChart(answer, telling)],
      isCharted: true,
      columns: [
        { title: say('text.answer') },
        { title: '', wide: true },
        { title: say('text.share'), isNumber: true },
        { title: '95 %', isNumber: true },
        { title: 'n', isNumber: true },
      ],
      rows: answer.bars.map(({ code, title, group, missing, n, share, low, high }): DocumentCell[] => [
        { text: code === noAnswer ? say('noValue') : title, look: missing ? 'muted' : undefined },
        missing
          ? { text: say('text.missing'), look: 'muted' }
          : { text: '', bar: { share: part(share) ?? 0, low: part(low), high: part(high), colour: barColour(group) } },
        { text: missing ? '' : n === null ? say('table.hidden') : percent(share) },
        { text: missing || low === null || high === null ? '' : `${percent(low)} – ${percent(high)}`, look: 'muted' },
        { text: formatCount(n, locale), look: 'muted' },
      ]),
    },
  ]
}

const barColour = (group: 'detractor' | 'passive' | 'promoter' | null) => (group === null ? paper.bar : paper[group])

const dotWidth = 110

/** The rows of a ranking, best first: the first indicator with a dot and its interval, the others beside it. */
export function rankingBlock(answer: Ranking, telling: FigureTelling): DocumentBlock {
  const { words } = telling
  const { locale, say } = words
  const [lead, ...others] = answer.indicators.flatMap((id) => indicatorOf(telling, id) ?? [])
  const rows = rankedRows(answer, telling)
  const parent = answer.parent.find(({ indicator }) => indicator === lead?.id)?.figure.value ?? null
  const domain = lead ? plotDomain(rows, parent, lead) : ([0, 1] as const)
  const leadCells = (row: RankingRow): DocumentCell[] => {
    if (!lead) return []
    const cell = cellOf(row, lead.id)
    const few = row.few || cell?.figure.state === 'few'
    const isShown = typeof cell?.figure.value === 'number'
    const drawn =
      cell && isShown ? dotPlot({ figure: cell.figure, domain, parent, target: lead.target, few }, dotWidth) : null
    return [
      { text: '', ...(drawn && { svg: svgOf(drawn) }) },
      figureTold(row, lead, telling),
      { text: cell && !few ? plusMinus(lead, cell.figure, locale) : '', look: 'muted' },
      few ? { text: say('table.few'), look: 'words' } : changeTold(cell?.change ?? null, lead, telling),
    ]
  }
  return {
    kind: 'table',
    charts: lead ? [rankingChart(answer, rows, lead, telling)] : [],
    isCharted: others.length === 0 && rows.length <= mostBars,
    columns: [
      ...(lead ? [{ title: say('table.rank'), isNumber: true }] : []),
      { title: answer.rowTitle, wide: true },
      { title: 'n', isNumber: true },
      ...(lead
        ? [
            { title: lead.title },
            { title: '', isNumber: true },
            { title: '±', isNumber: true },
            { title: say('text.change') },
          ]
        : []),
      ...others.map(({ title }) => ({ title, isNumber: true })),
    ],
    rows: rows.map((row) => [
      ...(lead ? [{ text: rankText(cellOf(row, lead.id)), look: 'muted' } as const] : []),
      { text: groupName(row, words) },
      { text: formatCount(row.n, locale), look: 'muted' },
      ...leadCells(row),
      ...others.map((indicator) => figureTold(row, indicator, telling)),
    ]),
  }
}

/** A figure of a row; shaded and marked where it clearly differs from the rest. */
function figureTold(
  row: RankingRow,
  indicator: ShownIndicator,
  { words: { locale, say }, proof }: FigureTelling,
): DocumentCell {
  const cell = cellOf(row, indicator.id)
  const figure = cell?.figure
  const link = row.path === null ? undefined : proof(indicator.id, row.path)
  if (!figure || figure.state === 'none') return { text: '–', look: 'muted' }
  if (figure.state === 'hidden') return { text: say('table.hidden'), look: 'words', link }
  const few = figure.state === 'few' || row.few
  const text = valueText(indicator, figure.value, locale, fewDecimals(indicator, few))
  if (few) return { text, look: 'few', link }
  if (cell.versusRest === 0) return { text, link }
  const isGood = welcome(indicator, cell.versusRest) > 0
  return {
    text: `${cell.versusRest > 0 ? '▴' : '▾'} ${text}`,
    shade: isGood ? paper.tintGood : paper.tintBad,
    link,
  }
}

/** Groups by measures, coloured around the whole. */
export function heatBlock(answer: AnswerOf<'HeatMap'>, telling: FigureTelling): DocumentBlock {
  const { words, calendar, proof } = telling
  const { locale, say } = words
  const { measures, by } = answer
  const heats = heatsOf(answer)
  // A measure may be a question's answers, of which no indicator tells.
  const proven = ({ id }: ShownIndicator, place: string | null) =>
    indicatorOf(telling, id) ? proof(id, place) : undefined
  const told = (figure: Figure | undefined, measure: ShownIndicator) =>
    figure?.state === 'hidden' ? say('table.hidden') : valueText(measure, figure?.value ?? null, locale)
  return {
    kind: 'table',
    columns: [
      { title: by === null ? answer.groupTitle : say('table.period'), wide: true },
      { title: 'n', isNumber: true },
      ...measures.map(({ title }) => ({ title, isNumber: true })),
    ],
    rows: [
      ...answer.groups.map((group, row): DocumentCell[] => [
        {
          text:
            by !== null && group.period ? formatUnit(by, group.period.from, locale, calendar) : groupName(group, words),
        },
        { text: formatCount(group.n, locale), look: 'muted' },
        ...measures.map((measure, at): DocumentCell => {
          const cell = answer.cells[row]?.[at]
          const heat = heats[row]?.[at]
          const mark = cell?.difference?.significant ? (cell.difference.value > 0 ? '▴ ' : '▾ ') : ''
          const tone = heat && heat.tone !== 0 ? (heat.tone > 0 ? paper.heatGood : paper.heatBad) : null
          return {
            text: `${mark}${told(cell?.figure, measure)}`,
            look: cell?.figure.state === 'few' ? 'few' : cell?.figure.state === 'hidden' ? 'words' : undefined,
            shade: heat && tone ? thinned(tone, heat.strength) : undefined,
            link: group.path === null ? undefined : proven(measure, group.path),
          }
        }),
      ]),
      [
        { text: say('table.all'), look: 'strong' },
        { text: formatCount(answer.n, locale), look: 'strong' },
        ...measures.map(
          (measure, at): DocumentCell => ({
            text: told(answer.total[at], measure),
            look: 'strong',
            link: proven(measure, null),
          }),
        ),
      ],
    ],
  }
}
