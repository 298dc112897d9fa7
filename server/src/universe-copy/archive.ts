import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { migrations } from '../db/postgres/migrations.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { copiedTables } from './copied-table.ts'
import {
  type CopiedKind,
  type CopiedSurvey,
  damaged,
  definitionName,
  type Manifest,
  manifestName,
  peopleName,
  readManifest,
  rowsName,
} from './manifest.ts'

/** Bytes of the manifest, of a file of a definition and of one row. */
const most = { manifest: 16 * 2 ** 20, definition: 64 * 2 ** 20, row: 64 * 2 ** 20 }
const allowed = new Set([manifestName, ...copiedTables.map(({ name }) => rowsName(name)), peopleName, 'README.txt'])

export type Row = Record<string, unknown>

/** An archive whose every file is as its manifest says. */
export type Archive = {
  readonly manifest: Manifest
  /** The definition of each survey, by its name; each is one that can be published. */
  readonly definitions: ReadonlyMap<string, Files>
  /** Rows of a file, one after the other; none where there is no such file. Throws Fault `invalid` for a line that is none. */
  rows(name: string): AsyncGenerator<Row>
  close(): void
}

/**
 * Opens an archive and holds all of it against its manifest before anything is made of it. Throws Fault `invalid` for one
 * that is damaged, leads elsewhere, or was written by a newer Kaiku, `too_large` for a bomb.
 */
export async function openArchive(
  file: string,
  progress: (share: number) => void = () => {},
  signal?: AbortSignal,
  kind: CopiedKind = 'kaiku.universe',
): Promise<Archive> {
  // Names that lead out of a directory, and sizes that are not what the directory says, are faults of its reader.
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, validateEntrySizes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? refuse('not_found', 'universeCopy.gone') : damaged(error.message)
    },
  )
  try {
    const entries = await entriesOf(zip, (await stat(file)).size)
    const reader = new EntryReader(zip, entries)
    const manifest = readManifest(await reader.text(manifestName, most.manifest), kind)
    if (!Object.hasOwn(migrations, manifest.schema)) throw refuse('invalid', 'universeCopy.newer')
    checkNames(manifest, entries)
    await checkSums(reader, manifest, progress, signal)
    const definitions = new Map<string, Files>()
    for (const survey of manifest.surveys) definitions.set(survey.extName, await definitionOf(reader, survey))
    return { manifest, definitions, rows: (name) => reader.rows(name), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile, packed: number): Promise<ReadonlyMap<string, Entry>> {
  const { entries: mostEntries, content, contentRatio, smallContent } = fileLimits
  if (zip.entryCount > 4 * mostEntries) throw tooLarge()
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName) || entry.isEncrypted()) throw damaged(entry.fileName)
      entries.set(entry.fileName, entry)
      size += entry.uncompressedSize
    }
  } catch (error) {
    throw error instanceof Fault ? error : damaged(error instanceof Error ? error.message : String(error))
  }
  if (size > Math.min(content, Math.max(smallContent, packed * contentRatio))) throw tooLarge()
  return entries
}

const tooLarge = () => refuse('too_large', 'universeCopy.large')

/** All that is there is known, and all that is named is there. */
function checkNames({ files, surveys }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const ofSurveys = surveys.flatMap(({ extName, files: own }) => own.map((file) => definitionName(extName, file)))
  const known = new Set([...allowed, ...ofSurveys])
  const named = new Set([manifestName, ...files.map(({ name }) => name)])
  for (const name of entries.keys()) if (!known.has(name) || !named.has(name)) throw damaged(name)
  for (const name of [...named, ...ofSurveys]) if (!entries.has(name)) throw damaged(name)
  if (new Set(surveys.map(({ extName }) => extName.toLowerCase())).size < surveys.length) throw damaged(manifestName)
  if (new Set(surveys.map(({ number }) => number)).size < surveys.length) throw damaged(manifestName)
}

async function checkSums(
  reader: EntryReader,
  { files }: Manifest,
  progress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const whole = files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { name, size, sha256 } of files) {
    const sum = createHash('sha256')
    let read = 0
    for await (const piece of reader.pieces(name)) {
      signal?.throwIfAborted()
      sum.update(piece)
      read += piece.length
    }
    if (read !== size || sum.digest('hex') !== sha256) throw damaged(name)
    done += size
    progress(done / Math.max(1, whole))
  }
}

async function definitionOf(reader: EntryReader, { extName, files }: CopiedSurvey): Promise<Files> {
  const definition = new Map<string, string>()
  for (const file of files) definition.set(file, await reader.text(definitionName(extName, file), most.definition))
  if (readDefinition(definition).definition.settings.extName !== extName) throw damaged(definitionName(extName, ''))
  return definition
}

class EntryReader {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  async *pieces(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw damaged(name)
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) yield piece
    } catch (error) {
      throw error instanceof Fault || (error instanceof Error && error.name === 'AbortError') ? error : damaged(name)
    }
  }

  async text(name: string, longest: number): Promise<string> {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of this.pieces(name)) {
      size += piece.length
      if (size > longest) throw tooLarge()
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  }

  async *rows(name: string): AsyncGenerator<Row> {
    if (!this.#entries.has(name)) return
    for await (const line of this.#lines(name)) yield rowOf(name, line)
  }

  async *#lines(name: string): AsyncGenerator<string> {
    let rest: Buffer[] = []
    let size = 0
    for await (const piece of this.pieces(name)) {
      let from = 0
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
        yield Buffer.concat([...rest, piece.subarray(from, end)]).toString('utf8')
        rest = []
        size = 0
        from = end + 1
      }
      rest.push(piece.subarray(from))
      size += piece.length - from
      if (size > most.row) throw tooLarge()
    }
    if (size > 0) throw damaged(name)
  }
}

const newline = 0x0a

function rowOf(name: string, line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row
  } catch {
    throw damaged(name)
  }
  throw damaged(name)
}
