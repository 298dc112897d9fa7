import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { topicOrders, topicsInOrder } from '@kaiku/contract/topic-order.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { figureColumns, pathText, type ShownColumn, stateNote, type Words, written } from './figure-cells.ts'

type Topic = AnswerOf<'Topics'>['topics'][number]

/** What comments speak of, in the order that is shown. */
export function topicTable(
  answer: AnswerOf<'Topics'>,
  indicators: readonly ShownIndicator[],
  { sort }: ShownTable,
  words: Words,
): SheetTable {
  const { say } = words
  const indicator = indicators.find(({ id }) => id === answer.indicator)
  const order = topicOrders.find((one) => one === sort) ?? 'frequency'
  const percent = (title: string, cell: (topic: Topic) => SheetCell): ShownColumn<Topic> => ({
    title,
    decimals: 1,
    cell,
  })
  const share = say('text.topicShare')
  // An impact is a part of a difference, and so told more closely.
  const impact = (part: 'value' | 'low' | 'high', title: string): ShownColumn<Topic> => ({
    title,
    decimals: (indicator?.decimals ?? 0) + 1,
    cell: (topic) => topic.impact?.[part] ?? null,
  })
  const named = say('text.impact')
  return written<Topic>(
    [
      { title: say('text.topic'), cell: ({ title }) => title },
      { title: 'n', cell: ({ n }) => n },
      percent(share, (topic) => topic.share.value),
      percent(say('table.low', share), (topic) => topic.share.low),
      percent(say('table.high', share), (topic) => topic.share.high),
      percent(say('text.change'), ({ change }) => change?.value ?? null),
      { title: say('text.praise'), cell: ({ praise }) => praise },
      { title: say('text.complaint'), cell: ({ complaint }) => complaint },
      ...(indicator
        ? [
            ...figureColumns<Topic>(
              { ...indicator, title: say('text.with', indicator.title) },
              words,
              (topic) => topic.with,
            ),
            ...figureColumns<Topic>(
              { ...indicator, title: say('text.without', indicator.title) },
              words,
              (topic) => topic.without,
            ),
            impact('value', named),
            impact('low', say('table.low', named)),
            impact('high', say('table.high', named)),
          ]
        : []),
      { title: say('table.note'), cell: ({ few }) => stateNote([], few, words) },
    ],
    topicsInOrder(answer, order, indicator),
  )
}

type Comment = AnswerOf<'Comments'>['comments'][number]

/** What people wrote, with where, when and how they scored. */
export function commentTable(
  comments: readonly Comment[],
  indicators: readonly ShownIndicator[],
  words: Words,
): SheetTable {
  const { say } = words
  const scored = [...new Set(comments.flatMap(({ scores }) => scores.map(({ indicator }) => indicator)))]
  const isHeard = comments.some(({ sentiment }) => sentiment !== null)
  const heard: ShownColumn<Comment>[] = [
    { title: say('text.sentiment'), cell: ({ sentiment }) => (sentiment === null ? null : say(`text.${sentiment}`)) },
    { title: say('text.topics'), cell: ({ topics }) => topics.map(({ title }) => title).join(', ') },
  ]
  return written<Comment>(
    [
      { title: say('day'), cell: ({ day }) => (day === null ? null : { day }) },
      { title: say('place'), cell: ({ place }) => pathText(place, '') },
      { title: say('text.comment'), cell: ({ text }) => text },
      ...scored.map(
        (id): ShownColumn<Comment> => ({
          title: indicators.find((one) => one.id === id)?.title ?? id,
          cell: ({ scores }) => scores.find(({ indicator }) => indicator === id)?.value ?? null,
        }),
      ),
      ...(isHeard ? heard : []),
    ],
    comments,
  )
}
