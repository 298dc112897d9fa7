import { breather } from './breather.ts'

/** A column of an answer. Whole numbers that a JavaScript number cannot hold are bigints; nothing is 0. */
export type NativeColumn = ArrayLike<number | bigint | string>

/**
 * Reads an answer in ClickHouse's own format, columns of little-endian values in blocks of rows: a fraction of the work
 * of writing and reading them as text. Throws a TypeError for a type other than whole numbers and text.
 */
export async function readNative(bytes: Buffer): Promise<readonly NativeColumn[]> {
  const breathe = breather()
  const from = { bytes, at: 0 }
  const blocks: NativeColumn[][] = []
  while (from.at < bytes.length) {
    const columns = varint(from)
    const rows = varint(from)
    const block: NativeColumn[] = []
    for (let column = 0; column < columns; column += 1) {
      text(from)
      block.push(values(text(from), from, rows))
      await breathe()
    }
    blocks.push(block)
  }
  const filled = blocks.filter(([first]) => first !== undefined && first.length > 0)
  const [only] = filled
  if (filled.length <= 1) return only ?? blocks[0] ?? []
  const whole: NativeColumn[] = []
  for (const column of (only ?? []).keys()) {
    whole.push(joined(filled.map((block) => block[column] ?? [])))
    await breathe()
  }
  return whole
}

type From = { readonly bytes: Buffer; at: number }

function varint(from: From): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = from.bytes.readUInt8(from.at)
    from.at += 1
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}

function text(from: From): string {
  const length = varint(from)
  from.at += length
  if (from.at > from.bytes.length) throw new RangeError('the answer of ClickHouse ends early')
  return from.bytes.toString('utf8', from.at - length, from.at)
}

function taken(from: From, length: number): Buffer {
  from.at += length
  if (from.at > from.bytes.length) throw new RangeError('the answer of ClickHouse ends early')
  return from.bytes.subarray(from.at - length, from.at)
}

type Numbers = Float64Array | InstanceType<(typeof unsigned | typeof signed)[number]>
type Values = (number | bigint | string)[] | Numbers

function values(type: string, from: From, rows: number): Values {
  if (type === 'String') return Array.from({ length: rows }, () => text(from))
  const nullable = /^Nullable\((\w+)\)$/.exec(type)
  if (nullable?.[1]) {
    const isNull = taken(from, rows)
    return withoutNulls(values(nullable[1], from, rows), isNull)
  }
  const coded = /^LowCardinality\((\w+)\)$/.exec(type)
  if (coded?.[1]) return decoded(coded[1], from, rows)
  const whole = /^(U?)Int(8|16|32|64|128|256)$/.exec(type)
  if (!whole) throw new TypeError(`an answer of ClickHouse has a column of type ${type}`)
  const size = Number(whole[2]) / 8
  return numbers(taken(from, rows * size), rows, size, whole[1] === '')
}

/** What stands where there is none means nothing. */
function withoutNulls(column: Values, isNull: Buffer): Values {
  for (let row = 0; row < column.length; row += 1) if (isNull[row]) column[row] = 0
  return column
}

/** Values that stand in a list of their own, and where each row's stands there. */
function decoded(type: string, from: From, rows: number): Values {
  // What is written first is the version of this form.
  taken(from, 8)
  if (rows === 0) return []
  const size = 2 ** taken(from, 8).readUInt8(0)
  const list = values(type, from, count(from))
  const places = numbers(taken(from, count(from) * size), rows, size, false)
  const found = new Array<number | bigint | string>(rows)
  for (let row = 0; row < rows; row += 1) found[row] = list[Number(places[row])] ?? 0
  return found
}

const count = (from: From) => Number(taken(from, 8).readBigUInt64LE())

function numbers(bytes: Buffer, rows: number, size: number, isSigned: boolean): Values {
  // A view of its own: the answer's bytes begin anywhere. ClickHouse writes as the machines do that both run on.
  const own = new Uint8Array(bytes.subarray(0, rows * size)).buffer
  const small = (isSigned ? signed : unsigned)[size]
  if (small) return new small(own)
  const halves = new Int32Array(own)
  const found = new Float64Array(rows)
  for (let row = 0; row < rows; row += 1) {
    const number = safe(halves, row * (size / 4), size / 4, isSigned)
    if (number === null) return Array.from({ length: rows }, (_, each) => exactly(bytes, each * size, size, isSigned))
    found[row] = number
  }
  return found
}

const unsigned: Readonly<Record<number, typeof Uint8Array | typeof Uint16Array | typeof Uint32Array>> = {
  1: Uint8Array,
  2: Uint16Array,
  4: Uint32Array,
}
const signed: Readonly<Record<number, typeof Int8Array | typeof Int16Array | typeof Int32Array>> = {
  1: Int8Array,
  2: Int16Array,
  4: Int32Array,
}

const high = 2 ** 32
const safeHigh = 2 ** 21

/** A number of 64 bits or more, of so many halves of 32 bits; null where it is beyond what a JavaScript number holds exactly. */
function safe(halves: Int32Array, at: number, count: number, isSigned: boolean): number | null {
  const low = (halves[at] as number) >>> 0
  const next = isSigned ? (halves[at + 1] as number) : (halves[at + 1] as number) >>> 0
  if (next >= safeHigh || next < -safeHigh) return null
  const sign = next < 0 ? -1 : 0
  for (let more = at + 2; more < at + count; more += 1) if (halves[more] !== sign) return null
  const value = next * high + low
  return Number.isSafeInteger(value) ? value : null
}

function exactly(bytes: Buffer, at: number, size: number, isSigned: boolean): number | bigint {
  let value = 0n
  for (let more = at + size - 8; more >= at; more -= 8) value = (value << 64n) | bytes.readBigUInt64LE(more)
  if (isSigned) value = BigInt.asIntN(size * 8, value)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function joined(columns: readonly NativeColumn[]): NativeColumn {
  const found = new Array<number | bigint | string>(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) for (let row = 0; row < column.length; row += 1) found[at++] = column[row] ?? 0
  return found
}
