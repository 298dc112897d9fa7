import type { AnswerOf } from '@kaiku/contract/result.ts'
import { timePlot } from '@kaiku/contract/time-plot.ts'
import { linesMarks, linesRoom, trendMarks, trendRoom } from '@kaiku/contract/trend-drawing.ts'
import { placeLines } from '@kaiku/contract/trend-line.ts'
import { trendDomain } from '@kaiku/contract/trend-shape.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount, formatUnit } from '@kaiku/core/format.ts'
import { domainOf } from '@kaiku/core/scale.ts'
import type { DocumentBlock, DocumentCell } from '../document/document-content.ts'
import { documentText } from './document-text.ts'
import { svgOf } from './drawing-svg.ts'
import { targetText } from './figure-block.ts'
import { placesChart, trendCharts } from './figure-chart.ts'
import { type FigureTelling, indicatorOf } from './figure-telling.ts'

type Trend = AnswerOf<'Trend'>
const [width, height] = [680, 230]

/** The first indicator's line with its uncertainty, the lines of the places below where they are asked for, and all values. */
export function trendBlocks(answer: Trend, telling: FigureTelling): DocumentBlock[] {
  const shown = answer.indicators.flatMap((id) => indicatorOf(telling, id) ?? [])
  const [lead] = shown
  const isKnown = answer.points.some(({ figures }) => figures.some(({ value }) => value !== null))
  const { locale } = telling.words
  if (!lead || !isKnown) return [{ kind: 'text', text: documentText('empty', locale), look: 'muted' }]
  return [
    { kind: 'text', text: lead.title, look: 'heading' },
    {
      kind: 'drawing',
      svg: oneLine(answer, lead, telling),
      words: wordsOf(answer, lead, telling),
      charts: trendCharts(answer, shown, telling),
    },
    ...placesBlock(answer, lead, telling),
    valuesBlock(answer, shown, telling),
  ]
}

const wordsOf = ({ points }: Trend, { title }: ShownIndicator, { words: { locale } }: FigureTelling) =>
  documentText('lines', locale, title, [points[0]?.from, points.at(-1)?.to].join(' – '))

function plotOf(
  { points, by, events }: Trend,
  indicator: ShownIndicator,
  domain: readonly [number, number],
  room: typeof trendRoom | typeof linesRoom,
  { calendar, words: { locale } }: FigureTelling,
) {
  return timePlot({ points, by, events, indicator, domain, room, calendar, locale }, width, height)
}

function oneLine(answer: Trend, indicator: ShownIndicator, telling: FigureTelling): string {
  const { locale } = telling.words
  const at = answer.indicators.indexOf(indicator.id)
  const points = answer.points.map((point) => ({ ...point, figure: point.figures[at], old: point.before[at] }))
  const plot = plotOf(answer, indicator, trendDomain(points, indicator), trendRoom, telling)
  const comparison = points.some(({ old }) => old) ? documentText(telling.compared, locale) : ''
  const targetTitle = targetText(indicator, locale)
  const marks = trendMarks({ indicator, points, average: [], comparison, targetTitle, locale }, plot)
  return svgOf({ width, height, marks: [...plot.marks, ...marks] })
}

function placesBlock(answer: Trend, indicator: ShownIndicator, telling: FigureTelling): DocumentBlock[] {
  const lines = placeLines(answer, answer.indicators.indexOf(indicator.id))
  const values = lines.flatMap(({ figures }) => figures.flatMap((figure) => figure?.value ?? []))
  if (values.length === 0) return []
  const plot = plotOf(answer, indicator, domainOf(values, indicator.bounds), linesRoom, telling)
  const svg = svgOf({ width, height, marks: [...plot.marks, ...linesMarks(lines, plot)] })
  return [
    {
      kind: 'drawing',
      svg,
      words: lines.map(({ name }) => name).join(', '),
      charts: [placesChart(answer, lines, indicator, telling)],
    },
    {
      kind: 'table',
      isCharted: true,
      columns: [
        { title: telling.words.say('table.period'), wide: true },
        ...lines.map(({ name }) => ({ title: name, isNumber: true })),
      ],
      rows: answer.points.map(({ from }, point) => [
        { text: formatUnit(answer.by, from, telling.words.locale, telling.calendar) },
        ...lines.map(({ figures }): DocumentCell => {
          const figure = figures[point]
          return {
            text: valueText(indicator, figure?.value ?? null, telling.words.locale),
            look: figure?.state === 'few' ? 'few' : undefined,
          }
        }),
      ]),
    },
  ]
}

/** Period by period: each indicator's value, how sure it is, and its answers. */
function valuesBlock(
  answer: Trend,
  shown: readonly ShownIndicator[],
  { words, calendar }: FigureTelling,
): DocumentBlock {
  const { locale, say } = words
  return {
    kind: 'table',
    isCharted: true,
    columns: [
      { title: say('table.period'), wide: true },
      ...shown.flatMap(({ title }) => [
        { title, isNumber: true },
        { title: '±', isNumber: true },
        { title: 'n', isNumber: true },
      ]),
    ],
    rows: answer.points.map(({ from, figures }) => [
      { text: formatUnit(answer.by, from, locale, calendar) },
      ...shown.flatMap((indicator): DocumentCell[] => {
        const figure = figures[answer.indicators.indexOf(indicator.id)]
        if (!figure || figure.state === 'hidden')
          return [{ text: say('table.hidden'), look: 'words' }, { text: '' }, { text: '' }]
        return [
          { text: valueText(indicator, figure.value, locale), look: figure.state === 'few' ? 'few' : undefined },
          { text: plusMinus(indicator, figure, locale), look: 'muted' },
          { text: formatCount(figure.n, locale), look: 'muted' },
        ]
      }),
    ]),
  }
}
