/** A variable of an SPSS file as its dictionary describes it. */
export type SavVariable = {
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
  /** As in the file, not trimmed; a column without a name is `column_N`, counted from 1. */
  readonly headers: readonly string[]
  /** The dictionary of an SPSS file; null for others. */
  readonly variables: readonly SavVariable[] | null
  /** Null where only reading tells. */
  readonly rowCount: number | null
  /** From the first row, some hundreds at a time; may be called again. */
  batches(): AsyncGenerator<readonly TableRow[]>
  close(): Promise<void>
}

/** Columns without a name get one, so that each can be mapped. */
export const namedHeaders = (cells: readonly string[]) =>
  cells.map((cell, index) => (cell.trim() === '' ? `column_${index + 1}` : cell))
