import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { SurfaceGrid } from '../big-screen-surface/surface-grid.tsx'
import { type CrosstabContents, cellWords, groupName, standsOnFew } from '../crosstab/crosstab-words.ts'

type Props = Pick<SurfaceContext, 'indicators'> & {
  answer: Crosstab
  asked: { readonly show: CrosstabContents }
  title: string | undefined
}

/** One variable against the other, with the letters of the columns that a share lies clearly above. */
export function SlideCrosstab({ answer, asked: { show }, title, indicators }: Props) {
  const { t, i18n } = useTranslation()
  const { rows, columns, cells } = answer
  const indicator = indicators.get(answer.indicator ?? '')
  const contents = show === 'figure' && !indicator ? 'ofColumn' : show
  const reading = { contents, indicator, t, locale: i18n.language }
  const n = (of: number | null) => (of === null ? t('hiddenShort') : `${t('n')} ${formatCount(of, i18n.language)}`)
  const heading = title ?? t('crosstab.of', { rows: rows.title, columns: columns.title })
  return (
    <SurfaceGrid
      title={[heading, ...(contents === 'figure' ? [indicator?.title] : [])].filter(Boolean).join(' · ')}
      lead={rows.title}
      heads={columns.groups.map((group, at) => ({
        id: group.id,
        name: `${columnLetter(at)} ${groupName(group, t)}`,
        n: n(group.total.n),
      }))}
      lines={rows.groups.map((row, line) => ({
        id: row.id,
        name: groupName(row, t),
        cells: columns.groups.map((column, at) => {
          const cell = cells[line]?.[at]
          if (!cell) return { text: '' }
          const { text, letters, few } = cellWords(cell, reading)
          return { text, mark: letters, isFew: few || cell.hidden || standsOnFew(row, column, contents) }
        }),
      }))}
      keeps="first"
    />
  )
}
