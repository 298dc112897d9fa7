import type { Change, Figure } from '@kaiku/contract/figure.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { cellOf } from '@kaiku/contract/ranking-order.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { formatCount, formatUnit, formatValue } from '@kaiku/core/format.ts'
import { groupName } from '../component-table/figure-cells.ts'
import { documentText } from './document-text.ts'
import { type FigureTelling, indicatorOf, rankedRows, stateWords } from './figure-telling.ts'

/** What the first figure says; that it changed only where that is more than chance. */
export function tilesSay({ tiles }: AnswerOf<'IndicatorTiles'>, telling: FigureTelling): string | undefined {
  const [tile] = tiles
  const indicator = indicatorOf(telling, tile?.indicator)
  if (!tile || !indicator) return undefined
  const { figure, change } = tile
  const { locale } = telling.words
  if (figure.state !== 'shown' || change === null) return levelSays(figure, indicator, telling)
  const n = `n ${formatCount(figure.n, locale)}`
  const against = documentText(telling.compared, locale)
  if (!change.significant || change.before === null)
    return `${levelSays(figure, indicator, telling)} · ${documentText('unchanged', locale, against)}`
  const [before, now] = [change.before, figure.value].map((value) => valueText(indicator, value, locale))
  return `${documentText(toldAs(change), locale, indicator.title, before ?? '', now ?? '', against)} · ${n}`
}

const toldAs = ({ value }: Change) => (value > 0 ? 'rose' : 'fell')

function levelSays(figure: Figure, indicator: ShownIndicator, telling: FigureTelling): string {
  const { locale } = telling.words
  const words = stateWords(figure, telling)
  if (words) return `${indicator.title}: ${words.text}`
  return `${indicator.title}: ${valueText(indicator, figure.value, locale)} · n ${formatCount(figure.n, locale)}`
}

/** Where the line of an indicator stands in the end; nothing was tested between its periods, so no change is told. */
export function trendSays(
  { points, indicators, by }: AnswerOf<'Trend'>,
  indicator: ShownIndicator,
  telling: FigureTelling,
): string | undefined {
  const at = indicators.indexOf(indicator.id)
  const last = points.findLast(({ figures }) => figures[at]?.state === 'shown')
  const figure = last?.figures[at]
  if (!last || !figure) return undefined
  const period = formatUnit(by, last.from, telling.words.locale, telling.calendar)
  return `${levelSays(figure, indicator, telling)} · ${period}`
}

/** Names that a sentence takes. */
const mostNames = 3

/** Which rows clearly differ from the rest. */
export function rankingSays(answer: Ranking, telling: FigureTelling): string | undefined {
  const lead = indicatorOf(telling, answer.indicators[0])
  const rows = rankedRows(answer, telling)
  const isRanked = lead && rows.filter((row) => cellOf(row, lead.id)?.rank != null).length > 1
  if (!isRanked) return undefined
  const { locale } = telling.words
  const named = (side: -1 | 1) => {
    const names = rows.flatMap((row) =>
      cellOf(row, lead.id)?.versusRest === side ? [groupName(row, telling.words)] : [],
    )
    const left = names.length > mostNames ? ` +${formatCount(names.length - mostNames, locale)}` : ''
    return names.length === 0 ? '' : names.slice(0, mostNames).join(', ') + left
  }
  const [above, below] = [named(1), named(-1)]
  const said = [
    above && documentText('clearlyAbove', locale, above),
    below && documentText('clearlyBelow', locale, below),
  ].filter((one) => one !== '')
  return `${lead.title}: ${said.length === 0 ? documentText('noneDiffers', locale) : said.join('; ')}`
}

/** The answer that was given most often, where one was. */
export function distributionSays(answer: AnswerOf<'Distribution'>, telling: FigureTelling): string | undefined {
  const { locale, say } = telling.words
  if (answer.state !== 'shown' || answer.split !== null) return undefined
  const known = answer.bars.flatMap(({ missing, share, n, code, title }) =>
    missing || share === null || n === null ? [] : [{ share, name: code === noAnswer ? say('noValue') : title }],
  )
  const [first, second] = known.sort((a, b) => b.share - a.share)
  if (!first || first.share === second?.share) return undefined
  const share = formatValue('share', first.share, 1, locale)
  return `${documentText('mostOften', locale, first.name, share)} · n ${formatCount(answer.n, locale)}`
}
