import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { keptRejects, type StartedImport, type StoredImport } from '../import-log/import-log.ts'
import { type InterviewChunk, storeChunk } from '../interview/interview-chunk.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import type { Placer } from '../view/place.ts'

export type Reject = ImportReport['rejects'][number]
/** A row of the file, understood or refused. */
export type RowOutcome = { readonly row: InterviewRow } | { readonly reject: Reject }
export type Outcomes = AsyncIterable<readonly RowOutcome[]>

export type ImportProgress = { readonly rows: number; readonly rejected: number; readonly seconds: number }
export type Watch = {
  /** Called after each chunk. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  /** Called for every rejected row, in the order of the file. */
  readonly onReject?: ((reject: Reject) => void) | undefined
}

const chunkRows = 5000

export type Tally = { rows: number; rejected: number; rejects: Reject[]; stored: StoredImport }

type Read = Omit<InterviewChunk, 'isKnown'>
/** What is asked of a chunk that is full. */
type Full = Omit<Read, 'end' | 'before'> & { readonly isLast: boolean }

/** Takes each chunk as it is full, while the one before is being written and the next one is being read. */
type Take = (chunk: Read) => Promise<StoredImport>

/**
 * Reads outcomes to the end and hands them on in chunks. The rows before `doneRows` are read again, so that duplicate
 * keys and rejects are known, but not handed on. The last chunk, perhaps without rows, ends the import.
 */
export async function runChunks(outcomes: Outcomes, doneRows: number, take: Take, watch: Watch): Promise<Tally> {
  const started = performance.now()
  const tally: Tally = {
    rows: 0,
    rejected: 0,
    rejects: [],
    stored: { inserted: 0, corrected: 0, unchanged: 0, kept: 0 },
  }
  let rows: InterviewRow[] = []
  let from = doneRows
  let [before, writing]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]

  const flush = async (isLast: boolean) => {
    const chunk = { rows, from, to: tally.rows, rejected: tally.rejected, isLast }
    rows = []
    from = tally.rows
    await before
    before = writing
    writing = write(chunk, before)
    // A failure surfaces at a later flush or at the end; without this it would be an unhandled rejection until then.
    writing.catch(() => {})
  }
  const write = async ({ isLast, ...chunk }: Full, previous: Promise<void>) => {
    const end = () => (isLast ? { rejects: tally.rejects, kept: tally.stored.kept } : null)
    const stored = await take({ ...chunk, end, before: previous })
    // In a preview chunks are compared at the same time; the tally still counts them in the order of the file.
    await previous
    tally.stored = sum(tally.stored, stored)
    watch.onProgress?.({ rows: chunk.to, rejected: chunk.rejected, seconds: (performance.now() - started) / 1000 })
  }

  for await (const batch of outcomes)
    for (const outcome of batch) {
      tally.rows++
      if ('reject' in outcome) {
        tally.rejected++
        if (tally.rejects.length < keptRejects) tally.rejects.push(outcome.reject)
        watch.onReject?.(outcome.reject)
      } else if (tally.rows > doneRows) rows.push(outcome.row)
      if (rows.length >= chunkRows) await flush(false)
    }
  await flush(true)
  await writing
  return tally
}

const sum = (a: StoredImport, b: StoredImport): StoredImport => ({
  inserted: a.inserted + b.inserted,
  corrected: a.corrected + b.corrected,
  unchanged: a.unchanged + b.unchanged,
  kept: a.kept + b.kept,
})

/** Places a chunk's interviews and commits them. */
export const storing = ({ pool }: Stores, dictionary: Dictionary, placer: Placer, { id }: StartedImport): Take => {
  let isKnown = false
  return async (chunk) => {
    try {
      const stored = await storeChunk(pool, dictionary, placer, id, { ...chunk, isKnown })
      isKnown = stored.inserted < chunk.rows.length
      return stored
    } catch (error) {
      throw isRefusedValue(error)
        ? new Fault('invalid', `rows ${chunk.from + 1} to ${chunk.to}: ${error.message}`)
        : error
    }
  }
}

/** A value that PostgreSQL does not take (class 22), such as an instant that does not exist. */
export const isRefusedValue = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
