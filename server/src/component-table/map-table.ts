import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { HeatMap, HeatMapCell, HeatMapGroup } from '@kaiku/contract/heat-map.ts'
import { orderOf } from '@kaiku/contract/heat-map-order.ts'
import { readSort } from '@kaiku/contract/ranking-order.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import {
  answered,
  figureColumns,
  groupName,
  pathText,
  type ShownColumn,
  stateNote,
  titleOf,
  type Words,
  written,
} from './figure-cells.ts'

/** A group with its cells; without a group: the whole. */
type Line = { readonly group: HeatMapGroup | null; readonly n: number | null; readonly cells: readonly HeatMapCell[] }

/** A heat map in the order that is shown, each measure with its interval, and the whole last. */
export function mapTable(answer: HeatMap, shown: ShownTable, words: Words, calendar: Calendar): SheetTable {
  const sort = readSort(shown.sort)
  const measure = answer.measures.findIndex(({ id }) => id === sort?.id)
  const order = orderOf(answer, sort && measure >= 0 ? { measure, desc: sort.desc } : null)
  const lines = order.flatMap((at): Line[] => {
    const group = answer.groups[at]
    return group ? [{ group, n: group.n, cells: answer.cells[at] ?? [] }] : []
  })
  const whole: Line = { group: null, n: answer.n, cells: answer.total.map((figure) => ({ figure, difference: null })) }
  return written(
    [
      ...groupColumns(answer, words, calendar),
      { title: 'n', cell: ({ n }: Line) => n },
      ...answer.measures.flatMap((one, at) => [
        ...figureColumns(one, words, ({ cells }: Line) => cells[at]?.figure),
        ...differenceColumns(titleOf(one), one.decimals, at, words),
      ]),
      {
        title: words.say('table.note'),
        cell: ({ group, cells }: Line) =>
          stateNote(
            cells.map(({ figure }) => figure.state),
            group?.few ?? false,
            words,
          ),
      },
    ],
    [...lines, whole],
  )
}

const differenceColumns = (title: string, decimals: number, at: number, words: Words): ShownColumn<Line>[] => [
  { title: words.say('table.difference', title), decimals, cell: ({ cells }) => cells[at]?.difference?.value ?? null },
  {
    title: words.say('table.significant', title),
    cell: ({ cells }) => answered(cells[at]?.difference?.significant, words),
  },
]

function groupColumns({ by, groupTitle, groups }: HeatMap, words: Words, calendar: Calendar): ShownColumn<Line>[] {
  const { say, locale } = words
  const all = say('table.all')
  const dayAt = (end: 'from' | 'to') => ({
    title: say(`table.${end}`),
    cell: ({ group }: Line) => (group?.period ? { day: group.period[end] } : null),
  })
  if (by !== null)
    return [
      {
        title: say('table.period'),
        cell: ({ group }) => (group?.period ? formatUnit(by, group.period.from, locale, calendar) : all),
      },
      dayAt('from'),
      dayAt('to'),
    ]
  return [
    { title: groupTitle, cell: ({ group }) => (group ? groupName(group, words) : all) },
    ...(groups.some(({ path }) => path !== null)
      ? [
          {
            title: say('table.path'),
            cell: ({ group }: Line) => (group ? pathText(group.above, group.name) : null),
          },
        ]
      : []),
  ]
}
