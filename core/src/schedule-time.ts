import { addDays, type Calendar, type Day, dayIn, endOf, parts, startOf } from './day.ts'
import { momentIn, nextDay, offsetIn, weekdayOf } from './zoned-time.ts'

/** On which days something is done again and again. Weekdays begin with 1, Monday. */
export type ScheduleRule =
  /** At so many minutes past the hour, whatever day it is. */
  | { readonly every: 'hour' }
  | { readonly every: 'day' }
  | { readonly every: 'week'; readonly days: readonly number[] }
  /** `day`: of the month; the last one where the month is shorter. */
  | { readonly every: 'month'; readonly day: number }
  /** On the first day of each. */
  | { readonly every: 'fiscalQuarter' }
  | { readonly every: 'fiscalYear' }

export type Schedule = {
  readonly rule: ScheduleRule
  /** Of the day; of the hour where it is done each hour. */
  readonly minutes: number
  /** IANA zone. */
  readonly zone: string
  /** Where the universe’s quarters and years begin. */
  readonly calendar: Calendar
  /** `2026-12-24`, or `12-24` for every year: what would be done then is done on the next working day. */
  readonly daysOff: readonly string[]
}

/** Days that something waits for a working day, at most: of a calendar without any it is done on its own day. */
const longestWait = 31
/** Days within which every rule has a day. */
const horizon = 400 + longestWait

function isNamed(rule: ScheduleRule, day: Day, calendar: Calendar): boolean {
  switch (rule.every) {
    case 'hour':
    case 'day':
      return true
    case 'week':
      return rule.days.includes(weekdayOf(day))
    case 'month':
      return parts(day).day === Math.min(rule.day, parts(endOf('month', day)).day)
    case 'fiscalQuarter':
      return startOf('quarter', day, calendar) === day
    case 'fiscalYear':
      return startOf('year', day, calendar) === day
  }
}

/** The day itself, or the next working day, from Monday to Friday, where it is a day off. */
function worked(day: Day, daysOff: ReadonlySet<string>): Day {
  const isOff = (one: Day) => daysOff.has(one) || daysOff.has(one.slice(5))
  if (!isOff(day)) return day
  let next = nextDay(day)
  for (let waited = 1; waited <= longestWait; waited++, next = nextDay(next))
    if (!isOff(next) && weekdayOf(next) <= 5) return next
  return day
}

/**
 * The next moment after another at which it is to be done, milliseconds since 1970; null: the rule names no day. Once on
 * each day that the clock shows, whatever it does: a time that the change to summer skips is the moment of the change, of
 * one that comes twice it is the first. Throws RangeError for an unknown zone.
 */
export function nextRun({ rule, minutes, zone, calendar, daysOff }: Schedule, after: number): number | null {
  if (rule.every === 'hour') return nextInHour(zone, minutes, after)
  const off = new Set(daysOff)
  const today = dayIn(zone, after)
  const isOver = momentIn(zone, today, minutes) <= after
  let found: Day | null = null
  let day = addDays(today, -longestWait)
  // What waits for a working day may come after what is due later on a day that is none.
  for (let looked = 0; looked < horizon && (found === null || day <= found); looked++, day = nextDay(day)) {
    if (!isNamed(rule, day, calendar)) continue
    const on = worked(day, off)
    const isAhead = isOver ? on > today : on >= today
    if (isAhead && (found === null || on < found)) found = on
  }
  return found === null ? null : momentIn(zone, found, minutes)
}

const hourMs = 3_600_000

/** The next moment at which a clock in the zone shows so many minutes past an hour. */
function nextInHour(zone: string, minutes: number, after: number): number {
  // Zones differ from each other by quarters of an hour.
  const ahead = offsetIn(zone, Math.floor(after / 1_000) * 1_000) % hourMs
  const shown = Math.floor((after + ahead) / hourMs) * hourMs + minutes * 60_000 - ahead
  return shown > after ? shown : shown + hourMs
}
