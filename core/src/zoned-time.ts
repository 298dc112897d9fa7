import { addDays, type Day, dayIn } from './day.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const two = '2-digit'
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  clocks.set(zone, clock)
  return clock
}

/** What a wall clock in a zone shows, as if it hung in UTC; whole seconds, in the years 1 to 9999. */
function shown(zone: string, epochMs: number): number {
  const found = new Map(
    clockOf(zone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  )
  const of = (part: Intl.DateTimeFormatPartTypes) => found.get(part) ?? ''
  // Not Date.UTC, which takes the year 50 for 1950.
  const day = `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`
  return Date.parse(`${day}T${of('hour')}:${of('minute')}:${of('second')}Z`)
}

/** Milliseconds that a wall clock in an IANA zone is ahead of UTC at a moment of whole seconds. */
export const offsetIn = (zone: string, epochMs: number): number => shown(zone, epochMs) - epochMs

/** The zones that there are, by their IANA names. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** A zone by its name or a former one, in any case, as `timeZones` has it; null: there is none. */
export function zoneNamed(text: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return timeZones.includes(timeZone) ? timeZone : null
  } catch {
    return null
  }
}

const minuteMs = 60_000

/**
 * The moment, in milliseconds since 1970, at which a wall clock in an IANA zone shows so many minutes of a day; 1440 is
 * the next midnight. A time that the change to summer skips is the moment of the change; of one that comes twice it is
 * the first. Throws RangeError for an unknown zone.
 */
export function momentIn(zone: string, day: Day, minutes: number): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs
  const offsetAt = (moment: number) => offsetIn(zone, moment)
  // The offsets before and after any change that may lie near.
  const before = wanted - offsetAt(wanted - dayMs)
  const after = wanted - offsetAt(wanted + dayMs)
  const fitting = [before, after].filter((moment) => shown(zone, moment) === wanted)
  if (fitting.length > 0) return Math.min(...fitting)
  // Skipped: the change lies between the two.
  return changeBetween(Math.min(before, after), Math.max(before, after), offsetAt)
}

const dayMs = 86_400_000

function changeBetween(from: number, to: number, offsetAt: (moment: number) => number): number {
  let [low, high] = [from, to]
  const offset = offsetAt(low)
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}

/** 1 is Monday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

export const nextDay = (day: Day): Day => addDays(day, 1)

/** When a clock in the zone shows the hour next after a moment, once a day: milliseconds since 1970, as `after`. */
export function nextHour(zone: string, hour: number, after: number): number {
  const today = dayIn(zone, after)
  const moment = momentIn(zone, today, hour * 60)
  return moment > after ? moment : momentIn(zone, nextDay(today), hour * 60)
}
