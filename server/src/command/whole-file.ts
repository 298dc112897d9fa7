import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a file that its owner alone may read; whoever finds it finds a whole one. Answers its size in bytes. */
export async function writeWhole(file: string, content: Readable): Promise<number> {
  const partial = `${file}.part`
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  return (await stat(file)).size
}
