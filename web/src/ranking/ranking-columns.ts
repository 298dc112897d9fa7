import { createColumnHelper, createSortedRowModel, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import type { RankingView } from './ranking.tsx'
import { cellOf, orderValue, type Row } from './ranking-order.ts'

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const column = createColumnHelper<typeof features, Row>()
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Width of each column; the name takes what is left. */
export const widths: Readonly<Record<string, number>> = { n: 62, change: 84, spark: 104, '~target': 92 }
// Beside the dots: the number and the space around both.
export const numberWidth = 82
export const heatWidth = 86

type Shown = Pick<RankingView, 'lead' | 'indicators' | 'shown' | 'rowTitle'>
/** The columns of a ranking, in their order. */
export const columnsOf = ({ lead, indicators, shown, rowTitle }: Shown, t: TFunction) =>
  column.columns([
    ...(shown.has('rank')
      ? [
          column.accessor((row) => cellOf(row, lead.id)?.rank ?? undefined, {
            id: 'rank',
            header: t('column.rank'),
            sortUndefined: 'last',
          }),
        ]
      : []),
    column.accessor((row) => row.name, {
      id: 'name',
      header: rowTitle,
      sortFn: (a, b) => collator.compare(a.original.name, b.original.name),
    }),
    ...(shown.has('n')
      ? [column.accessor((row) => row.n ?? undefined, { id: 'n', header: t('n'), sortUndefined: 'last' })]
      : []),
    ...indicators.flatMap((one) => [
      column.accessor((row) => orderValue(row, one.id), { id: one.id, header: one.title, sortUndefined: 'last' }),
      ...(one.id === lead.id && shown.has('~target') && lead.target !== null
        ? [column.display({ id: '~target', header: t('column.target') })]
        : []),
      ...(one.id === lead.id && shown.has('change')
        ? [
            column.accessor((row) => (row.few ? undefined : (cellOf(row, one.id)?.change?.value ?? undefined)), {
              id: 'change',
              header: t('column.change'),
              sortUndefined: 'last',
            }),
          ]
        : []),
    ]),
    ...(shown.has('spark') ? [column.display({ id: 'spark', header: t('column.spark') })] : []),
  ])

/** How a column is drawn: most are indicators in heat colours. */
export const columnKind = (id: string, lead: string) =>
  id === lead
    ? 'lead'
    : id === 'name' || id === 'rank' || id === 'n' || id === 'change' || id === 'spark' || id === '~target'
      ? id
      : 'heat'
