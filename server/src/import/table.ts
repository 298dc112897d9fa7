import { basename } from 'node:path'
import { Fault } from '@kaiku/core/fault.ts'
import { head } from './bytes.ts'
import { openCsv } from './csv.ts'
import { openSav } from './sav.ts'
import { openXlsx } from './xlsx.ts'

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

/** A file of answers, read row by row: no file is ever held in memory. */
export type Table = {
  readonly kind: 'csv' | 'xlsx' | 'sav'
  /** Without the gzip ending. */
  readonly name: string
  /** As in the file, not trimmed; a column without a name is `column_N`, counted from 1. */
  readonly headers: readonly string[]
  /** The dictionary of an SPSS file; null for others. */
  readonly variables: readonly SavVariable[] | null
  /** Null where only reading tells. */
  readonly rowCount: number | null
  /** From the first row; may be called again. */
  rows(): AsyncGenerator<TableRow>
  /** The same rows some hundreds at a time. */
  batches(): AsyncGenerator<readonly TableRow[]>
  close(): Promise<void>
}

export type TableOptions = {
  readonly encoding?: string | undefined
  readonly separator?: string | undefined
  /** Name of a worksheet; the largest one when not given. */
  readonly sheet?: string | undefined
}

/** Opens a CSV, TSV, XLSX or SPSS file, gzipped or not, by what it holds rather than by its name. Throws a Fault on a file it cannot read. */
export async function openTable(file: string, options: TableOptions = {}): Promise<Table> {
  const name = basename(file).replace(/\.gz$/i, '')
  try {
    const magic = (await head(file, 4)).toString('latin1')
    if (magic === '$FL2' || magic === '$FL3') return fromBatches(name, await openSav(file))
    if (magic === 'PK\u0003\u0004') return fromBatches(name, await openXlsx(file, options))
    return fromBatches(name, await openCsv(file, options))
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('invalid', `${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What a reader of one kind of file provides. */
export type Reader = Omit<Table, 'name' | 'rows'>

function fromBatches(name: string, reader: Reader): Table {
  return {
    ...reader,
    name,
    async *rows() {
      for await (const batch of reader.batches()) yield* batch
    },
  }
}

/** Columns without a name get one, so that each can be mapped. */
export const namedHeaders = (cells: readonly string[]) =>
  cells.map((cell, index) => (cell.trim() === '' ? `column_${index + 1}` : cell))
