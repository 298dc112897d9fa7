import { cellOf, rankText } from '@kaiku/contract/ranking-order.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'
import type { RankingView } from './ranking.tsx'
import { nameText } from './ranking-order.ts'

/** Width of each column; the name takes what is left. */
export const widths: Readonly<Record<string, number>> = { n: 62, change: 84, spark: 104, '~target': 92 }
// Beside the dots: the number and the space around both.
export const numberWidth = 82
export const heatWidth = 86

type Shown = Pick<RankingView, 'lead' | 'indicators' | 'shown' | 'rowTitle'>
type Column = { readonly id: string; readonly title: string; readonly isWeighted?: boolean }

/** The columns of a ranking, in their order. */
export function columnsOf({ lead, indicators, shown, rowTitle }: Shown, t: TFunction): readonly Column[] {
  const where = (isShown: boolean, ...columns: Column[]) => (isShown ? columns : [])
  return [
    ...where(shown.has('rank'), { id: 'rank', title: t('column.rank') }),
    { id: 'name', title: rowTitle },
    ...where(shown.has('n'), { id: 'n', title: t('n') }),
    ...indicators.flatMap(({ id, title, weighted }) => [
      { id, title, isWeighted: weighted },
      ...where(id === lead.id && shown.has('~target') && lead.target !== null, {
        id: '~target',
        title: t('column.target'),
      }),
      ...where(id === lead.id && shown.has('change'), { id: 'change', title: t('column.change') }),
    ]),
    ...where(shown.has('spark'), { id: 'spark', title: t('column.spark') }),
  ]
}

/** How a column is drawn: most are indicators in heat colours. */
export const columnKind = (id: string, lead: string) =>
  id === lead
    ? 'lead'
    : id === 'name' || id === 'rank' || id === 'n' || id === 'change' || id === 'spark' || id === '~target'
      ? id
      : 'heat'

/** The rows as a plain table, for reading and export. */
export function asTable({ rows, indicators, lead, rowTitle }: RankingView, t: TFunction, locale: string): DataTable {
  return {
    head: [t('column.rank'), rowTitle, t('n'), ...indicators.map((one) => one.title), t('column.change')],
    rows: rows.map((row) => {
      const cell = cellOf(row, lead.id)
      return [
        rankText(cell),
        nameText(row, t),
        row.n ?? t('hiddenShort'),
        ...indicators.map((one) => valueText(one, cellOf(row, one.id)?.figure.value ?? null, locale)),
        cell?.change?.significant ? cell.change.value : null,
      ]
    }),
  }
}
