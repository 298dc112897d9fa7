import type { Figure } from '@kaiku/contract/figure.ts'
import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import { movingAverage } from '@kaiku/contract/moving-average.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { eventsAbout, type TrendEvent } from '@kaiku/core/event-label.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { figureColumns, type ShownColumn, stateNote, titleOf, type Words, written } from './figure-cells.ts'

type Trend = AnswerOf<'Trend'>
/** A period with its place in the answer. */
type Row = { readonly point: Trend['points'][number]; readonly at: number }
type Line = {
  readonly title: string
  readonly figures: readonly (Figure | undefined)[]
  readonly before: readonly (Figure | undefined)[]
}

/** A trend period by period: of the indicators that are shown, or of one of them at the places right below. */
export function trendTable(
  answer: Trend,
  indicators: readonly ShownIndicator[],
  { columns, lines, average }: ShownTable,
  words: Words,
  calendar: Calendar,
): SheetTable {
  const { say, locale } = words
  const { points, by } = answer
  const inAnswer = answer.indicators.flatMap((id) => indicators.find((one) => one.id === id) ?? [])
  const wanted = inAnswer.filter(({ id }) => columns === undefined || columns.includes(id))
  const events = eventsAbout(
    answer.events,
    wanted.map(({ id }) => id),
  )
  const shown = wanted.flatMap((indicator) => {
    const at = answer.indicators.indexOf(indicator.id)
    return linesOf(answer, at, lines === 'places', titleOf(indicator)).map((line) => ({ line, indicator }))
  })
  return written<Row>(
    [
      { title: say('table.period'), cell: ({ point }) => formatUnit(by, point.from, locale, calendar) },
      { title: say('table.from'), cell: ({ point }) => ({ day: point.from }) },
      { title: say('table.to'), cell: ({ point }) => ({ day: point.to }) },
      ...shown.flatMap(({ line, indicator }) => lineColumns(line, indicator.decimals, average, words)),
      ...(events.length > 0 ? [eventColumn(events, words)] : []),
      {
        title: say('table.note'),
        cell: ({ at }) =>
          stateNote(
            shown.flatMap(({ line }) => line.figures[at]?.state ?? []),
            false,
            words,
          ),
      },
    ],
    points.map((point, at) => ({ point, at })),
  )
}

function linesOf({ points, lines }: Trend, at: number, ofPlaces: boolean, title: string): Line[] {
  if (ofPlaces)
    return (lines?.lines ?? []).map(({ name, figures }) => ({
      title: `${name}: ${title}`,
      before: [],
      figures: figures.map((point) => point[at]),
    }))
  return [{ title, figures: points.map(({ figures }) => figures[at]), before: points.map(({ before }) => before[at]) }]
}

function lineColumns(
  { title, figures, before }: Line,
  decimals: number,
  average: boolean,
  words: Words,
): ShownColumn<Row>[] {
  const means = average ? movingAverage(figures) : []
  return [
    ...figureColumns<Row>({ title, unit: '', decimals }, words, ({ at }) => figures[at]),
    ...(before.some((one) => one !== undefined)
      ? [{ title: words.say('table.before', title), decimals, cell: ({ at }: Row) => before[at]?.value ?? null }]
      : []),
    ...(average
      ? [{ title: words.say('text.average', title), decimals, cell: ({ at }: Row) => means[at] ?? null }]
      : []),
  ]
}

const eventColumn = (events: readonly TrendEvent[], { say }: Words): ShownColumn<Row> => ({
  title: say('text.events'),
  cell: ({ point }) =>
    events
      .filter(({ day }) => day >= point.from && day <= point.to)
      .map(({ title }) => title)
      .join(', '),
})
