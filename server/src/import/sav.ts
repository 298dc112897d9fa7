import { open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { contentOf } from './bytes.ts'
import type { Reader, TableRow } from './reader.ts'
import { readSavDictionary, type SavColumn, type SavDictionary } from './sav-dictionary.ts'

/** Seconds from SPSS's first day, 1582-10-14, to 1970-01-01. */
const epochSeconds = 12_219_379_200
const withTime: ReadonlySet<number> = new Set([22, 41])
const timeOnly: ReadonlySet<number> = new Set([21, 25, 40])
const batchRows = 500

/** Reads an SPSS system file, compressed or not; `.zsav` only when it is not gzipped as well. */
export async function openSav(file: string): Promise<Reader> {
  const first = new ByteReader(await contentOf(file))
  const dictionary = await readSavDictionary(first)
  await first.close()
  return {
    kind: 'sav',
    headers: dictionary.columns.map((column) => column.name),
    variables: dictionary.columns,
    rowCount: dictionary.rowCount,
    batches: () => readCases(file),
    close: async () => {},
  }
}

async function* readCases(file: string): AsyncGenerator<readonly TableRow[]> {
  const bytes = new ByteReader(await contentOf(file))
  const dictionary = await readSavDictionary(bytes)
  const source = dictionary.compression === 'zlib' ? inflatedBlocks(file, bytes) : bytes.remaining()
  const cases = caseAssembler(dictionary)
  let line = 0
  let rows: TableRow[] = []
  try {
    for await (const part of source) {
      for (const one of cases(part)) {
        rows.push({ line: ++line, cells: dictionary.columns.map((column) => cellOf(one, column, dictionary)) })
        if (rows.length < batchRows) continue
        yield rows
        rows = []
      }
    }
    if (rows.length > 0) yield rows
  } finally {
    await bytes.close()
  }
}

/** The blocks of a `.zsav`: their sizes stand in a trailer at the end of the file. */
async function* inflatedBlocks(file: string, bytes: ByteReader): AsyncGenerator<Buffer> {
  const header = await bytes.take(24)
  const handle = await open(file)
  const at = async (position: number, length: number) =>
    (await handle.read(Buffer.alloc(length), 0, length, position)).buffer
  try {
    const trailer = await at(Number(header.readBigInt64LE(8)), Number(header.readBigInt64LE(16)))
    for (let i = 0; i < trailer.readInt32LE(20); i++) {
      const entry = 24 + i * 24
      const block = await at(Number(trailer.readBigInt64LE(entry + 8)), trailer.readInt32LE(entry + 20))
      yield inflateSync(block, { maxOutputLength: 64 * 1024 * 1024 })
    }
  } finally {
    await handle.close()
  }
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
      if (code === 252) return
      filled += 8
      if (filled < size) continue
      yield one
      one = Buffer.alloc(size)
      filled = 0
    }
    rest = bytes.subarray(at)
  }
  return compression === 'none' ? whole : unpacked
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
