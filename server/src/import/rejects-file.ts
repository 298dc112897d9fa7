import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Reject } from './import-run.ts'

export type RejectsFile = {
  add(reject: Reject): void
  /** Resolves when all is on disk; the file's path, or null when there was nothing to write. */
  close(): Promise<string | null>
}

/** A CSV file of rejected rows, made with the first of them. */
export function rejectsFile(path: string): RejectsFile {
  let stream: ReturnType<typeof createWriteStream> | null = null
  return {
    add({ line, column, value, reason }) {
      if (!stream) {
        stream = createWriteStream(path)
        stream.write('line,column,value,reason\n')
      }
      stream.write(`${line},${csvField(column)},${csvField(value)},${csvField(reason)}\n`)
    },
    async close() {
      if (!stream) return null
      stream.end()
      await finished(stream)
      return path
    },
  }
}

/** A spreadsheet would run a cell that begins like a formula, so an apostrophe goes before it. */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
