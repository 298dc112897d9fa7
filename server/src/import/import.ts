import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { failImport, findImport, startImport } from '../import-log/import-log.ts'
import { compareChunk } from '../interview/interview-chunk.ts'
import { digest } from '../interview-row/interview-row.ts'
import { chooseMapping } from '../interview-row/mapping.ts'
import { checkWhole, openTable } from '../table-reader/table.ts'
import { type Placer, placer } from '../view/place.ts'
import { type Outcomes, type RowOutcome, runChunks, storing, type Watch } from './import-run.ts'
import { typedOutcomes, understand } from './understand.ts'

export type ImportOptions = Watch & {
  /** Reads and compares everything, writes nothing. */
  readonly preview?: boolean | undefined
  /** Name of the mapping where several fit. */
  readonly mapping?: string | undefined
  /** Of a preview: rows after which it ends, at the end of a batch. */
  readonly mostRows?: number | undefined
}

/**
 * Imports a file of answers in committed chunks. Called again after it was interrupted it goes on where it stopped; the
 * same file again changes nothing. Throws a Fault when no mapping, or more than one, fits the file, and before anything
 * is written where the file is damaged.
 */
export async function importFile(
  stores: Stores,
  dictionary: Dictionary,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { imports } = dictionary.definition
  const name = basename(file)
  const probe = await openTable(file, imports.length === 1 ? readOptions(imports[0]) : {})
  const mapping = chooseMapping(imports, probe, name, options.mapping)
  // Which mapping fits is known only after a first look, and a mapping may ask for another look.
  const table = imports.length === 1 ? probe : await openTable(file, readOptions(mapping))
  const places = placer(dictionary)
  const understood = understand(dictionary, mapping, table, places)
  const details = () => ({
    encoding: table.encoding,
    columns: understood.columns(),
    sample: understood.sample(),
    counts: understood.counts(),
    blankRows: understood.blankRows(),
    farDays: understood.farDays(),
  })
  try {
    if (options.preview) {
      const report = await preview(stores, dictionary, first(understood.outcomes, options.mostRows), options)
      return { ...report, ...details(), file: name, mapping: mapping.name }
    }
    await checkWhole(table)
    const fileHash = `${await hashOf(file)}-${digest(JSON.stringify(mapping))}`
    const label = { file: name, fileHash, mapping: mapping.name }
    return { ...(await run(stores, dictionary, label, understood.outcomes, places, options)), ...details() }
  } finally {
    await table.close()
    await probe.close()
  }
}

/** Stores interviews that were made rather than read: rows with a known key become corrections, equal ones stay. */
export async function storeInterviews(
  stores: Stores,
  dictionary: Dictionary,
  rows: AsyncIterable<{ readonly key: string; readonly answers: Answers }>,
  options: Watch & { readonly import: string },
): Promise<ImportReport> {
  const places = placer(dictionary)
  const label = { file: options.import, fileHash: '', mapping: '' }
  return run(stores, dictionary, label, typedOutcomes(dictionary, rows, places), places, options)
}

type Label = { readonly file: string; readonly fileHash: string; readonly mapping: string }

async function run(
  stores: Stores,
  dictionary: Dictionary,
  label: Label,
  outcomes: Outcomes,
  places: Placer,
  watch: Watch,
) {
  const { pool } = stores
  await stores.disk.refuseWhenFull()
  const started = await startImport(pool, dictionary, label)
  const store = storing(stores, dictionary, places, started)
  try {
    await runChunks(
      outcomes,
      started.doneRows,
      async (chunk) => {
        await stores.disk.refuseWhenFull()
        return store(chunk)
      },
      watch,
    )
  } catch (error) {
    if (error instanceof Fault && error.code === 'conflict') throw error
    const message = error instanceof Error ? error.message : String(error)
    // Where the database is gone the import stays "running" and is resumed all the same.
    await failImport(pool, dictionary, started.id, message).catch(() => {})
    throw error
  }
  return findImport(pool, dictionary, started.id)
}

async function* first(outcomes: Outcomes, most = Number.POSITIVE_INFINITY): AsyncGenerator<readonly RowOutcome[]> {
  let read = 0
  for await (const batch of outcomes) {
    yield batch
    read += batch.length
    if (read >= most) return
  }
}

async function preview({ pool }: Stores, dictionary: Dictionary, outcomes: Outcomes, watch: Watch) {
  const compare = ({ rows }: Parameters<typeof compareChunk>[2]) => compareChunk(pool, dictionary, { rows })
  const { rows, rejected, rejects, stored } = await runChunks(outcomes, 0, compare, watch)
  const { inserted, corrected, unchanged } = stored
  const at = new Date().toISOString()
  return {
    importId: null,
    state: 'preview' as const,
    rows,
    rejected,
    rejects,
    inserted,
    corrected,
    unchanged,
    message: null,
    encoding: null,
    at,
  }
}

const readOptions = (
  mapping: { encoding?: string | undefined; separator?: string | undefined; sheet?: string | undefined } | undefined,
) => ({
  encoding: mapping?.encoding,
  separator: mapping?.separator,
  sheet: mapping?.sheet,
})

async function hashOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 })) sum.update(part)
  return sum.digest('hex')
}
