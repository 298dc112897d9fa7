import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { importFile } from '../import/import.ts'
import type { Watch } from '../import/import-run.ts'
import { undoImport } from '../import/import-undo.ts'
import { listImports } from '../import-log/import-log.ts'

/** Reads a file and stores nothing. Throws Fault `invalid` where no mapping fits, or more than so many percent would be rejected. */
export async function previewFetched(
  stores: Stores,
  dictionary: Dictionary,
  file: string,
  watch: Watch = {},
): Promise<ImportReport> {
  return importFile(stores, dictionary, file, Object.assign({ preview: true }, watch))
}

/** Throws Fault `invalid` where more than so many percent of the rows are rejected. */
export function refuseManyRejects({ rows, rejected, rejects }: ImportReport, mostRejected: number): void {
  if (rows === 0 || (rejected * 100) / rows <= mostRejected) return
  const [first] = rejects
  const why = first ? [`line ${first.line}`, first.column, first.reason].filter((part) => part !== '').join(', ') : ''
  throw refuse('invalid', 'fetch.rejects', { rejected, rows, most: mostRejected, why })
}

/**
 * Imports a file whole or not at all: it is read through first, and what a refusal on the way leaves of it is taken back.
 * Interrupted, it goes on where it stopped. Throws Faults.
 */
export async function importFetched(
  stores: Stores,
  dictionary: Dictionary,
  file: string,
  mostRejected: number,
  { onReject, onProgress }: Watch,
): Promise<ImportReport> {
  refuseManyRejects(await previewFetched(stores, dictionary, file, { onProgress }), mostRejected)
  try {
    return await importFile(stores, dictionary, file, { onReject, onProgress })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // Another process works on the same file: whoever comes later finds it imported.
    if (error.code === 'conflict') throw new Error(error.message)
    const half = (await listImports(stores.pool, dictionary)).find(
      (one) => one.state === 'failed' && one.file === basename(file),
    )
    if (half?.importId) await undoImport(stores, dictionary, half.importId)
    throw error
  }
}

export async function hashOfFile(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const part of createReadStream(file, { highWaterMark: 2 ** 20 })) sum.update(part)
  return sum.digest('hex')
}
