/**
 * `day`: `2026-01-31`; `moment`: milliseconds since 1970, told in UTC; `address`: where the text leads; `told`: a figure, or
 * words in its place, that are to be seen at once: on few answers, better or worse than others. `mark` stands before the
 * number.
 */
export type SheetCell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly moment: number }
  | { readonly text: string; readonly address: string }
  | {
      readonly told: string | number | null
      readonly look: 'few' | 'good' | 'bad'
      readonly mark?: '▴' | '▾' | undefined
    }

/** A cell where a format knows texts and numbers alone: words in place of a number are left out. */
export function plain(cell: SheetCell): string | number | null {
  if (cell === null || typeof cell !== 'object') return cell
  if ('day' in cell) return cell.day
  if ('moment' in cell) return new Date(cell.moment).toISOString()
  if ('address' in cell) return cell.address
  return typeof cell.told === 'number' ? cell.told : null
}

/** `decimals`: as many of its numbers are shown; a sheet keeps the others behind them. */
export type SheetColumn = { readonly title: string; readonly decimals?: number }
export type SheetRows = AsyncIterable<readonly (readonly SheetCell[])[]> | Iterable<readonly (readonly SheetCell[])[]>
