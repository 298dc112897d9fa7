import type { FetchTrial } from '@kaiku/contract/fetched-file.ts'
import type { ImportReport } from '@kaiku/contract/import.ts'
import type { ToldFault } from '@kaiku/contract/told-fault.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { openTable } from '../table-reader/table.ts'
import { toldOf } from '../task/task.ts'
import { withRoomFor } from '../upload/upload.ts'
import { type KnownFile, knownFiles, type StoredAddress } from './fetched-file.store.ts'
import { hashOfFile, previewFetched, refuseManyRejects } from './import-fetched.ts'
import { type Fetching, openSource, reached, type SourceFile, Unreached } from './source.ts'

/** Milliseconds in which all files of a trial are there. */
const longest = 120_000
const mostListed = 100
const headRows = 5
const mostColumns = 50
const longestCell = 200

const empty = { files: [], more: 0, file: null, head: null, preview: null, refusal: null } as const

/**
 * Connects to an address and reads its next file, and stores nothing. Throws Fault `invalid`, in words, where the server
 * cannot be reached.
 */
export async function tryAddress(
  stores: Stores,
  fetching: Fetching,
  dictionary: Dictionary,
  address: StoredAddress,
): Promise<FetchTrial> {
  let found: string | null = null
  const hear = (key: string) => {
    found = key
  }
  const hostKey = () => (found === null ? null : { found, accepted: address.hostKey })
  try {
    const within = Object.assign({ whole: longest }, fetching)
    const source = await reached(openSource(stores, address, within, new AbortController().signal, hear))
    try {
      const known = await knownFiles(stores.service, address)
      return Object.assign(await look(stores, dictionary, address, source.files, known), { hostKey: hostKey() })
    } finally {
      source.close()
    }
  } catch (error) {
    if (error instanceof Unreached) throw refuse('invalid', 'fetch.unreachable', { why: error.message })
    // Whose key it is a person says before anything else is said to the host.
    if (error instanceof Fault && error.reason?.key.startsWith('fetch.hostKey') && found !== null)
      return Object.assign({}, empty, { files: [], hostKey: hostKey() })
    throw error
  }
}

async function look(
  stores: Stores,
  dictionary: Dictionary,
  address: StoredAddress,
  files: readonly SourceFile[],
  known: ReadonlyMap<string, KnownFile>,
): Promise<Omit<FetchTrial, 'hostKey'>> {
  const isNew = ({ place, mark }: SourceFile) => mark === null || known.get(place)?.mark !== mark
  const shown = files.slice(0, mostListed).map((one) => ({
    name: one.name,
    size: one.size,
    isNew: isNew(one),
    changedAt: one.changedAt === null ? null : new Date(one.changedAt).toISOString(),
  }))
  const list = { files: shown, more: files.length - shown.length }
  const file = files.find(isNew) ?? files[0]
  if (!file) return Object.assign({}, empty, list)
  return withRoomFor(stores, file.name, async (path) => {
    await stores.disk.refuseWhenFull(file.size ?? 0)
    await reached(file.fetch(path, undefined))
    if (file.mark === null) {
      const isSame = known.get(file.place)?.hash === (await hashOfFile(path))
      list.files = shown.map((one) => Object.assign(one, { isNew: !isSame }))
    }
    const head = await refusedOr(headOf(path))
    const preview = await refusedOr(previewFetched(stores, dictionary, path))
    const many = 'value' in preview ? await refusedOr(noManyRejects(preview.value, address)) : preview
    return Object.assign(list, {
      file: file.name,
      head: 'value' in head ? head.value : null,
      preview: 'value' in preview ? preview.value : null,
      refusal: 'refusal' in many ? many.refusal : null,
    })
  })
}

const noManyRejects = async (preview: ImportReport, { mostRejected }: StoredAddress) =>
  refuseManyRejects(preview, mostRejected)

async function refusedOr<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly refusal: ToldFault }> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof Fault) return { refusal: toldOf(error) }
    throw error
  }
}

async function headOf(path: string): Promise<FetchTrial['head']> {
  const table = await openTable(path)
  try {
    const rows: string[][] = []
    for await (const { cells } of table.rows()) {
      rows.push(cells.slice(0, mostColumns).map((cell) => cell.slice(0, longestCell)))
      if (rows.length === headRows) break
    }
    return { columns: table.headers.slice(0, mostColumns), rows }
  } finally {
    await table.close()
  }
}
