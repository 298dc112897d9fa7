import type { Crosstab, CrosstabCell, CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import { formatCount, formatPlusMinus, formatValue } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'

export type CrosstabContents = Extract<Component, { type: 'Crosstab' }>['show']

/** How a table is read: what its cells hold, and in whose words. */
export type CrosstabReading = {
  readonly contents: CrosstabContents
  readonly indicator: ShownIndicator | undefined
  readonly t: TFunction
  readonly locale: string
}

export type CellWords = {
  readonly text: string
  readonly reach: string
  readonly letters: string
  readonly few: boolean
}

const decimals = 1

/** A cell's figure, how far chance may carry it, and the letters of the columns it lies clearly above. */
export function cellWords(cell: CrosstabCell, { contents, indicator, t, locale }: CrosstabReading): CellWords {
  const plain = { reach: '', letters: '', few: false }
  if (cell.hidden) return { ...plain, text: t('hiddenShort') }
  switch (contents) {
    case 'n':
      return { ...plain, text: formatCount(cell.n, locale) }
    case 'figure': {
      const { figure } = cell
      if (!indicator || !figure) return { ...plain, text: formatCount(null, locale) }
      if (figure.state === 'hidden') return { ...plain, text: t('hiddenShort') }
      const letters = lettersOf(cell.figureAbove)
      const few = figure.state === 'few'
      return {
        text: valueText(indicator, figure.value, locale),
        reach: plusMinus(indicator, figure, locale),
        letters,
        few,
      }
    }
    default: {
      const share = cell[contents]
      const limits = share && share.low !== null && share.high !== null ? { low: share.low, high: share.high } : null
      const text = formatValue('share', share?.value ?? null, decimals, locale)
      const reach = limits ? formatPlusMinus(limits, decimals, locale) : ''
      return { ...plain, text, reach, letters: contents === 'ofColumn' ? lettersOf(cell.above) : '' }
    }
  }
}

const lettersOf = (above: readonly number[]) => above.map(columnLetter).join(' ')

export const groupName = ({ isNone, name }: CrosstabGroup, t: TFunction): string =>
  isNone ? t('filter.noAnswer') : name

/** Whether what a cell shows stands on few answers: on its base, or on its own where it is a value. */
export const standsOnFew = (
  row: CrosstabGroup | null,
  column: CrosstabGroup | null,
  contents: CrosstabContents,
): boolean => (contents === 'ofRow' && row?.few === true) || (contents === 'ofColumn' && column?.few === true)

/** What is seen as plain rows, letters behind the figures. */
export function plainTable(answer: Crosstab, reading: CrosstabReading): DataTable {
  const { t, locale } = reading
  const said = (cell: CrosstabCell) => {
    const { text, letters } = cellWords(cell, reading)
    return [text, letters].filter(Boolean).join(' ')
  }
  const heads = answer.columns.groups.map((group, at) => `${columnLetter(at)} ${groupName(group, t)}`)
  const n = (cell: CrosstabCell) => (cell.hidden ? t('hiddenShort') : formatCount(cell.n, locale))
  return {
    head: [answer.rows.title, ...heads, t('crosstab.all'), t('n')],
    rows: [
      ...answer.rows.groups.map((group, at) => [
        groupName(group, t),
        ...(answer.cells[at] ?? []).map(said),
        said(group.total),
        n(group.total),
      ]),
      [
        t('crosstab.all'),
        ...answer.columns.groups.map(({ total }) => said(total)),
        said(answer.total),
        n(answer.total),
      ],
      [t('n'), ...answer.columns.groups.map(({ total }) => n(total)), n(answer.total), n(answer.total)],
    ],
  }
}
