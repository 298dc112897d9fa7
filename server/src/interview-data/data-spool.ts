import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Rows that are read a second time. */
export type Spool<Row> = {
  readonly n: number
  readonly batches: () => AsyncGenerator<readonly Row[]>
  readonly close: () => Promise<void>
}

/** Rows that are kept together. */
const atOnce = 500

/** Reads rows to their end, and keeps them on the disk for as long as nobody closes them. */
export async function spooled<Row>(source: AsyncIterable<readonly Row[]>): Promise<Spool<Row>> {
  const file = await namelessFile()
  const parts: { readonly from: number; readonly length: number }[] = []
  let [n, size] = [0, 0]
  try {
    for await (const rows of source) {
      n += rows.length
      for (let at = 0; at < rows.length; at += atOnce) {
        const bytes = Buffer.from(JSON.stringify(rows.slice(at, at + atOnce)))
        await file.write(bytes, 0, bytes.length, size)
        parts.push({ from: size, length: bytes.length })
        size += bytes.length
      }
    }
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    n,
    async *batches() {
      for (const { from, length } of parts) {
        const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
        const rows: Row[] = JSON.parse(buffer.toString())
        yield rows
      }
    },
    close: () => file.close(),
  }
}

/** A file without a name goes when it is closed, or when its process dies: nothing of what people said is left behind. */
export async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-rows-'))
  try {
    return await open(join(folder, 'rows'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
