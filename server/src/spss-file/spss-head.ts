import { counted, double, extension, filled, int, text } from './spss-bytes.ts'
import { piecesOf, type SpssLabel, type SpssSet, type SpssVariable, segmentsOf, shortText } from './spss-variable.ts'

export type SpssDictionary = {
  /** What the file is of. */
  readonly label: string
  readonly variables: readonly SpssVariable[]
  readonly sets: readonly SpssSet[]
  readonly cases: number
  /** When it was written, in milliseconds since 1970. */
  readonly at: number
}

/** A variable with where it lies: the number of its first record, and of its first piece of eight bytes, from 0. */
type Placed = SpssVariable & { readonly record: number; readonly piece: number; readonly segments: readonly number[] }

const formats = { text: 1, number: 5, date: 20 } as const
const measures = { nominal: 1, ordinal: 2, scale: 3 } as const
const shownWidth = { whole: 8, broken: 16, date: 11 } as const
const longestLabel = 255
const longestValueLabel = 120
const mostMissing = 3

const shortName = (record: number) => `V${record + 1}`

/**
 * What stands before the cases of an SPSS system file, in UTF-8.
 * @see https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html
 */
export function spssHead({ label, variables, sets, cases, at }: SpssDictionary): Buffer {
  const placed = place(variables)
  const size = placed.reduce((sum, { segments }) => sum + piecesIn(segments), 0)
  return Buffer.concat([
    header(label, size, cases, at),
    ...placed.flatMap(variableRecords),
    ...placed.map(shortLabels),
    // Which machine wrote it: doubles of IEEE, the smaller end first, UTF-8.
    extension(3, 4, int(20, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, Buffer.concat([double(-Number.MAX_VALUE), double(Number.MAX_VALUE), lowest])),
    ...setRecords(sets, placed),
    extension(11, 4, Buffer.concat(placed.flatMap(displayOf))),
    extension(13, 1, Buffer.from(placed.map(({ record, name }) => `${shortName(record)}=${name}`).join('\t'))),
    ...veryLongTexts(placed),
    extension(16, 8, Buffer.concat([long(1), long(cases)])),
    extension(20, 1, Buffer.from('UTF-8')),
    ...longLabels(placed),
    ...longMissing(placed),
    int(999, 0),
  ])
}

/** The number next to the one that stands for no value. */
const lowest = Buffer.from('feffffffffffefff', 'hex')

const long = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return bytes
}

const piecesIn = (segments: readonly number[]) => segments.reduce((sum, width) => sum + piecesOf(width), 0)

function place(variables: readonly SpssVariable[]): Placed[] {
  let [record, piece] = [0, 0]
  return variables.map((variable) => {
    const segments = segmentsOf(variable.width)
    const placed = { ...variable, record, piece, segments }
    record += segments.length
    piece += piecesIn(segments)
    return placed
  })
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `21 Nov 26` and `13:30:00`, one right behind the other. */
function momentText(at: number): string {
  const moment = new Date(at).toISOString()
  return `${moment.slice(8, 10)} ${months[Number(moment.slice(5, 7)) - 1]} ${moment.slice(2, 4)}${moment.slice(11, 19)}`
}

const header = (label: string, caseSize: number, cases: number, at: number) =>
  Buffer.concat([
    text('$FL2@(#) SPSS DATA FILE Kaiku', { most: 64, fill: 64 }),
    // Layout, pieces per case, compressed, no weight.
    int(2, caseSize, 1, 0, cases),
    double(100),
    text(momentText(at), { most: 17, fill: 17 }),
    text(label, { most: 64, fill: 64 }),
    Buffer.alloc(3),
  ])

function variableRecords(variable: Placed): Buffer[] {
  const { segments, record } = variable
  return segments.flatMap((width, at) => {
    const own = at === 0 ? variable : { ...variable, label: '', missing: [], missingRange: null }
    return [variableRecord(own, width, record + at), ...Array.from({ length: piecesOf(width) - 1 }, () => further)]
  })
}

/** Each piece of a text behind its first one. */
const further = Buffer.concat([int(2, -1, 0, 0, 0, 0), Buffer.alloc(8, ' ')])

function variableRecord(variable: SpssVariable, width: number, record: number): Buffer {
  const { decimals, label, isDate = false } = variable
  const kind = width > 0 ? formats.text : isDate ? formats.date : formats.number
  const shown = isDate ? shownWidth.date : decimals > 0 ? shownWidth.broken : shownWidth.whole
  const format = (kind << 16) | ((width > 0 ? width : shown) << 8) | (width > 0 ? 0 : decimals)
  const said = text(label, { most: longestLabel })
  const { count, values } = missingOf(variable, width)
  return Buffer.concat([
    int(2, width, said.length > 0 ? 1 : 0, count, format, format),
    text(shortName(record), { most: 8, fill: 8 }),
    ...(said.length > 0 ? [int(said.length), filled(said, 4)] : []),
    ...values,
  ])
}

/** A count below zero says that the first two are a range. */
function missingOf({ missing, missingRange = null }: SpssVariable, width: number) {
  if (width > shortText) return { count: 0, values: [] }
  const range = missingRange ?? []
  const single = missing.slice(0, missingRange ? 1 : mostMissing)
  const count = missingRange ? -2 - single.length : single.length
  return { count, values: [...range, ...single].map(pieceOf) }
}

const pieceOf = (value: number | string) =>
  typeof value === 'number' ? double(value) : text(value, { most: shortText, fill: shortText })

/** Value labels of numbers and of short texts. */
function shortLabels({ labels, width, piece }: Placed): Buffer {
  if (labels.length === 0 || width > shortText) return Buffer.alloc(0)
  const each = labels.map(({ value, label }) => {
    const said = text(label, { most: longestValueLabel })
    return Buffer.concat([pieceOf(value), filled(Buffer.concat([Buffer.from([said.length]), said]), 8)])
  })
  return Buffer.concat([int(3, labels.length), ...each, int(4, 1, piece + 1)])
}

const displayOf = ({ segments, measure }: Placed) =>
  segments.map((width) => int(measures[measure], 8, width > 0 ? 0 : 1))

function setRecords(sets: readonly SpssSet[], placed: readonly Placed[]): Buffer[] {
  if (sets.length === 0) return []
  const shortOf = new Map(placed.map(({ name, record }) => [name, shortName(record).toLowerCase()]))
  const each = sets.map(({ name, label, variables }) => {
    const said = text(label.replaceAll('\n', ' '), { most: longestLabel })
    return `$${name}=D1 1 ${said.length} ${said.toString()} ${variables.map((one) => shortOf.get(one) ?? one).join(' ')}\n`
  })
  return [extension(7, 1, Buffer.from(each.join('')))]
}

function veryLongTexts(placed: readonly Placed[]): Buffer[] {
  const each = placed.flatMap(({ segments, record, width }) =>
    segments.length > 1 ? [`${shortName(record)}=${String(width).padStart(5, '0')}\0\t`] : [],
  )
  return each.length === 0 ? [] : [extension(14, 1, Buffer.from(each.join('')))]
}

function longLabels(placed: readonly Placed[]): Buffer[] {
  const written = ({ value, label }: SpssLabel, width: number) => [
    counted(text(String(value), { most: width, fill: width })),
    counted(text(label, { most: longestValueLabel })),
  ]
  const each = placed.flatMap(({ name, labels, width }) =>
    labels.length === 0 || width <= shortText
      ? []
      : [counted(Buffer.from(name)), int(width, labels.length), ...labels.flatMap((one) => written(one, width))],
  )
  return each.length === 0 ? [] : [extension(21, 1, Buffer.concat(each))]
}

/** Missing values of texts that are not short: those of eight bytes at most. */
function longMissing(placed: readonly Placed[]): Buffer[] {
  const each = placed.flatMap(({ name, missing, width }) => {
    const own = missing.filter((one) => Buffer.byteLength(String(one)) <= shortText).slice(0, mostMissing)
    if (width <= shortText || own.length === 0) return []
    return [counted(Buffer.from(name)), Buffer.from([own.length]), int(shortText), ...own.map(pieceOf)]
  })
  return each.length === 0 ? [] : [extension(22, 1, Buffer.concat(each))]
}
