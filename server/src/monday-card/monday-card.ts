import type { CardLine, CardSection, MondayCard } from '@kaiku/contract/monday-card.ts'
import { component } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
import { plusMinus, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { type FigureRequest, figuresFor, placeFor } from '../result/result.ts'
import { cardLine, facts } from './card-line.ts'
import { bestAndWorst, type CardPoint } from './card-point.ts'
import { promiseLines } from './card-promise.ts'
import { quoteLines, quotesWanted } from './card-quote.ts'
import { cardText } from './card-text.ts'

/** The card of a place, as its reader may see it. Throws the Faults of a path that cannot be read or is out of reach. */
export async function mondayCard(question: FigureRequest, state: DataState): Promise<MondayCard> {
  const { locale } = question
  const { trendDetails, nInterviews, minimumN } = await placeFor(question, state)
  const said = nInterviews === null || nInterviews < minimumN ? [few(locale)] : await told(question, state)
  const promised = await promiseLines(question)
  const promises = promised && [{ id: 'promises' as const, title: cardText('promises', locale), lines: promised }]
  return { sentence: trendDetails.replaceAll('**', ''), sections: [...said, ...(promises ?? [])] }
}

const few = (locale: string): CardSection => ({
  id: 'main',
  title: cardText('main', locale),
  lines: [cardLine('muted', cardText('few', locale))],
})

/** What the answers say: the first main indicator, what to keep and to fix, and two quotes. */
async function told(question: FigureRequest, state: DataState): Promise<CardSection[]> {
  const { locale } = question
  const wanted = [
    ...(['IndicatorTiles', 'Topics'] as const).map((type) => component.parse({ type })),
    ...quotesWanted.map(commentsBy),
  ]
  const { answers, indicators } = await figuresFor(question, wanted, state)
  const [tiles, topics, ...comments] = answers
  const rows = of(tiles, 'IndicatorTiles')?.tiles ?? []
  const known = new Map(indicators.map((one) => [one.id, one]))
  const [first] = rows
  const main = first && known.get(first.indicator)
  const { keep, fix, tested } = bestAndWorst(rows, of(topics, 'Topics'), known, question)
  const how = cardLine('muted', cardText('how', locale, formatCount(tested, locale)))
  const newest = async () => of((await figuresFor(question, [commentsBy('newest')], state)).answers[0], 'Comments')
  const byScore = comments.map((one) => of(one, 'Comments'))
  const quotes = await quoteLines(byScore, newest, main, locale)
  const section = (id: CardSection['id'], lines: CardLine[]) => ({ id, title: cardText(id, locale), lines })
  const own =
    first && main
      ? [
          {
            ...section('main', [
              cardLine('strong', valueText(main, first.figure.value, locale), {
                facts: facts(plusMinus(main, first.figure, locale), `n ${formatCount(first.figure.n ?? 0, locale)}`),
              }),
            ]),
            title: main.title,
          },
        ]
      : []
  return [
    ...own,
    section('keep', pointLines(keep, cardText('noKeep', locale))),
    section('fix', [...pointLines(fix, cardText('noFix', locale)), ...(tested > 0 ? [how] : [])]),
    section('quotes', quotes.length > 0 ? quotes : [cardLine('muted', cardText('noQuotes', locale))]),
  ]
}

const commentsBy = (sort: (typeof quotesWanted)[number] | 'newest') =>
  component.parse({ type: 'Comments', sort, limit: 20 })

const pointLines = (point: CardPoint | null, otherwise: string): CardLine[] =>
  point === null
    ? [cardLine('muted', otherwise)]
    : [cardLine('strong', facts(point.title, point.value).join(' ')), cardLine('plain', point.text)]

/** An answer of this type; null: it could not be had. */
const of = <T extends Answer['type']>(answer: Answer | undefined, type: T): AnswerOf<T> | null =>
  isOf(answer, type) ? answer : null
const isOf = <T extends Answer['type']>(answer: Answer | undefined, type: T): answer is AnswerOf<T> =>
  answer?.type === type
