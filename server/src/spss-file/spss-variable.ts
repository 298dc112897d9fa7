export type SpssValue = number | string | null
export type SpssLabel = { readonly value: number | string; readonly label: string }

export type SpssVariable = {
  /** As `spssNames` makes them. */
  readonly name: string
  readonly label: string
  /** Bytes of a text, at most `longestText`; 0: a number. */
  readonly width: number
  readonly decimals: number
  readonly measure: 'nominal' | 'ordinal' | 'scale'
  /** A number that is shown as a day, as `spssDay` tells it. */
  readonly isDate?: boolean
  readonly labels: readonly SpssLabel[]
  /** Values that are no answer, at most three, or one beside a range; a text of more than eight bytes cannot be one. */
  readonly missing: readonly (number | string)[]
  /** Numbers from one to another that are no answers. */
  readonly missingRange?: readonly [number, number] | null
}

/** Variables of 0 and 1 that are the choices of one question. */
export type SpssSet = { readonly name: string; readonly label: string; readonly variables: readonly string[] }

/** Bytes that a text may have. */
export const longestText = 32_767

/** Bytes up to which a text is one piece, with labels and missing values like a number. */
export const shortText = 8
const longestSegment = 255
/** Bytes of a very long text for which it gets one more segment. */
const countedSegment = 252

/** Widths of the variables that a text is kept in: one, or several where it is very long. */
export function segmentsOf(width: number): number[] {
  if (width <= longestSegment) return [width]
  const count = Math.ceil(width / countedSegment)
  return [...Array.from({ length: count - 1 }, () => longestSegment), width - (count - 1) * countedSegment]
}

/** Pieces of eight bytes that a value takes. */
export const piecesOf = (width: number): number => Math.max(1, Math.ceil(width / 8))

const dayLength = 86_400
/** Seconds from SPSS’s first day, 1582-10-14, to 1970-01-01. */
const epochSeconds = 12_219_379_200

/** A day as a number, by the milliseconds since 1970 at which it begins in UTC. */
export const spssDay = (milliseconds: number): number =>
  Math.floor(milliseconds / 1_000 / dayLength) * dayLength + epochSeconds

const reserved = new Set('all and by eq ge gt le lt ne not or to with'.split(' '))
const longestName = 64

/** Makes names legal, and no two the same, whatever their case. */
export function spssNames(): (wanted: string) => string {
  const taken = new Set(reserved)
  return (wanted) => {
    const base = wanted.replace(/[^A-Za-z0-9._]/g, '_').replace(/^(?![A-Za-z])/, 'v')
    for (let at = 1; ; at++) {
      const end = at === 1 ? '' : `_${at}`
      const name = `${base.slice(0, longestName - end.length)}${end}`.replace(/\.$/, '_')
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  }
}
