import { type Day, dayIn } from './day.ts'
import { momentIn, nextDay, weekdayOf } from './zoned-time.ts'

/** When people work. Times of day are `09:00`, up to `24:00`; weekdays begin with 1, Monday. */
export type WorkingHours = {
  /** IANA zone. */
  readonly timeZone: string
  readonly hours: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[]
  /** `2026-12-24`, or `12-24` for every year. */
  readonly holidays: readonly string[]
}

/** Milliseconds since 1970; `to` is not included. */
type Span = { readonly from: number; readonly to: number }

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What is worked on a day, in order and without overlaps. The day that summer time begins is an hour shorter, as it is. */
function worked({ timeZone, hours, holidays }: WorkingHours, day: Day): Span[] {
  if (holidays.includes(day) || holidays.includes(day.slice(5))) return []
  const weekday = weekdayOf(day)
  const spans: Span[] = []
  const today = hours
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
    .sort((a, b) => a.from - b.from)
  for (const { from, to } of today) {
    const last = spans.at(-1)
    const begins = momentIn(timeZone, day, from)
    const ends = momentIn(timeZone, day, to)
    if (last && begins <= last.to) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, ends) }
    else if (ends > begins) spans.push({ from: begins, to: ends })
  }
  return spans
}

const hourMs = 3_600_000
/** Days without any work after which nobody is waited for: the calendar holds none. */
const longestPause = 3_700

/** What is worked after a moment, in order; ends where the calendar has no work for ten years. */
function* workedAfter(calendar: WorkingHours, moment: number): Generator<Span> {
  let day = dayIn(calendar.timeZone, moment)
  for (let idle = 0; idle < longestPause; idle++, day = nextDay(day))
    for (const { from, to } of worked(calendar, day)) {
      if (to <= moment) continue
      idle = 0
      yield { from: Math.max(from, moment), to }
    }
}

/** The moment at which so many working hours have passed. A calendar without work answers the moment itself. */
export function afterWorkingHours(calendar: WorkingHours, moment: number, hours: number): number {
  let left = Math.round(hours * hourMs)
  for (const { from, to } of workedAfter(calendar, moment)) {
    if (to - from >= left) return from + left
    left -= to - from
  }
  return moment
}

/** Working hours between two moments; 0 when `to` is not later. */
export function workingHoursBetween(calendar: WorkingHours, from: number, to: number): number {
  let sum = 0
  if (to <= from) return 0
  for (const span of workedAfter(calendar, from)) {
    if (span.from >= to) break
    sum += Math.min(span.to, to) - span.from
  }
  return sum / hourMs
}

const isWorked = ({ hours, holidays }: WorkingHours, day: Day): boolean =>
  !holidays.includes(day) && !holidays.includes(day.slice(5)) && hours.some(({ days }) => days.includes(weekdayOf(day)))

/** Days behind a day, up to another and that included, on which anybody works; counted up to `most`. */
export function workingDaysAfter(calendar: WorkingHours, after: Day, to: Day, most: number): number {
  let count = 0
  for (let day = nextDay(after); day <= to && count < most; day = nextDay(day)) if (isWorked(calendar, day)) count++
  return count
}

/** Nine to five from Monday to Friday, where nothing else is said. */
export const usualHours = (timeZone: string): WorkingHours => ({
  timeZone,
  hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  holidays: [],
})
