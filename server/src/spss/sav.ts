import { open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { ByteReader } from '../file-limit/byte-reader.ts'
import { contentOf, packedSize } from '../file-limit/bytes.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { namedHeaders, type Reader, type TableRow } from '../file-limit/reader.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'
import { readSavDictionary, type SavColumn, type SavDictionary } from './sav-dictionary.ts'

/** Seconds from SPSS's first day, 1582-10-14, to 1970-01-01. */
const epochSeconds = 12_219_379_200
const withTime: ReadonlySet<number> = new Set([22, 41])
const timeOnly: ReadonlySet<number> = new Set([21, 25, 40])
const batchRows = 500

/** Reads an SPSS system file, compressed or not; `.zsav` only when it is not gzipped as well. */
export async function openSav(file: string): Promise<Reader> {
  const first = new ByteReader(contentOf(file))
  const dictionary = await readSavDictionary(first)
  await first.close()
  if (dictionary.compression === 'zlib' && (await packedSize(file)) !== null)
    throw new Unreadable('a .zsav file is compressed already: send it without gzip')
  return {
    kind: 'sav',
    encoding: null,
    headers: namedHeaders(dictionary.columns.map((column) => column.name)),
    variables: dictionary.columns,
    rowCount: dictionary.rowCount,
    batches: () => readCases(file),
    close: async () => {},
  }
}

async function* readCases(file: string): AsyncGenerator<readonly TableRow[]> {
  const bytes = new ByteReader(contentOf(file))
  const dictionary = await readSavDictionary(bytes)
  const source = dictionary.compression === 'zlib' ? inflatedBlocks(file, bytes) : bytes.remaining()
  const cases = caseAssembler(dictionary)
  let line = 0
  let rows: TableRow[] = []
  try {
    for await (const part of source) {
      for (const one of cases.taken(part)) {
        rows.push(rowOf(++line, one, dictionary))
        if (rows.length < batchRows) continue
        yield rows
        rows = []
      }
    }
    if (rows.length > 0) yield rows
    checkEnd(line, cases.isAtEnd(), dictionary)
  } finally {
    await bytes.close()
  }
}

function checkEnd(cases: number, isAtEnd: boolean, { rowCount }: SavDictionary): void {
  if (rowCount === cases) return
  if (!isAtEnd) throw new Unreadable(`it is cut off in case ${cases + 1}`)
  if (rowCount !== null) throw new Unreadable(`it says that it has ${rowCount} cases, and has ${cases}: is it cut off?`)
}

function rowOf(line: number, one: Buffer, dictionary: SavDictionary): TableRow {
  const cells = dictionary.columns.map((column) => cellOf(one, column, dictionary))
  const broken = cells.findIndex((cell) => cell.includes('\ufffd'))
  if (broken < 0) return { line, cells }
  // Half a character, most often, where a text was cut at the width of its variable.
  return {
    line,
    cells,
    fault: `bytes of ${dictionary.columns[broken]?.name} are no character of ${dictionary.encoding}`,
  }
}

type Block = { readonly at: number; readonly packed: number; readonly size: number }

/** The blocks of a `.zsav`: their sizes stand in a trailer at the end of the file. */
async function* inflatedBlocks(file: string, bytes: ByteReader): AsyncGenerator<Buffer> {
  const header = await bytes.take(24)
  const handle = await open(file)
  try {
    const { size: fileSize } = await handle.stat()
    const at = async (position: number, length: number) => {
      if (!(position >= 0 && length >= 0 && length <= fileLimits.savBlock && position + length <= fileSize))
        throw damaged()
      return (await handle.read(Buffer.alloc(length), 0, length, position)).buffer
    }
    const trailer = await at(Number(header.readBigInt64LE(8)), Number(header.readBigInt64LE(16)))
    let inflated = 0
    for (const block of blocksOf(trailer)) {
      inflated += block.size
      if (inflated > fileLimits.content) throw tooLarge('it is too large when inflated')
      yield inflate(await at(block.at, block.packed), block)
    }
  } finally {
    await handle.close()
  }
}

const damaged = () => new Unreadable('its blocks are damaged, or it is cut off')
const [trailerHead, blockEntry] = [24, 24]

function blocksOf(trailer: Buffer): readonly Block[] {
  const count = trailer.length < trailerHead ? -1 : trailer.readInt32LE(20)
  if (count < 0 || trailer.length !== trailerHead + count * blockEntry) throw damaged()
  return Array.from({ length: count }, (_, index) => {
    const entry = trailerHead + index * blockEntry
    const [at, size, packed] = [
      Number(trailer.readBigInt64LE(entry + 8)),
      trailer.readInt32LE(entry + 16),
      trailer.readInt32LE(entry + 20),
    ]
    if (size < 0 || size > fileLimits.savBlock) throw damaged()
    return { at, size, packed }
  })
}

function inflate(packed: Buffer, { size }: Block): Buffer {
  let block: Buffer
  try {
    block = inflateSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    throw damaged()
  }
  if (block.length !== size) throw damaged()
  return block
}

/** Puts cases together from a stream of bytes; a missing number is all ones, which no stored number is. */
function caseAssembler({ caseSize, compression, bias, littleEndian }: SavDictionary) {
  const size = caseSize * 8
  const spaces = Buffer.alloc(8, ' ')
  const absent = Buffer.alloc(8, 0xff)
  let rest: Buffer = Buffer.alloc(0)
  let one = Buffer.alloc(size)
  let filled = 0
  let commands: Buffer = Buffer.alloc(0)
  let command = 8
  let isEnded = false

  const number = (value: number) => {
    if (littleEndian) one.writeDoubleLE(value, filled)
    else one.writeDoubleBE(value, filled)
  }
  function* whole(part: Buffer): Generator<Buffer> {
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    let at = 0
    for (; at + size <= bytes.length; at += size) yield bytes.subarray(at, at + size)
    rest = bytes.subarray(at)
  }
  function* unpacked(part: Buffer): Generator<Buffer> {
    if (isEnded) return
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    let at = 0
    for (;;) {
      if (command === 8) {
        if (at + 8 > bytes.length) break
        commands = bytes.subarray(at, at + 8)
        command = 0
        at += 8
      }
      const code = commands[command] ?? 0
      if (code === 253) {
        if (at + 8 > bytes.length) break
        bytes.copy(one, filled, at, at + 8)
        at += 8
      } else if (code === 254) spaces.copy(one, filled)
      else if (code === 255) absent.copy(one, filled)
      else if (code > 0 && code < 252) number(code - bias)
      command++
      if (code === 0) continue
      if (code === 252) {
        isEnded = true
        rest = Buffer.alloc(0)
        return
      }
      filled += 8
      if (filled < size) continue
      yield one
      one = Buffer.alloc(size)
      filled = 0
    }
    rest = bytes.subarray(at)
  }
  return { taken: compression === 'none' ? whole : unpacked, isAtEnd: () => filled === 0 && rest.length === 0 }
}

function cellOf(one: Buffer, { slots, type }: SavColumn, { littleEndian, decode }: SavDictionary): string {
  const [slot] = slots
  if (!slot) return ''
  if (slot.text) {
    const parts = slots.map(({ at, bytes }) => one.subarray(at * 8, at * 8 + bytes))
    return decode(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)).trimEnd()
  }
  const value = littleEndian ? one.readDoubleLE(slot.at * 8) : one.readDoubleBE(slot.at * 8)
  // System-missing is the most negative double, or the mark of a compressed file.
  if (Number.isNaN(value) || value < -1.797e308) return ''
  if (type === 'date') {
    const iso = new Date((value - epochSeconds) * 1000)
    if (Number.isNaN(iso.getTime())) return String(value)
    return iso.toISOString().slice(0, withTime.has(slot.format) ? 19 : 10)
  }
  if (timeOnly.has(slot.format) && value >= 0 && value < 86_400)
    return new Date(value * 1000).toISOString().slice(11, 19)
  return String(Object.is(value, -0) ? 0 : value)
}
