import type { AnswerOf } from '@kaiku/contract/result.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { upperNormal } from '@kaiku/core/distribution.ts'
import { formatChange, formatCount } from '@kaiku/core/format.ts'
import { otherTopic } from '@kaiku/core/lexicon.ts'
import { alpha, benjaminiHochberg, critical } from '@kaiku/core/statistics.ts'
import { documentText } from '../page-document/document-text.ts'
import type { FigureRequest } from '../result/result.ts'
import { cardText } from './card-text.ts'

/** One thing that the answers say beyond chance. `value`: of an indicator, as it is read; of a topic empty. */
export type CardPoint = { readonly title: string; readonly value: string; readonly text: string }

type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]
type Bounds = { readonly value: number; readonly low: number | null; readonly high: number | null }
/** `strength`: standard errors away from no difference; above 0: good news. */
type Candidate = { readonly strength: number; readonly point: CardPoint }

/**
 * Of everything that could be told of a place, what speaks best and worst of it: changes of its indicators, the first one
 * aside, and what its comments speak of. Each is tested, and what stays when false discoveries are held at 5 % over all of
 * them (Benjamini & Hochberg 1995) may be told.
 */
export function bestAndWorst(
  tiles: readonly Tile[],
  topics: AnswerOf<'Topics'> | null,
  known: ReadonlyMap<string, ShownIndicator>,
  { locale, compare }: Pick<FigureRequest, 'locale' | 'compare'>,
): { keep: CardPoint | null; fix: CardPoint | null; tested: number } {
  const compared = documentText(`compare.${compare}`, locale)
  const all = [
    ...tiles.slice(1).flatMap((tile) => ofIndicator(tile, known.get(tile.indicator), compared, locale)),
    ...ofTopics(topics, known, locale),
  ]
  const real = benjaminiHochberg(
    all.map(({ strength }) => 2 * upperNormal(Math.abs(strength))),
    alpha,
  )
  const told = all.filter((_, at) => real[at]).sort((one, other) => other.strength - one.strength)
  const [best, worst] = [told[0], told.at(-1)]
  return {
    keep: best && best.strength > 0 ? best.point : null,
    fix: worst && worst.strength < 0 ? worst.point : null,
    tested: all.length,
  }
}

/** In standard errors, from the 95 % interval; null: it has none. */
function strengthOf({ value, low, high }: Bounds): number | null {
  if (low === null || high === null || high <= low) return null
  return (value * 2 * critical) / (high - low)
}

function ofIndicator(
  { figure, change }: Tile,
  indicator: ShownIndicator | undefined,
  compared: string,
  locale: string,
): Candidate[] {
  if (!indicator || figure.state !== 'shown' || change === null || change.before === null) return []
  const strength = strengthOf(change)
  if (strength === null) return []
  const { decimals, better, title } = indicator
  const value = (one: number | null) => valueText(indicator, one, locale)
  const by = formatChange(change.value, decimals, locale)
  return [
    {
      strength: better === 'low' ? -strength : strength,
      point: {
        title,
        value: value(figure.value),
        text: cardText('changed', locale, by, value(change.before), compared, formatCount(figure.n ?? 0, locale)),
      },
    },
  ]
}

/** Topics whose comments come with another score than the rest; `impact` has the sign of that difference. */
function ofTopics(
  topics: AnswerOf<'Topics'> | null,
  known: ReadonlyMap<string, ShownIndicator>,
  locale: string,
): Candidate[] {
  const indicator = known.get(topics?.indicator ?? '')
  if (!topics || !indicator || topics.state !== 'shown') return []
  const { better, title: measured } = indicator
  const value = (one: number | null) => valueText(indicator, one, locale)
  return topics.topics.flatMap(({ id, title, n, impact, with: speaking, without }): Candidate[] => {
    const strength = impact && strengthOf(impact)
    if (id === otherTopic || !strength) return []
    const counts = [n, topics.n ?? 0].map((one) => formatCount(one, locale))
    const [own = '', all = ''] = counts
    const text = cardText('mentioned', locale, own, all, measured, value(speaking.value), value(without.value))
    return [{ strength: better === 'low' ? -strength : strength, point: { title, value: '', text } }]
  })
}
