import { formatCount, formatDay, formatValue } from '@kaiku/core/format.ts'
import type { Words } from '../component-table/figure-cells.ts'
import type { DocumentBlock, DocumentCell } from '../document/document-content.ts'
import type { SheetCell, SheetColumn } from '../table-file/sheet-cell.ts'

type Table = { readonly columns: readonly SheetColumn[]; readonly rows: readonly (readonly SheetCell[])[] }

/** Characters beyond which a column of texts needs all the room there is. */
const long = 24
/** With more columns than this each has the room that it needs, and no more. */
const mostWithRoom = 7

/** A table as it is taken along, in the numbers and days of a language. Columns in which nothing stands are left out. */
export function tableBlock({ columns, rows }: Table, { locale, say }: Words): DocumentBlock {
  const kept = columns.flatMap((column, at) => {
    const isInterval = ends(columns, at - 1, say) || ends(columns, at - 2, say)
    const isEmpty = rows.every((row) => (row[at] ?? null) === null || row[at] === '')
    return isEmpty || isInterval ? [] : [{ ...column, at, hasInterval: ends(columns, at, say) }]
  })
  const hasRoom = kept.length <= mostWithRoom
  const hasLong = kept.some(({ at }) => isLong(rows, at))
  return {
    kind: 'table',
    columns: kept.map(({ title, at, hasInterval }, place) => ({
      title: hasInterval ? `${title} (95 %)` : shortTitle(title, columns[at - 3]?.title, say),
      isNumber: rows.every((row) => typeof plainOf(row[at] ?? null) !== 'string') || undefined,
      wide: (hasRoom && (hasLong ? isLong(rows, at) : place === 0)) || undefined,
    })),
    rows: rows.map((row) => {
      const isFew = saysFew(row, say)
      return kept.map(({ decimals, at, hasInterval }): DocumentCell => {
        const whole = toldCell(row[at] ?? null, decimals, locale)
        const cell =
          isFew && decimals !== undefined && whole.text !== ''
            ? ({ text: whole.text, look: whole.look ?? 'few' } as const)
            : whole
        const [low, high] = [row[at + 1] ?? null, row[at + 2] ?? null]
        if (!hasInterval || low === null || high === null) return cell
        const reach = [low, high].map((end) => toldCell(end, decimals, locale).text).join('–')
        return { text: `${cell.text} (${reach})`, look: cell.look }
      })
    }),
  }
}

/** Whether the interval of a column stands in the two behind it. */
function ends(columns: readonly SheetColumn[], at: number, say: Words['say']): boolean {
  const title = columns[at]?.title
  if (title === undefined) return false
  return columns[at + 1]?.title === say('table.low', title) && columns[at + 2]?.title === say('table.high', title)
}

/** The answers behind a figure stand beside it. */
const shortTitle = (title: string, figure: string | undefined, say: Words['say']) =>
  figure !== undefined && title === say('table.n', figure) ? 'n' : title

/** Whether a row notes few answers, and no figure of it says which ones: then all of them are. */
const saysFew = (row: readonly SheetCell[], say: Words['say']) =>
  row.includes(say('table.few')) &&
  !row.some(
    (cell) =>
      typeof cell === 'object' &&
      cell !== null &&
      'look' in cell &&
      typeof cell.told === 'number' &&
      cell.look === 'few',
  )

const isLong = (rows: Table['rows'], at: number) =>
  rows.some((row) => {
    const value = plainOf(row[at] ?? null)
    return typeof value === 'string' && value.length > long
  })

function plainOf(cell: SheetCell): string | number | null {
  if (cell === null || typeof cell !== 'object') return cell
  if ('told' in cell) return cell.told
  if ('text' in cell) return cell.text
  return 'day' in cell ? cell.day : cell.moment
}

function toldCell(cell: SheetCell, decimals: number | undefined, locale: string): DocumentCell {
  if (cell === null) return { text: '' }
  if (typeof cell === 'string') return { text: cell }
  if (typeof cell === 'number') return { text: numberText(cell, decimals, locale) }
  if ('day' in cell) return { text: formatDay(cell.day, locale) }
  if ('moment' in cell) return { text: new Date(cell.moment).toISOString().slice(0, 16).replace('T', ' ') }
  if ('address' in cell) return { text: cell.text }
  const { told, look, mark } = cell
  const text = typeof told === 'number' ? numberText(told, decimals, locale) : (told ?? '')
  const shownAs = look === 'few' && typeof told === 'string' ? 'words' : look
  return { text: mark === undefined ? text : `${mark} ${text}`, look: shownAs }
}

const numberText = (value: number, decimals: number | undefined, locale: string) =>
  decimals === undefined && Number.isInteger(value)
    ? formatCount(value, locale)
    : formatValue('mean', value, decimals ?? 2, locale)
