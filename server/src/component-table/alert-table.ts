import type { AlertSummary } from '@kaiku/contract/alert.ts'
import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { pathText, type ShownColumn, type Words, written } from './figure-cells.ts'

type Loop = ReplyOf<(typeof alertLoopCalls)['loop']>
type Row = Omit<Loop, 'rootCauses' | 'actions' | 'places'> & { readonly title: string }

/** How alerts are dealt with: the whole, then each place right below. */
export function loopTable({ places, ...whole }: Loop, words: Words): SheetTable {
  const { say } = words
  const share = (of: 'inTime' | 'reopened'): ShownColumn<Row>[] => [
    { title: say(`text.${of}`), decimals: 1, cell: (row) => row[of].percent },
    { title: say('table.n', say(`text.${of}`)), cell: (row) => row[of].n },
  ]
  const hours = (of: 'firstAction' | 'close'): ShownColumn<Row>[] => [
    { title: say(`text.${of}`), decimals: 1, cell: (row) => row[of].median },
    { title: say('table.n', say(`text.${of}`)), cell: (row) => row[of].n },
  ]
  return written<Row>(
    [
      { title: say('place'), cell: ({ title }) => title },
      { title: say('text.alerts'), cell: ({ alerts }) => alerts },
      { title: say('text.solved'), cell: ({ solved }) => solved },
      ...share('inTime'),
      ...hours('firstAction'),
      ...hours('close'),
      ...share('reopened'),
    ],
    [{ ...whole, title: say('table.all') }, ...places],
  )
}

/** `timeZone`: that of the survey, in which moments are days. */
export function alertTable(alerts: readonly AlertSummary[], timeZone: string, { say }: Words): SheetTable {
  const dayOf = (moment: string | null): SheetCell =>
    moment === null ? null : { day: dayIn(timeZone, Date.parse(moment)) }
  return written<AlertSummary>(
    [
      { title: say('text.alert'), cell: ({ title }) => title },
      { title: say('place'), cell: ({ place }) => pathText(place.names, '') },
      { title: say('text.state'), cell: ({ state }) => say(`text.${state}`) },
      { title: say('text.owner'), cell: ({ owner }) => owner?.name ?? null },
      { title: say('text.due'), cell: ({ dueAt }) => dayOf(dueAt) },
    ],
    alerts,
  )
}
