import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Small, so that whoever waits for a database or a request meanwhile gets a turn every few milliseconds. */
const chunkBytes = 32 * 1024

/** The file's content, inflated when it is gzipped. Destroying the stream closes the file. */
export async function contentOf(file: string): Promise<Readable> {
  const isPacked = await isGzip(file)
  const raw = createReadStream(file, { highWaterMark: chunkBytes })
  if (!isPacked) return raw
  const inflated = createGunzip({ chunkSize: chunkBytes })
  pipeline(raw, inflated, () => {})
  return inflated
}

/** The first bytes of the content: fewer when the file is shorter. */
export async function head(file: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  const content = await contentOf(file)
  for await (const part of content) {
    parts.push(part)
    size += part.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

async function isGzip(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}
