import type { FetchedFile } from '@kaiku/contract/fetched-file.ts'
import type { ImportReport } from '@kaiku/contract/import.ts'
import type { ToldFault } from '@kaiku/contract/told-fault.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { actorIn } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { recordImport } from '../import/import-audit.ts'
import type { Reject } from '../import/import-run.ts'
import type { Person } from '../person/person.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { toldOf } from '../task/task.ts'
import { withRoomFor } from '../upload/upload.ts'
import { type KnownFile, knownFiles, noteFile, type StoredAddress } from './fetched-file.store.ts'
import { hashOfFile, importFetched } from './import-fetched.ts'
import { type FileSource, reached, type SourceFile } from './source.ts'

export type FetchedReject = Reject & { readonly file: string }

export type Fetch = {
  readonly stores: Stores
  readonly address: StoredAddress
  readonly dictionary: Dictionary
  /** In whose name. */
  readonly person: Person
  /** Whether files that were refused are tried again, though they have not changed. */
  readonly isByHand: boolean
  /** From 0 to 1. */
  readonly progress: (share: number) => void
  /** Throws where Kaiku stops, or nobody wants it any more: between files, and inside of one. */
  readonly goOn: { readonly toNext: () => void; readonly within: () => void }
  readonly fetched: (file: FetchedFile) => void
  readonly rejected: (reject: FetchedReject) => void
}

/** Is waited for: who is told so tries again. */
const isPassing = ({ code }: Fault): boolean => code === 'unavailable' || code === 'busy'

const nothing = {
  importId: null,
  inserted: 0,
  corrected: 0,
  unchanged: 0,
  rejected: 0,
  settled: 'left',
  fault: null,
} as const

/**
 * Imports what is new, file by file in their order. One that is refused keeps none of the others; what may pass is
 * thrown, and whoever calls again goes on with what is left.
 */
export async function fetchFiles(fetch: Fetch, { files }: FileSource): Promise<void> {
  const known = await knownFiles(fetch.stores.service, fetch.address)
  for (const [at, file] of files.entries()) {
    fetch.goOn.toNext()
    fetch.progress(at / files.length)
    const done = await fetchOne(fetch, file, known.get(file.place), (share) =>
      fetch.progress((at + share) / files.length),
    )
    if (done !== null) fetch.fetched(done)
  }
}

/** Null: it was imported before, and nothing is to be told of it. */
async function fetchOne(
  fetch: Fetch,
  file: SourceFile,
  known: KnownFile | undefined,
  progress: (share: number) => void,
): Promise<FetchedFile | null> {
  const { address, isByHand } = fetch
  const isAgain = isByHand && known?.fault != null
  const before = isAgain ? undefined : known
  if (before && file.mark === before.mark) {
    if (before.fault) return keptOut(file, before.fault)
    if (address.afterwards === 'leave') return null
    // Whoever imported it died before it was moved, or could not.
    const settled = await file.settle()
    return settled === 'stayed' ? null : told(file, 'same', { settled })
  }
  const { stores } = fetch
  return withRoomFor(stores, file.name, async (path) => {
    await stores.disk.refuseWhenFull(file.size ?? 0)
    const note = (mark: string, hash: string, fault: ToldFault | null) =>
      noteFile(stores.service, address, { place: file.place, mark, hash, fault })
    let mark: string | null
    try {
      mark = await reached(file.fetch(path, before))
    } catch (error) {
      // Of the only file all is told where the run is.
      if (!(error instanceof Fault) || isPassing(error) || file.mark === null) throw error
      await note(file.mark, '', toldOf(error))
      return told(file, 'refused', { fault: toldOf(error) })
    }
    if (mark === null) return before?.fault ? keptOut(file, before.fault) : told(file, 'same', {})
    const hash = await hashOfFile(path)
    if (before?.hash === hash) {
      await note(mark, hash, before.fault)
      return before.fault ? keptOut(file, before.fault) : told(file, 'same', { settled: await file.settle() })
    }
    crashPoint('fetched')
    try {
      const report = await store(fetch, file.name, path, progress)
      crashPoint('imported')
      await note(mark, hash, null)
      const { importId, inserted, corrected, unchanged, rejected } = report
      const counts = { importId, inserted, corrected, unchanged, rejected }
      return told(file, 'imported', Object.assign(counts, { settled: await file.settle() }))
    } catch (error) {
      if (!(error instanceof Fault) || isPassing(error)) throw error
      await note(mark, hash, toldOf(error))
      return told(file, 'refused', { fault: toldOf(error) })
    }
  })
}

const told = (
  { name }: SourceFile,
  outcome: FetchedFile['outcome'],
  more: Partial<Omit<FetchedFile, 'name' | 'outcome'>>,
): FetchedFile => Object.assign({ name, outcome }, nothing, more)

const keptOut = (file: SourceFile, fault: ToldFault) => told(file, 'kept', { fault })

async function store(
  { stores, address, dictionary, person, goOn, rejected }: Fetch,
  name: string,
  path: string,
  progress: (share: number) => void,
): Promise<ImportReport> {
  // Once to look at it and once to store it; how long it is nobody knows before.
  let chunks = 0
  const report = await importFetched(stores, dictionary, path, address.mostRejected, {
    onReject: (reject) => rejected(Object.assign({ file: name }, reject)),
    onProgress: () => {
      goOn.within()
      progress(1 - 1 / (2 + ++chunks))
    },
  })
  await recordImport(stores, actorIn(address.universe, person), dictionary, report)
  return report
}
