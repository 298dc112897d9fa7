import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import type { Figure } from '@kaiku/contract/figure.ts'
import type { Ranking, RankingRow } from '@kaiku/contract/ranking.ts'
import { cellOf } from '@kaiku/contract/ranking-order.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { indicatorLines, sharing, type TrendLine } from '@kaiku/contract/trend-line.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { eventsAbout, type TrendEvent } from '@kaiku/core/event-label.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { formatCount, formatUnit, formatValue } from '@kaiku/core/format.ts'
import { groupName } from '../component-table/figure-cells.ts'
import type { DocumentChart, DocumentPoint, DocumentSeries } from '../document/document-content.ts'
import { paper, thinned } from '../document/paper-colour.ts'
import { documentText } from './document-text.ts'
import { trendSays } from './figure-sentence.ts'
import { type FigureTelling, stateWords } from './figure-telling.ts'

type Trend = AnswerOf<'Trend'>
type Distribution = AnswerOf<'Distribution'>

/** Bars that one chart has room for. */
export const mostBars = 15

/** A chart for the indicators of each scale, the first one's first. */
export function trendCharts(answer: Trend, shown: readonly ShownIndicator[], telling: FigureTelling): DocumentChart[] {
  const known = new Map(shown.map((one) => [one.id, one]))
  const charts: DocumentChart[] = []
  const drawn = new Set<string>()
  for (const indicator of shown) {
    if (drawn.has(indicator.id)) continue
    const left = shown.flatMap(({ id }) => (drawn.has(id) ? [] : [id]))
    const together = sharing(indicator, left, known)
    for (const { id } of together) drawn.add(id)
    const says = trendSays(answer, indicator, telling)
    const events = eventsAbout(
      answer.events,
      together.map(({ id }) => id),
    )
    charts.push(
      overTime(Object.assign({}, answer, { events }), indicatorLines(answer, together), indicator, says, telling),
    )
  }
  return charts
}

/** The places' lines of an indicator. */
export const placesChart = (
  answer: Trend,
  lines: readonly TrendLine[],
  indicator: ShownIndicator,
  telling: FigureTelling,
): DocumentChart => {
  const places = answer.lines?.title ?? ''
  const says = places === '' ? indicator.title : `${indicator.title}: ${places}`
  const events = eventsAbout(answer.events, [indicator.id])
  return overTime(Object.assign({}, answer, { events }), lines, indicator, says, telling)
}

function overTime(
  { by, points, events }: Pick<Trend, 'by' | 'points'> & { readonly events: readonly TrendEvent[] },
  lines: readonly TrendLine[],
  indicator: ShownIndicator,
  says: string | undefined,
  telling: FigureTelling,
): DocumentChart {
  const { calendar, words } = telling
  const { locale } = words
  const categories = points.map(({ from }) => formatUnit(by, from, locale, calendar))
  const reach = [categories[0], categories.at(-1)].join(' – ')
  const { target, decimals, bounds } = indicator
  return {
    kind: 'line',
    hasIntervals: lines.length === 1,
    says,
    words: documentText('chart.line', locale, lines.map(({ name }) => name).join(', '), reach),
    categories,
    series: lines.map(({ name, figures }) => ({ name, points: figures.map((figure) => pointOf(figure, telling)) })),
    suffix: suffixOf(indicator, locale),
    decimals,
    bounds,
    remarks: [
      ...(target === null ? [] : [documentText('target', locale, valueText(indicator, target, locale))]),
      ...events.map(({ title, day }) => `${title} (${formatUnit(by, day, locale, calendar)})`),
    ],
  }
}

/** The first rows of a ranking by its first indicator; those that clearly differ from the rest in their colours. */
export function rankingChart(
  answer: Ranking,
  rows: readonly RankingRow[],
  lead: ShownIndicator,
  telling: FigureTelling,
): DocumentChart {
  const { locale, say } = telling.words
  const { decimals, bounds, target, better } = lead
  const shown = rows.slice(0, mostBars)
  const cells = shown.map((row) => cellOf(row, lead.id))
  const colours = cells.map((cell) => {
    const versus = (cell?.versusRest ?? 0) * (better === 'high' ? 1 : -1)
    return versus === 0 ? paper.bar : versus > 0 ? paper.promoter : paper.detractor
  })
  const all = answer.parent.find(({ indicator }) => indicator === lead.id)?.figure
  const whole = all?.state === 'shown' ? [`${say('table.all')}: ${valueText(lead, all.value, locale)}`] : []
  const [most, total] = [shown.length, rows.length].map((count) => formatCount(count, locale))
  return {
    kind: 'bar',
    hasIntervals: true,
    words: documentText('chart.bar', locale, lead.title, answer.rowTitle),
    categories: shown.map((row) => groupName(row, telling.words)),
    series: [
      { name: lead.title, points: shown.map((row, at) => pointOf(cells[at]?.figure, telling, row.few)), colours },
    ],
    suffix: suffixOf(lead, locale),
    decimals,
    bounds,
    remarks: [
      ...whole,
      ...(target === null ? [] : [documentText('target', locale, valueText(lead, target, locale))]),
      ...(rows.length > shown.length ? [documentText('firstOf', locale, most ?? '', total ?? '')] : []),
    ],
  }
}

/** Valid answers as bars; the missing ones are told beside them, outside the base. */
export function distributionChart(answer: Distribution, telling: FigureTelling): DocumentChart {
  const { locale, say } = telling.words
  const named = ({ code, title }: Distribution['bars'][number]) => (code === noAnswer ? say('noValue') : title)
  const valid = answer.bars.filter(({ missing }) => !missing)
  const state = (n: number | null) => (n === null ? 'hidden' : answer.state)
  const points = valid.map(({ n, share, low, high }) =>
    pointOf({ state: state(n), n, value: share, low, high }, telling),
  )
  return {
    kind: 'bar',
    hasIntervals: false,
    words: documentText('chart.bar', locale, say('text.share'), answer.question.title),
    categories: valid.map(named),
    series: [
      {
        name: say('text.share'),
        points,
        colours: valid.map(({ group }) => (group === null ? paper.bar : paper[group])),
      },
    ],
    suffix: suffixOf({ unit: '%' }, locale),
    decimals: 1,
    bounds: percent,
    remarks: answer.bars.flatMap((bar) =>
      bar.missing ? [`${named(bar)}: n ${formatCount(bar.n, locale)} (${say('text.missing')})`] : [],
    ),
  }
}

const percent = { low: 0, high: 100 } as const

/** The answers of each group, side by side. */
export function splitChart(answer: Distribution, split: Crosstab, telling: FigureTelling): DocumentChart {
  const { locale, say } = telling.words
  const nameOf = ({ isNone, name }: Crosstab['rows']['groups'][number]) => (isNone ? say('noValue') : name)
  const groups = split.columns.groups.flatMap((group, at) => (group.isNone ? [] : [{ group, at }]))
  const answers = split.rows.groups.flatMap((row, at) => (row.isNone ? [] : [{ row, at }]))
  const colours = stackColours(answers.map(({ row }) => answer.bars.find(({ code }) => code === row.id)?.group ?? null))
  return {
    kind: split.rows.overlaps ? 'bar' : 'stacked',
    hasIntervals: false,
    words: documentText('chart.bar', locale, answer.question.title, split.columns.title),
    categories: groups.map(({ group }) => nameOf(group)),
    series: answers.map(({ row, at: line }, place): DocumentSeries => {
      const points = groups.map(({ group, at }) => {
        const cell = split.cells[line]?.[at]
        const state = cell?.hidden || split.state === 'hidden' ? 'hidden' : split.state
        const { value, low, high } = cell?.ofColumn ?? { value: null, low: null, high: null }
        return pointOf({ state, n: cell?.n ?? null, value, low, high }, telling, group.few)
      })
      return { name: nameOf(row), points, colours: [colours[place] ?? paper.bar] }
    }),
    suffix: suffixOf({ unit: '%' }, locale),
    decimals: 1,
    bounds: percent,
    remarks: groups.map(({ group }) => `${nameOf(group)}: n ${formatCount(group.total.n, locale)}`),
  }
}

/** Behind a number as it is read: a space before the sign of percent in some languages, none in others. */
const suffixOf = ({ unit }: Pick<ShownIndicator, 'unit'>, locale: string) => {
  if (unit === '%') return formatValue('share', 1, 0, locale).replace('1', '')
  return unit === '' ? '' : `\u00a0${unit}`
}

/** From full to pale within each of promoters, passives and detractors, or over all answers. */
function stackColours(groups: readonly Distribution['bars'][number]['group'][]): string[] {
  return groups.map((group, at) => {
    const alike = groups.flatMap((one, place) => (one === group ? [place] : []))
    const share = alike.length < 2 ? 1 : alike.indexOf(at) / (alike.length - 1)
    return thinned(group === null ? paper.primary : paper[group], group === null ? 90 - 70 * share : 100 - 55 * share)
  })
}

/** Never the value of few answers, nor of none: words stand in its place. */
function pointOf(figure: Figure | undefined, telling: FigureTelling, isFew = false): DocumentPoint {
  const { state, n, value, low, high } = figure ?? none
  if (state === 'shown' && !isFew && value !== null) return { value, low, high, n, words: '' }
  const told = stateWords({ state: state === 'shown' ? (isFew ? 'few' : 'none') : state }, telling)
  return { value: null, low: null, high: null, n, words: told?.text ?? '' }
}

const none: Figure = { state: 'none', n: null, value: null, low: null, high: null }
