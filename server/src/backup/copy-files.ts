import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ahead } from '../backup-place/ahead.ts'
import { crashPoint } from '../projection/crash-point.ts'
import type { Backup } from './backup-list.ts'
import { leftOut } from './cluster.ts'
import type { Repository } from './repository.ts'

/** Bytes: so much of a file is kept anew where a part of it has changed. */
export const pieceSize = 2 ** 20

/** Folders of PostgreSQL whose content a start makes anew; they themselves have to be there. */
const emptied = new Set(
  ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'].map(
    (name) => `postgres/${name}`,
  ),
)
const control = 'postgres/global/pg_control'

/** Pieces that are kept at a time: a place that is far away is waited for together. */
const atOnce = 8

type Part = { readonly file: Backup['files'][number]; readonly content: Buffer }
type Copied = Pick<Backup, 'directories' | 'files' | 'added'>

/**
 * Copies a data directory file by file while PostgreSQL writes it: what is half old and half new is mended by the log
 * since the copy began. Files that go meanwhile are left out.
 */
export async function copyFiles(
  directory: string,
  to: Repository,
  onProgress: (bytes: number) => void,
): Promise<Copied> {
  const copied = { directories: [] as string[], files: [] as Backup['files'], added: 0 }
  const begin = (path: string) => {
    const file: Backup['files'][number] = { path, size: 0, pieces: [] }
    copied.files.push(file)
    return file
  }
  async function* walk(folder: string): AsyncGenerator<Part> {
    for (const entry of await listed(join(directory, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isLeftOut(path)) continue
      if (entry.isDirectory()) {
        copied.directories.push(path)
        if (!emptied.has(path)) yield* walk(path)
      } else if (entry.isFile()) {
        const opening = path === control ? null : await opened(join(directory, path))
        if (opening === null) continue
        const file = begin(path)
        for await (const content of partsOf(opening)) yield { file, content }
        crashPoint('copied')
      }
    }
  }
  async function* all(): AsyncGenerator<Part> {
    yield* walk('')
    yield { file: begin(control), content: await steady(join(directory, control)) }
  }
  let read = 0
  for await (const [{ file, content }, { piece, bytes }] of ahead(all(), atOnce, (part) =>
    to.keepPiece(part.content),
  )) {
    file.pieces.push(piece)
    file.size += content.length
    copied.added += bytes
    read += content.length
    onProgress(read)
  }
  return copied
}

const isLeftOut = (path: string) =>
  leftOut.includes(path) ||
  /(^|\/)pgsql_tmp|\/pg_internal\.init(\.\d+)?$/.test(path) ||
  /^(supervisor\.lock|run\.json|secrets\.json|backup\.json)\.\w/.test(path)

async function listed(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return absent(error, [])
  }
}

async function opened(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    return absent(error, null)
  }
}

function absent<T>(error: unknown, instead: T): T {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
  throw error
}

async function* partsOf(file: FileHandle): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const part = Buffer.alloc(pieceSize)
      let filled = 0
      while (filled < pieceSize) {
        const { bytesRead } = await file.read(part, filled, pieceSize - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      if (filled > 0) yield part.subarray(0, filled)
      if (filled < pieceSize) return
    }
  } finally {
    await file.close()
  }
}

/** As it is while nobody is writing it: log cannot mend this one. */
async function steady(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ; ) {
    const now = await readFile(file)
    if (now.equals(before)) return now
    before = now
  }
}
