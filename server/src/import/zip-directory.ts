import { inflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive as its central directory lists it. */
export type ZipEntry = { readonly name: string; readonly packed: number; readonly size: number; readonly at: number }

const entryLimit = 5000
const endRecord = 0x06054b50
const listed = 0x02014b50

/** What an archive says it holds, without inflating it. Throws on an archive that is damaged or has too many entries. */
export function zipDirectory(archive: Buffer): ReadonlyMap<string, ZipEntry> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== endRecord) throw new Error('the file is not a complete ZIP archive')
  const count = archive.readUInt16LE(end + 10)
  if (count > entryLimit) throw new Error(`the archive has ${count} entries, ${entryLimit} at most`)
  const entries = new Map<string, ZipEntry>()
  let at = archive.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(at) !== listed) throw new Error('the archive is damaged')
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const packed = archive.readUInt32LE(at + 20)
    entries.set(name, { name, packed, size: archive.readUInt32LE(at + 24), at: archive.readUInt32LE(at + 42) })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

/** The content of a small entry as text. Throws where it is larger than it says. */
export function entryText(archive: Buffer, entry: ZipEntry): string {
  const start = entry.at + 30 + archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28)
  const packed = archive.subarray(start, start + entry.packed)
  if (archive.readUInt16LE(entry.at + 8) === 0) return packed.toString('utf8')
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) }).toString('utf8')
}
