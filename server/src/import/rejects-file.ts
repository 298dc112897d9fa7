import { constants, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { csvLine } from '@kaiku/core/csv.ts'
import type { Reject } from './import-run.ts'

export type RejectsFile = {
  add(reject: Reject): void
  /** Resolves when all is on disk; the file's path, or null when there was nothing to write. */
  close(): Promise<string | null>
}

/** Beside the file of answers, or here where nobody may write beside it. */
export async function rejectsPath(file: string): Promise<string> {
  const beside = resolve(`${file}.rejects.csv`)
  return access(dirname(beside), constants.W_OK).then(
    () => beside,
    () => resolve(basename(beside)),
  )
}

/** A CSV file of rejected rows, made with the first of them. */
export function rejectsFile(path: string): RejectsFile {
  let stream: ReturnType<typeof createWriteStream> | null = null
  return {
    add({ line, column, value, reason }) {
      if (!stream) {
        stream = createWriteStream(path)
        stream.write(csvLine(['line', 'column', 'value', 'reason']))
      }
      stream.write(csvLine([line, column, value, reason]))
    },
    async close() {
      if (!stream) return null
      stream.end()
      await finished(stream)
      return path
    },
  }
}
