import { basename } from 'node:path'
import { Fault } from '@kaiku/core/fault.ts'
import { head } from '../file-limit/bytes.ts'
import type { Reader, TableOptions, TableRow } from '../file-limit/reader.ts'
import { Unreadable } from '../file-limit/unreadable.ts'
import { openXlsx } from '../spreadsheet/xlsx.ts'
import { openSav } from '../spss/sav.ts'
import { openCsv } from './csv.ts'
import { type ExportHead, exportHead } from './export-head.ts'

/** A file of answers, read row by row: no file is ever held in memory. */
export type ReadTable = Reader & {
  /** Without the gzip ending. */
  readonly name: string
  /** The program that exported it; null: none that is known by the head of its files. */
  readonly source: ExportHead['source'] | null
  readonly titles: ExportHead['titles']
  readonly groups: ExportHead['groups']
  /** The rows of the batches, one by one. */
  rows(): AsyncGenerator<TableRow>
}

/**
 * Opens a CSV, TSV, XLSX or SPSS file, gzipped or not, by what it holds rather than by its name. Throws a Fault on a file
 * it cannot read, and so do its rows where only reading them tells.
 */
export async function openTable(file: string, options: TableOptions = {}): Promise<ReadTable> {
  const name = basename(file).replace(/\.gz$/i, '')
  const fault = (error: unknown) =>
    new Fault(
      error instanceof Unreadable ? error.code : 'invalid',
      `${name}: ${error instanceof Error ? error.message : String(error)}`,
    )
  async function* named(batches: AsyncGenerator<readonly TableRow[]>) {
    try {
      yield* batches
    } catch (error) {
      throw error instanceof Unreadable ? fault(error) : error
    }
  }
  try {
    const reader = await readerOf(file, options)
    const head = await exportHead(reader)
    const batches = () => named(below(reader, head?.skip ?? 0))
    return {
      ...reader,
      name,
      headers: head?.headers ?? reader.headers,
      source: head?.source ?? null,
      titles: head?.titles ?? null,
      groups: head?.groups ?? null,
      batches,
      async *rows() {
        for await (const batch of batches()) yield* batch
      },
    }
  } catch (error) {
    throw error instanceof Fault ? error : fault(error)
  }
}

/** The batches without the first rows, which belong to the head. */
async function* below(reader: Reader, skip: number): AsyncGenerator<readonly TableRow[]> {
  let left = skip
  for await (const batch of reader.batches()) {
    const rows = left > 0 ? batch.slice(left) : batch
    left = Math.max(0, left - batch.length)
    if (rows.length > 0) yield rows
  }
}

async function readerOf(file: string, options: TableOptions): Promise<Reader> {
  const magic = (await head(file, 4)).toString('latin1')
  if (magic === '$FL2' || magic === '$FL3') return openSav(file)
  return magic === 'PK\u0003\u0004' ? openXlsx(file, options) : openCsv(file, options)
}

/** Reads all of a file, so that what is damaged is found before the first of its rows is stored. Throws a Fault. */
export async function checkWhole(table: ReadTable): Promise<void> {
  for await (const _ of table.batches());
}
