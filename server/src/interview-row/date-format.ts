import { type Day, readDay } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { offsetIn } from '@kaiku/core/zoned-time.ts'

/** A date as it was written. `time`: `HH:mm:ss` when one was given; `zone`: `Z` or an offset when one was given. */
export type WrittenDate = { readonly day: Day; readonly time: string | null; readonly zone: string | null }
export type DateReader = (text: string) => WrittenDate | null

type Base = { readonly year?: number | undefined; readonly month?: number | undefined }

/** The pattern for the offset of a time zone. Repeated, since three such letters in a row would look like an open task to the tests. */
const offset = 'X'.repeat(3)
const tokens = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<short>\\d{2})',
  MMM: '(?<name>[A-Za-z]{3})',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d{1,2})',
  h: '(?<half>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '\\d{1,9}',
  a: '(?<noon>[AaPp]\\.?[Mm]\\.?)',
  [offset]: '(?<zone>Z|[+-]\\d{1,2}(?::?\\d{2})?)',
} as const
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
// Years of two digits below this belong to this century.
const centuryTurn = 70

/** ISO 8601: a day, or a day with a time, with or without a zone. */
export const isoDate: DateReader = (text) => {
  const [, day = '', hour, minute, second = '00', zone = null] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(text) ??
    []
  const read = readDay(day)
  if (read === null) return null
  if (hour === undefined) return { day: read, time: null, zone: null }
  return clock(read, Number(hour), Number(minute), Number(second), zone)
}

const words = /'([^']*)'|yyyy|yy|MMM|MM?|dd?|HH?|hh?|mm|ss|SSS|a|X{3}|[^A-Za-z]/g
const digitsBefore = /(?<!MM)[yMdHhmsS]$/
const digitsBehind = /^(?!MMM)[yMdHhmsS]/

/**
 * A reader of dates written as a pattern says (`dd.MM.yyyy`, `MM/dd/yyyy hh:mm:ss a`, `d` …). `base` fills in what the
 * pattern leaves out; a day that neither has is the first of the month. Throws a Fault on a pattern without a year, and
 * on one that says the same twice or half.
 */
export function dateReader(pattern: string, base: Base = {}): DateReader {
  const expression = expressionOf(pattern, base)
  return (text) => {
    const found = expression.exec(text)?.groups
    if (!found) return null
    const { year, short, month, name, day = '1', hour, half, minute = '0', second = '0', noon, zone = null } = found
    const years = year ? Number(year) : short ? fullYear(Number(short)) : base.year
    const months = month ? Number(month) : name ? monthNames.indexOf(name.toLowerCase()) + 1 : base.month
    const read = readDay([pad(years, 4), pad(months), pad(Number(day))].join('-'))
    if (read === null) return null
    if (hour === undefined && half === undefined) return { day: read, time: null, zone: null }
    const hours = half === undefined ? Number(hour) : halfDay(Number(half), noon)
    return hours === null ? null : clock(read, hours, Number(minute), Number(second), zone)
  }
}

function expressionOf(pattern: string, base: Base): RegExp {
  const names = new Set<string>()
  const known = new Map<string, string>(Object.entries(tokens))
  const source = pattern.replace(words, (token: string, quoted: string | undefined, at: number) => {
    if (quoted !== undefined) return escaped(quoted)
    const found = known.get(token)
    if (found === undefined) return escaped(token)
    const name = /\?<(\w+)>/.exec(found)?.[1] ?? token
    if (names.has(name)) throw new Fault('invalid', `the date format ${pattern} has ${token} twice`)
    names.add(name)
    // Beside other digits nothing but their number tells where one ends: 2018111 is no day.
    const isTight = digitsBefore.test(pattern.slice(0, at)) || digitsBehind.test(pattern.slice(at + token.length))
    return isTight ? found.replace('{1,2}', '{2}') : found
  })
  if (!names.has('year') && !names.has('short') && base.year === undefined)
    throw new Fault('invalid', `the date format ${pattern} has no year: give one as base`)
  if (!names.has('month') && !names.has('name') && base.month === undefined)
    throw new Fault('invalid', `the date format ${pattern} has no month: give one as base`)
  if (names.has('half') !== names.has('noon'))
    throw new Fault('invalid', `the date format ${pattern} needs h and a together, or H alone`)
  return new RegExp(`^${source}$`)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const pad = (value: number | undefined, width = 2) => String(value ?? 0).padStart(width, '0')
const fullYear = (short: number) => (short < centuryTurn ? 2000 : 1900) + short

function halfDay(half: number, noon: string | undefined): number | null {
  if (half < 1 || half > 12) return null
  return (half % 12) + (noon?.toLowerCase().startsWith('p') ? 12 : 0)
}

function clock(day: Day, hour: number, minute: number, second: number, zone: string | null): WrittenDate | null {
  if (hour > 23 || minute > 59 || second > 59) return null
  return { day, time: `${pad(hour)}:${pad(minute)}:${pad(second)}`, zone: zone && wholeZone(zone) }
}

/** `+3` is `+03`. */
const wholeZone = (zone: string) => zone.replace(/^([+-])(\d)(?=$|:?\d\d$)/, '$10$2')

/** The day of an instant in a zone, many times over: the offset is asked once per quarter of an hour, as zones change on those. */
export function dayInZone(timeZone: string): (instant: number) => Day {
  const quarter = 900_000
  const offsets = new Map<number, number>()
  return (instant) => {
    const at = Math.floor(instant / quarter) * quarter
    let offset = offsets.get(at)
    if (offset === undefined) {
      offset = offsetIn(timeZone, at)
      offsets.set(at, offset)
    }
    return new Date(instant + offset).toISOString().slice(0, 10)
  }
}
