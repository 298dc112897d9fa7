export type Labelled = { readonly value: number | string; readonly label: string }
export type SavVariable = {
  readonly name: string
  readonly label: string
  /** Bytes of a text, at most 255; 0: a number. */
  readonly width: number
  readonly decimals: number
  readonly measure: 'nominal' | 'ordinal' | 'scale'
  readonly isDate?: boolean
  readonly labels: readonly Labelled[]
  /** At most three. */
  readonly missing: readonly (number | string)[]
}
type Sets = readonly { readonly name: string; readonly label: string; readonly variables: readonly string[] }[]

const int = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, 4 * at)
  return bytes
}
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** UTF-8, cut between letters, filled with spaces up to a length. */
function text(from: string, { most, fill = 0 }: { most: number; fill?: number }): Buffer {
  let cut = from
  while (Buffer.byteLength(cut) > most) cut = Array.from(cut).slice(0, -1).join('')
  const bytes = Buffer.from(cut)
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, fill - bytes.length), ' ')])
}

const up = (length: number, to: number) => Math.ceil(length / to) * to
const eight = (width: number) => Math.max(1, Math.ceil(width / 8))
const shortName = (at: number) => `V${at + 1}`
const formats = { text: 1, number: 5, date: 20 } as const
const measures = { nominal: 1, ordinal: 2, scale: 3 } as const
const longestLabel = 255
const longestValueLabel = 120
const extension = (kind: number, size: number, bytes: Buffer) =>
  Buffer.concat([int(7, kind, size, bytes.length / size), bytes])

/**
 * An SPSS system file without cases, in UTF-8. Missing values of texts over eight bytes cannot be declared in one.
 * @see https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html
 */
export function savFile({
  label,
  variables,
  sets,
}: {
  readonly label: string
  readonly variables: readonly SavVariable[]
  readonly sets: Sets
}): Buffer {
  const starts: number[] = []
  let size = 0
  for (const { width } of variables) {
    starts.push(size + 1)
    size += eight(width)
  }
  const shortOf = new Map(variables.map(({ name }, at) => [name, shortName(at)]))
  const names = variables.map(({ name }, at) => `${shortName(at)}=${name}`).join('\t')
  const grouped = sets.map(
    ({ name, label: own, variables: of }) =>
      `$${name}=D1 1 ${Buffer.byteLength(own)} ${own} ${of.map((one) => (shortOf.get(one) ?? one).toLowerCase()).join(' ')}\n`,
  )
  return Buffer.concat([
    header(label, size),
    ...variables.map(variableRecord),
    ...variables.map((variable, at) => shortLabels(variable, starts[at] ?? 0)),
    extension(3, 4, int(20, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, Buffer.concat([-Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE].map(double))),
    ...(grouped.length > 0 ? [extension(7, 1, Buffer.from(grouped.join('')))] : []),
    extension(
      11,
      4,
      Buffer.concat(variables.map(({ measure, width }) => int(measures[measure], 8, width > 0 ? 0 : 1))),
    ),
    extension(13, 1, Buffer.from(names)),
    extension(20, 1, Buffer.from('UTF-8')),
    ...longLabels(variables),
    int(999, 0),
  ])
}

const header = (label: string, caseSize: number) =>
  Buffer.concat([
    text('$FL2@(#) SPSS DATA FILE Kaiku', { most: 64, fill: 64 }),
    // Layout, values per case, no compression, no weight, no cases.
    int(2, caseSize, 0, 0, 0),
    double(100),
    text('01 Jan 7000:00:00', { most: 17, fill: 17 }),
    text(label, { most: 64, fill: 64 }),
    Buffer.alloc(3),
  ])

function variableRecord(variable: SavVariable, at: number): Buffer {
  const { width, decimals, label, missing, isDate = false } = variable
  const kind = width > 0 ? formats.text : isDate ? formats.date : formats.number
  const format = (kind << 16) | ((width > 0 ? width : isDate ? 11 : 8) << 8) | decimals
  const said = text(label, { most: longestLabel })
  const declared = width > 8 ? [] : missing
  return Buffer.concat([
    int(2, width, said.length > 0 ? 1 : 0, declared.length, format, format),
    text(shortName(at), { most: 8, fill: 8 }),
    ...(said.length > 0 ? [int(said.length), said, Buffer.alloc(up(said.length, 4) - said.length, ' ')] : []),
    ...declared.map(pieceOf),
    ...Array.from({ length: eight(width) - 1 }, () => Buffer.concat([int(2, -1, 0, 0, 0, 0), Buffer.alloc(8, ' ')])),
  ])
}

const pieceOf = (value: number | string) =>
  typeof value === 'number' ? double(value) : text(value, { most: 8, fill: 8 })

/** Value labels of numbers and of texts of eight bytes at most. */
function shortLabels({ labels, width }: SavVariable, start: number): Buffer {
  if (labels.length === 0 || width > 8) return Buffer.alloc(0)
  const each = labels.map(({ value, label }) => {
    const said = text(label, { most: longestValueLabel })
    const whole = up(said.length + 1, 8)
    return Buffer.concat([pieceOf(value), Buffer.from([said.length]), said, Buffer.alloc(whole - 1 - said.length, ' ')])
  })
  return Buffer.concat([int(3, labels.length), ...each, int(4, 1, start)])
}

function longLabels(variables: readonly SavVariable[]): Buffer[] {
  const counted = (bytes: Buffer) => [int(bytes.length), bytes]
  const each = variables.flatMap(({ name, labels, width }) =>
    labels.length === 0 || width <= 8
      ? []
      : [
          ...counted(Buffer.from(name)),
          int(width, labels.length),
          ...labels.flatMap(({ value, label }) => [
            ...counted(text(String(value), { most: width, fill: width })),
            ...counted(text(label, { most: longestValueLabel })),
          ]),
        ],
  )
  return each.length === 0 ? [] : [extension(21, 1, Buffer.concat(each))]
}
