import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { fileLimits } from '../file-limit/file-limit.ts'
import { Unfit } from './unfit.ts'

const { smallPart, document } = fileLimits
const [endMark, listMark, entryMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endBytes, listBytes, entryBytes] = [22, 46, 30]
/** What may stand behind an entry: its sums. */
const longestSums = 24
const [stored, deflated] = [0, 8]

type Entry = { name: string; method: number; packed: number; size: number; at: number }

const main = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const

/**
 * A document of Word or Excel and nothing else. Its list of entries accounts for every byte, so nothing hides before,
 * between or behind them; each is inflated once to see that it is as large as it says, and nothing of it is kept.
 */
export async function checkOffice(bytes: Buffer, kind: keyof typeof main): Promise<void> {
  const entries = entriesOf(bytes)
  const names = new Set(entries.map(({ name }) => name))
  if (names.size !== entries.length) throw new Unfit('two entries have one name')
  if (!names.has('[Content_Types].xml') || !names.has(main[kind])) throw new Unfit(`no ${kind}`)
  if (entries.some(({ name }) => /vbaproject|macrosheets\//i.test(name))) throw new Unfit('it holds macros')
  if (entries.reduce((sum, { size }) => sum + size, 0) > document.inflated) throw new Unfit('it is too large inflated')
  for (const entry of entries) await checkEntry(bytes, entry)
}

function entriesOf(bytes: Buffer): readonly Entry[] {
  const end = bytes.length - endBytes
  // A comment behind the list would be room for something else.
  if (end < 0 || bytes.readUInt32LE(end) !== endMark || bytes.readUInt16LE(end + 20) !== 0)
    throw new Unfit('no archive')
  const count = bytes.readUInt16LE(end + 10)
  const list = bytes.readUInt32LE(end + 16)
  if (count > document.entries) throw new Unfit('too many entries')
  if (list + bytes.readUInt32LE(end + 12) !== end) throw new Unfit('something hides behind the list')
  const entries: Entry[] = []
  let at = list
  for (let number = 0; number < count; number++) {
    if (at + listBytes > end || bytes.readUInt32LE(at) !== listMark) throw new Unfit('the list is damaged')
    if (bytes.readUInt16LE(at + 8) & 1) throw new Unfit('it is locked')
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + listBytes, at + listBytes + nameBytes),
      at: bytes.readUInt32LE(at + 42),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
    })
    at += listBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (at !== end) throw new Unfit('the list is damaged')
  checkOrder(bytes, entries, list)
  return entries
}

/** Where what is packed of an entry begins. */
function packedAt(bytes: Buffer, { at, name }: Entry): number {
  if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new Unfit('an entry is damaged')
  const nameBytes = bytes.readUInt16LE(at + 26)
  if (bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes) !== name)
    throw new Unfit('an entry is called otherwise')
  return at + entryBytes + nameBytes + bytes.readUInt16LE(at + 28)
}

/** One entry stands behind the other from the first byte on, with nothing between them and none over another. */
function checkOrder(bytes: Buffer, entries: readonly Entry[], list: number): void {
  let free = 0
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    const gap = entry.at - free
    if (gap < 0 || gap > (free === 0 ? 0 : longestSums)) throw new Unfit('something hides between the entries')
    free = packedAt(bytes, entry) + entry.packed
  }
  if (list < free || list - free > longestSums) throw new Unfit('something hides before the list')
}

async function checkEntry(bytes: Buffer, entry: Entry): Promise<void> {
  const { name, method, packed, size } = entry
  if (/^[\\/]|\\|(?:^|\/)\.\.(?:\/|$)|\p{Cc}/u.test(name)) throw new Unfit('an entry leads elsewhere')
  if (method === stored ? packed !== size : method !== deflated) throw new Unfit(`${name} is packed in no known way`)
  if (size > smallPart && size > packed * document.ratio) throw new Unfit(`${name} is too large inflated`)
  if (method === stored) return
  const start = packedAt(bytes, entry)
  let inflated = 0
  const counting = new Writable({
    write(part: Buffer, _coding, done) {
      inflated += part.length
      done(inflated > size ? new Unfit(`${name} is larger than it says`) : null)
    },
  })
  await pipeline([bytes.subarray(start, start + packed)], createInflateRaw(), counting).catch((error: unknown) => {
    throw error instanceof Unfit ? error : new Unfit(`${name} is damaged`)
  })
  if (inflated !== size) throw new Unfit(`${name} is smaller than it says`)
}
