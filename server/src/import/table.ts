import { basename } from 'node:path'
import { Fault } from '@kaiku/core/fault.ts'
import { head } from './bytes.ts'
import { openCsv } from './csv.ts'
import type { Reader, TableOptions, TableRow } from './reader.ts'
import { openSav } from './sav.ts'
import { openXlsx } from './xlsx.ts'

/** A file of answers, read row by row: no file is ever held in memory. */
export type Table = Reader & {
  /** Without the gzip ending. */
  readonly name: string
  /** The rows of the batches, one by one. */
  rows(): AsyncGenerator<TableRow>
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

function fromBatches(name: string, reader: Reader): Table {
  return {
    ...reader,
    name,
    async *rows() {
      for await (const batch of reader.batches()) yield* batch
    },
  }
}
