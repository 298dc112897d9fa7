import { crc32, createInflateRaw } from 'node:zlib'
import { fileLimits } from '../file-limit/file-limit.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'

/** An entry of a ZIP archive as its central directory lists it. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly sum: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

const [endMark, listMark, entryMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endBytes, listBytes, entryBytes] = [22, 46, 30]
const [stored, deflated] = [0, 8]
const cutOff = () => new Unreadable('the file is cut off or no complete ZIP archive')

/** What an archive says it holds, without inflating it. Throws `Unreadable` on one that is damaged, cut off or too large. */
export function zipDirectory(archive: Buffer): ReadonlyMap<string, ZipEntry> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + endBytes > archive.length || archive.readUInt32LE(end) !== endMark) throw cutOff()
  const count = archive.readUInt16LE(end + 10)
  if (count > fileLimits.entries) throw tooLarge(`the archive has ${count} entries, ${fileLimits.entries} at most`)
  const entries = new Map<string, ZipEntry>()
  let at = archive.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + listBytes > end || archive.readUInt32LE(at) !== listMark) throw cutOff()
    const behind = at + listBytes + archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + listBytes, behind)
    if (archive.readUInt16LE(at + 8) & 1) throw new Unreadable(`${name} is locked by a password`)
    if (entries.has(name)) throw new Unreadable(`two entries are called ${name}`)
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)]
    checkSize(name, packed, size)
    entries.set(name, {
      name,
      packed,
      size,
      at: archive.readUInt32LE(at + 42),
      method: archive.readUInt16LE(at + 10),
      sum: archive.readUInt32LE(at + 16),
    })
    at = behind + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

/** More is refused before it is inflated. */
function checkSize(name: string, packed: number, size: number): void {
  const { sheet, part, partRatio, smallPart } = fileLimits
  const most = name.includes('worksheets/') ? sheet : part
  if (size > most || size > smallPart + packed * partRatio) throw tooLarge(`${name} is too large when inflated`)
}

/** The content of an entry, piece by piece. Throws `Unreadable` where it is not what the directory says: as large, with the same sum. */
export async function* entryContent(archive: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { name, method, sum, packed, size, at } = entry
  const damaged = (why: string) => new Unreadable(`${name} is damaged: ${why}`)
  if (at + entryBytes > archive.length || archive.readUInt32LE(at) !== entryMark)
    throw damaged('it is not where it should be')
  const start = at + entryBytes + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  const bytes = archive.subarray(start, start + packed)
  if (bytes.length < packed) throw damaged('it is cut off')
  if (method !== stored && method !== deflated) throw new Unreadable(`${name} is packed in no known way`)
  let [inflated, found] = [0, 0]
  for await (const piece of method === stored ? [bytes] : inflate(bytes, damaged)) {
    inflated += piece.length
    if (inflated > size) throw damaged('it is larger than it says')
    found = crc32(piece, found)
    yield piece
  }
  if (inflated !== size) throw damaged(`it has ${inflated} of ${size} bytes`)
  if (found !== sum) throw damaged('its checksum is wrong')
}

async function* inflate(bytes: Buffer, damaged: (why: string) => Unreadable): AsyncGenerator<Buffer> {
  const inflating = createInflateRaw({ chunkSize: 64 * 1024 })
  inflating.end(bytes)
  try {
    yield* inflating
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error))
  }
}

/** The content of a small entry as text. */
export async function entryText(archive: Buffer, entry: ZipEntry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of entryContent(archive, entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
