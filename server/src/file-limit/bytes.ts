import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileLimits } from './file-limit.ts'
import { tooLarge, Unreadable } from './unreadable.ts'

/** Small, so that whoever waits for a database or a request meanwhile gets a turn every few milliseconds. */
const chunkBytes = 32 * 1024

/** The file's content, inflated when it is gzipped, piece by piece. Throws `Unreadable` where it is cut off, damaged or a bomb. */
export async function* contentOf(file: string): AsyncGenerator<Buffer> {
  const packed = await packedSize(file)
  const raw = createReadStream(file, { highWaterMark: chunkBytes })
  if (packed === null) yield* raw
  else yield* inflated(raw, packed)
}

async function* inflated(raw: ReturnType<typeof createReadStream>, packed: number): AsyncGenerator<Buffer> {
  const { content, contentRatio, smallContent } = fileLimits
  const most = Math.min(content, Math.max(smallContent, packed * contentRatio))
  const parts = createGunzip({ chunkSize: chunkBytes })
  pipeline(raw, parts, () => {})
  let size = 0
  try {
    for await (const part of parts) {
      size += part.length
      if (size > most) throw tooLarge('what it holds is too large when inflated')
      yield part
    }
  } catch (error) {
    throw damage(error)
  }
}

/** What zlib says of bytes that are not what they should be. */
function damage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return new Unreadable('it is cut off: its gzip content ends too early')
  return code.startsWith('Z_') ? new Unreadable(`its gzip content is damaged (${(error as Error).message})`) : error
}

/** The first bytes of the content: fewer when the file is shorter. */
export async function head(file: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of contentOf(file)) {
    parts.push(part)
    size += part.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** Bytes of a gzip file; null for any other. */
export async function packedSize(file: string): Promise<number | null> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const isPacked = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
    return isPacked ? (await handle.stat()).size : null
  } finally {
    await handle.close()
  }
}
