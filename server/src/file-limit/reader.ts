import { refusal } from '@kaiku/core/text.ts'
import { fileLimits } from './file-limit.ts'
import { tooLarge, Unreadable } from './unreadable.ts'

/** A variable of an SPSS file as its dictionary describes it. */
export type ReadVariable = {
  readonly name: string
  readonly label: string | null
  readonly type: 'number' | 'text' | 'date'
  /** Bytes of a text, characters shown of a number. */
  readonly width: number
  readonly decimals: number
  readonly measure: 'nominal' | 'ordinal' | 'scale' | null
  /** Numbers as numbers, texts without trailing spaces. */
  readonly valueLabels: ReadonlyMap<number | string, string>
  /** Codes declared missing one by one. */
  readonly missing: readonly (number | string)[]
  /** A declared range of missing codes, inclusive; null when none is declared. */
  readonly missingRange: { readonly from: number; readonly to: number } | null
  /** True for the variable the file is weighted by. */
  readonly weight: boolean
}

/** One record. `line` is the physical line it begins on (CSV), the sheet's row (XLSX) or the case (SAV), from 1. */
export type TableRow = {
  readonly line: number
  /** Always text: numbers in their shortest form, dates in ISO form, nothing as the empty text. */
  readonly cells: readonly string[]
  /** Why the record cannot be read at all. */
  readonly fault?: string
}

export type TableOptions = {
  readonly encoding?: string | undefined
  readonly separator?: string | undefined
  /** Name of a worksheet; the largest one when not given. */
  readonly sheet?: string | undefined
}

/** What a reader of one kind of file provides. */
export type Reader = {
  readonly kind: 'csv' | 'xlsx' | 'sav'
  /** How its letters are written; null where the file itself says. */
  readonly encoding: string | null
  /** As in the file, not trimmed; made so that each names one column: see `namedHeaders`. */
  readonly headers: readonly string[]
  /** The dictionary of an SPSS file; null for others. */
  readonly variables: readonly ReadVariable[] | null
  /** Null where only reading tells. */
  readonly rowCount: number | null
  /** From the first row, some hundreds at a time; may be called again. Throws `Unreadable` where the file is damaged. */
  batches(): AsyncGenerator<readonly TableRow[]>
  close(): Promise<void>
}

/**
 * The names of a file's columns, so that each names one column: one without a name is `column_N`, counted from 1, and
 * of several with the same name none keeps it; they are `Score (1)`, `Score (2)`, and a mapping has to say which it
 * means. Throws `Unreadable` for too many columns and for names that cannot be kept.
 */
export function namedHeaders(cells: readonly string[]): string[] {
  const { columns, header } = fileLimits
  const most = columns.toLocaleString('en')
  if (cells.length > columns)
    throw tooLarge(`it has ${cells.length.toLocaleString('en')} columns, and may have ${most}`)
  const names = cells.map((cell, index) => {
    const why = cell.length > header ? `is longer than ${header.toLocaleString('en')} characters` : refusal(cell)
    if (why !== null) throw new Unreadable(`the name of column ${index + 1} ${why}`)
    return cell.trim() === '' ? `column_${index + 1}` : cell
  })
  const count = new Map<string, number>()
  for (const name of names) count.set(name.trim(), (count.get(name.trim()) ?? 0) + 1)
  const met = new Map<string, number>()
  return names.map((name) => {
    const own = name.trim()
    if (count.get(own) === 1) return name
    let free = ''
    do {
      met.set(own, (met.get(own) ?? 0) + 1)
      free = `${own} (${met.get(own)})`
    } while (count.has(free))
    return free
  })
}

/** Whether a row has nothing in any column, as spreadsheets leave them behind: nobody answered it. */
export const isBlankRow = ({ cells, fault }: TableRow): boolean =>
  fault === undefined && cells.every((cell) => cell.trim() === '')

/** Why a row does not fit under the header, or null where it does: empty values may stand behind the last. */
export function misfit(cells: readonly string[], width: number): string | null {
  if (cells.length === width) return null
  if (cells.length > width && cells.slice(width).every((cell) => cell.trim() === '')) return null
  return `${cells.length} values where the header has ${width}`
}
