import iconv from 'iconv-lite'
import type { ByteReader } from '../file-limit/byte-reader.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import type { ReadVariable } from '../file-limit/reader.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'

/** Where a variable's value lies in a case, in pieces of eight bytes; a very long text has several segments. */
export type SavSlot = { readonly at: number; readonly bytes: number; readonly format: number; readonly text: boolean }
export type SavColumn = ReadVariable & { readonly slots: readonly SavSlot[] }
export type SavDictionary = {
  readonly columns: readonly SavColumn[]
  /** Pieces of eight bytes per case. */
  readonly caseSize: number
  readonly rowCount: number | null
  readonly compression: 'none' | 'bytes' | 'zlib'
  readonly bias: number
  readonly littleEndian: boolean
  readonly encoding: string
  readonly decode: (bytes: Buffer) => string
}

type Variable = {
  name: string
  width: number
  format: number
  label: Buffer | null
  missing: Buffer[]
  range: boolean
  at: number
}
type Labels = { entries: { value: Buffer; label: Buffer }[]; at: number[] }

const measures = [null, 'nominal', 'ordinal', 'scale'] as const
const dates: ReadonlySet<number> = new Set([20, 22, 23, 24, 28, 29, 30, 38, 39, 41])

/**
 * Reads the dictionary of an SPSS system file up to its first case. Throws `Unreadable` on a file that is none, damaged or too large.
 * @see https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html
 */
export async function readSavDictionary(bytes: ByteReader): Promise<SavDictionary> {
  const header = await bytes.take(176)
  const magic = header.toString('latin1', 0, 4)
  if (magic !== '$FL2' && magic !== '$FL3') throw new Unreadable('not an SPSS system file')
  const littleEndian = [2, 3].includes(header.readInt32LE(64))
  const int = (from: Buffer, at: number) => (littleEndian ? from.readInt32LE(at) : from.readInt32BE(at))
  const double = (from: Buffer, at = 0) => (littleEndian ? from.readDoubleLE(at) : from.readDoubleBE(at))

  const { variables, labels, extensions, caseSize } = await readRecords(bytes, int)
  await bytes.take(4)
  if (variables.length === 0) throw new Unreadable('it has no variables')

  const encoding = encodingIn(extensions, int)
  const decode = (bytes: Buffer) => iconv.decode(bytes, encoding, { stripBOM: false })
  const columns = columnsOf({ variables, labels, extensions }, { int, double }, decode, int(header, 76) - 1)
  const rows = int(header, 80)
  return {
    columns,
    caseSize,
    rowCount: rows >= 0 ? rows : null,
    compression: (['none', 'bytes', 'zlib'] as const)[int(header, 72)] ?? 'none',
    bias: double(header, 84),
    littleEndian,
    encoding,
    decode,
  }
}

type Records = {
  readonly variables: readonly Variable[]
  readonly labels: readonly Labels[]
  readonly extensions: ReadonlyMap<number, Buffer>
}

/** Everything up to the end of the dictionary. */
async function readRecords(bytes: ByteReader, int: Int): Promise<Records & { readonly caseSize: number }> {
  const nextInt = async () => int(await bytes.take(4), 0)
  const variables: Variable[] = []
  const labels: Labels[] = []
  const extensions = new Map<number, Buffer>()
  let caseSize = 0
  let listed = 0
  for (;;) {
    const record = await nextInt()
    if (record === 2) {
      const variable = await readVariable(bytes, int, caseSize)
      if (caseSize > fileLimits.savLabels || variables.length > fileLimits.columns)
        throw tooLarge(`it has more than ${fileLimits.columns} variables`)
      if (variable.width >= 0) variables.push(variable)
      caseSize++
    } else if (record === 3) {
      const entries: Labels['entries'] = []
      const count = listedNow(await nextInt())
      for (let i = 0; i < count; i++) {
        const value = await bytes.take(8)
        const length = (await bytes.take(1))[0] ?? 0
        const label = (await bytes.take(Math.ceil((length + 1) / 8) * 8 - 1)).subarray(0, length)
        entries.push({ value, label })
      }
      labels.push({ entries, at: [] })
    } else if (record === 4) {
      const count = listedNow(await nextInt())
      for (let i = 0; i < count; i++) labels.at(-1)?.at.push((await nextInt()) - 1)
    } else if (record === 6) await bytes.take((await nextInt()) * 80)
    else if (record === 7) {
      const fixed = await bytes.take(12)
      extensions.set(int(fixed, 0), await bytes.take(int(fixed, 4) * int(fixed, 8)))
    } else if (record === 999) break
    else throw new Unreadable(`unknown record ${record} in the dictionary`)
  }
  return { variables, labels, extensions, caseSize }

  function listedNow(count: number) {
    if (count < 0) throw new Unreadable('its value labels are damaged')
    listed += count
    if (listed > fileLimits.savLabels) throw tooLarge('it has too many value labels')
    return count
  }
}

/** A width below zero: a further piece of the text before. */
async function readVariable(bytes: ByteReader, int: Int, at: number): Promise<Variable> {
  const fixed = await bytes.take(28)
  const width = int(fixed, 0)
  const length = int(fixed, 4) === 1 ? int(await bytes.take(4), 0) : null
  const label = length === null ? null : (await bytes.take(Math.ceil(length / 4) * 4)).subarray(0, length)
  const count = int(fixed, 8)
  if (Math.abs(count) > 3) throw new Unreadable('its missing values are damaged')
  const missing: Buffer[] = []
  for (let i = 0; i < Math.abs(count); i++) missing.push(await bytes.take(8))
  const name = fixed.toString('latin1', 20, 28).trimEnd()
  return { name, width, format: int(fixed, 12), label, missing, range: count < 0, at }
}

function columnsOf(
  { variables, labels, extensions }: Records,
  { int, double }: { readonly int: Int; readonly double: (from: Buffer) => number },
  decode: (bytes: Buffer) => string,
  weightAt: number,
): SavColumn[] {
  const longNames = pairs(extensions.get(13), '\t', decode)
  const veryLong = pairs(extensions.get(14), '\0\t', decode)
  const display = displayOf(extensions.get(11), variables.length, int)
  const labelsAt = labelsByVariable(labels)
  const long = longLabels(extensions.get(21), int, decode)
  const columns: SavColumn[] = []
  for (let i = 0; i < variables.length; i++) {
    const variable = variables[i]
    if (!variable) continue
    const total = Number.parseInt(veryLong.get(variable.name) ?? '', 10) || variable.width
    const segments = total > 255 ? Math.ceil(total / 252) : 1
    const slots = variables.slice(i, i + segments).map((segment, index) => ({
      at: segment.at,
      bytes: variable.width === 0 ? 8 : segments === 1 ? total : Math.max(0, Math.min(255, total - index * 255)),
      format: (variable.format >> 16) & 0xff,
      text: variable.width > 0,
    }))
    const value = (raw: Buffer) => (variable.width > 0 ? decode(raw).trimEnd() : double(raw))
    const format = (variable.format >> 16) & 0xff
    const [from, to] = variable.missing
    const found = labelsAt.get(variable.at) ?? []
    const name = longNames.get(variable.name) ?? variable.name
    columns.push({
      name,
      label: variable.label ? decode(variable.label).trimEnd() : null,
      type: variable.width > 0 ? 'text' : dates.has(format) ? 'date' : 'number',
      width: variable.width > 0 ? total : (variable.format >> 8) & 0xff,
      decimals: variable.width > 0 ? 0 : variable.format & 0xff,
      measure: measures[display(i)] ?? null,
      valueLabels: new Map([
        ...found.map((entry) => [value(entry.value), decode(entry.label).trimEnd()] as const),
        ...(long.get(name) ?? []),
      ]),
      missing: variable.missing.slice(variable.range ? 2 : 0).map(value),
      missingRange: variable.range && from && to ? { from: bound(double(from)), to: bound(double(to)) } : null,
      weight: weightAt >= 0 && variable.at === weightAt,
      slots,
    })
    i += segments - 1
  }
  return columns
}

function labelsByVariable(labels: readonly Labels[]) {
  const found = new Map<number, Labels['entries']>()
  let given = 0
  for (const { entries, at } of labels)
    for (const variable of new Set(at)) {
      given += entries.length
      if (given > fileLimits.savLabels) throw tooLarge('it has too many value labels')
      const own = found.get(variable) ?? []
      for (const entry of entries) own.push(entry)
      found.set(variable, own)
    }
  return found
}

/** LOWEST and HIGHEST are written as the smallest and the largest double. */
const bound = (value: number) => (Math.abs(value) > 1e308 ? Math.sign(value) * Number.POSITIVE_INFINITY : value)

type Int = (from: Buffer, at: number) => number

function encodingIn(extensions: ReadonlyMap<number, Buffer>, int: Int) {
  const named = extensions.get(20)?.toString('latin1').replaceAll('\0', '').trim()
  const machine = extensions.get(3)
  const page = machine && machine.length >= 32 ? int(machine, 28) : 0
  const guessed = page === 65001 ? 'utf-8' : page >= 874 && page <= 1258 ? `windows-${page}` : 'windows-1252'
  return named && iconv.encodingExists(named) ? named : guessed
}

function pairs(bytes: Buffer | undefined, separator: string, decode: (bytes: Buffer) => string) {
  const parts = bytes ? decode(bytes).split(separator) : []
  return new Map(
    parts.flatMap((part) => {
      const [key, value] = part.split('=')
      return key && value !== undefined ? [[key, value.replaceAll('\0', '')] as const] : []
    }),
  )
}

/** Measurement level per variable; the record has two or three numbers for each. */
function displayOf(bytes: Buffer | undefined, count: number, int: Int) {
  const each = bytes ? Math.floor(bytes.length / 4 / Math.max(1, count)) : 0
  return (variable: number) => (bytes && each >= 2 ? int(bytes, variable * each * 4) : 0)
}

/** Value labels of texts longer than eight bytes, by variable. */
function longLabels(bytes: Buffer = Buffer.alloc(0), int: Int, decode: (bytes: Buffer) => string) {
  const found = new Map<string, (readonly [string, string])[]>()
  let at = 0
  const take = (length: number) => {
    if (!(length >= 0 && at + length <= bytes.length)) throw new Unreadable('its value labels are damaged')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = () => int(take(4), 0)
  const text = () => decode(take(number())).trimEnd()
  while (at < bytes.length) {
    const name = text()
    take(4)
    const entries = found.get(name) ?? []
    for (let count = number(); count > 0; count--) entries.push([text(), text()])
    found.set(name, entries)
  }
  return found
}
