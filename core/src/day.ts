/** A calendar day without a time or a zone, `2026-11-21`, in the years 1 to 9999. Days sort as texts. */
export type Day = string
export const timeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type TimeUnit = (typeof timeUnits)[number]

export const firstDay: Day = '0001-01-01'
export const lastDay: Day = '9999-12-31'

const dayMs = 86_400_000
const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** Arithmetic that leaves the years 1 to 9999 stays at their first or last day. */
function fromMs(ms: number): Day {
  if (!(ms > toMs(firstDay))) return firstDay
  return ms > toMs(lastDay) ? lastDay : new Date(ms).toISOString().slice(0, 10)
}

/** Year, month (1–12) and day of the month. */
export const parts = (day: Day): { year: number; month: number; day: number } => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
})

/** Reads `2026-11-21` or `20261121`; null when the calendar has no such day. */
export function readDay(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? []
  const written = `${year}-${month}-${day}`
  const ms = toMs(written)
  if (year === undefined || year === '0000' || Number.isNaN(ms)) return null
  return new Date(ms).toISOString().slice(0, 10) === written ? written : null
}

/** The day as the grammars write it, `20261121`. */
export const compactDay = (day: Day): string => day.replaceAll('-', '')

export const addDays = (day: Day, count: number): Day => fromMs(toMs(day) + count * dayMs)

/** The same day of another month, or that month's last: a month after 31 January is 28 February. */
export function addMonths(day: Day, count: number): Day {
  const at = parts(day)
  return fromMonths(at.year * 12 + at.month - 1 + count, at.day)
}

/** A day of a month counted from January of the year 0, or that month's last. */
function fromMonths(months: number, day: number): Day {
  const year = Math.floor(months / 12)
  if (year < 1) return firstDay
  if (year > 9999) return lastDay
  const pad = (number: number, width: number) => String(number).padStart(width, '0')
  const text = `${pad(year, 4)}-${pad((months % 12) + 1, 2)}-${pad(day, 2)}`
  return readDay(text) ?? fromMonths(months, day - 1)
}

/** The same day of another year; 29 February becomes 28 where there is none. */
export const addYears = (day: Day, count: number): Day => addMonths(day, 12 * count)

const daysOf = { day: 1, week: 7 } as const
const monthsOf = { month: 1, quarter: 3, year: 12 } as const

/** Moves by whole units, from any day. */
export const addUnits = (unit: TimeUnit, day: Day, count: number): Day =>
  unit === 'day' || unit === 'week' ? addDays(day, count * daysOf[unit]) : addMonths(day, count * monthsOf[unit])

/** Where weeks, quarters and years begin: a weekday, 1 is Monday, and a month, 1 is January. */
export type Calendar = { readonly weekStart: number; readonly fiscalYearStart: number }
export const plainCalendar: Calendar = { weekStart: 1, fiscalYearStart: 1 }

/** First day of the unit that holds the day. */
export function startOf(unit: TimeUnit, day: Day, { weekStart, fiscalYearStart } = plainCalendar): Day {
  if (unit === 'day') return day
  if (unit === 'week') return addDays(day, -((new Date(toMs(day)).getUTCDay() + 7 - weekStart) % 7))
  const { year, month } = parts(day)
  const start = unit === 'month' ? 0 : fiscalYearStart - 1
  const months = year * 12 + month - 1 - start
  return fromMonths(months - (months % monthsOf[unit]) + start, 1)
}

/** Last day of the unit that holds the day. */
export function endOf(unit: TimeUnit, day: Day, calendar = plainCalendar): Day {
  const next = addUnits(unit, startOf(unit, day, calendar), 1)
  return next === lastDay ? lastDay : addDays(next, -1)
}

/** Days from one day to another: 0 for the same, negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((toMs(to) - toMs(from)) / dayMs)

/**
 * A week's number and the year that holds most of it: 2027-01-01 is in week 53 of 2026. As ISO 8601 numbers weeks, also
 * where they begin on another day than Monday.
 */
export function weekOf(day: Day, calendar = plainCalendar): { year: number; week: number } {
  const middle = addDays(startOf('week', day, calendar), 3)
  const year = middle.slice(0, 4)
  return { year: Number(year), week: Math.floor(daysBetween(`${year}-01-01`, middle) / 7) + 1 }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The day that a moment falls on in an IANA zone. Throws RangeError for an unknown zone. */
export function dayIn(zone: string, epochMs: number): Day {
  let clock = clocks.get(zone)
  if (!clock) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en', { timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn', ...digits })
    clocks.set(zone, clock)
  }
  const found = new Map(clock.formatToParts(epochMs).map(({ type, value }) => [type, value]))
  return `${(found.get('year') ?? '').padStart(4, '0')}-${found.get('month')}-${found.get('day')}`
}
