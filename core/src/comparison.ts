import {
  addDays,
  addMonths,
  addYears,
  type Calendar,
  type Day,
  daysBetween,
  endOf,
  plainCalendar,
  startOf,
} from './day.ts'
import { type Days, type IntervalUnit, readDateInterval, readDateRef, unitOf } from './relative-date.ts'

export const comparisons = ['previous', 'yearBefore', 'periodToDate'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * The period that a period is compared with; null when it is open-ended. `written`, the period's written value, tells
 * `the last 31 days` from a whole month and `the year so far` from `the month so far`. `today`: where a period to date
 * stops; without it the period is taken to stop there already. `calendar`: where quarters and years to date begin.
 */
export function compare(
  period: Days,
  how: Comparison,
  written?: string,
  today?: Day,
  calendar = plainCalendar,
): { from: Day; to: Day } | null {
  const { from, to } = period
  if (from === null || to === null) return null
  const unit = writtenUnit(written)
  const months = unit === 'day' ? null : wholeMonths(from, to)
  if (how === 'yearBefore') return yearBefore(from, to, months !== null)
  if (how === 'periodToDate') {
    const reached = today !== undefined && from <= today && today < to ? today : to
    const span = monthsToDate(from, to, unit, calendar)
    return span === null
      ? equalLengthBefore(from, reached)
      : { from: addMonths(from, -span), to: addMonths(reached, -span) }
  }
  return months === null ? equalLengthBefore(from, to) : { from: addMonths(from, -months), to: addDays(from, -1) }
}

/** Whether a period shares days with what it is compared with: then a change between them would be told against itself. */
export const overlaps = (period: Days, compared: { readonly from: Day; readonly to: Day }): boolean =>
  (period.from === null || compared.to >= period.from) && (period.to === null || compared.from <= period.to)

const equalLengthBefore = (from: Day, to: Day): { from: Day; to: Day } => {
  const before = addDays(from, -1)
  return { from: addDays(before, -daysBetween(from, to)), to: before }
}

type CalendarUnit = 'day' | 'month' | 'quarter' | 'year'

const unitsOfInterval = {
  days: 'day',
  months: 'month',
  quarters: 'quarter',
  years: 'year',
  fiscalyears: 'year',
} as const satisfies Record<IntervalUnit, CalendarUnit>

function writtenUnit(written: string | undefined): CalendarUnit | null {
  if (written === undefined) return null
  const ref = readDateRef(written)
  if (ref) return unitOf[ref.unit]
  const interval = readDateInterval(written)
  return interval && unitsOfInterval[interval.unit]
}

const monthsBetween = (from: Day, to: Day): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** How many whole months a period is (a quarter is 3, a year 12); null when it is not made of whole months. */
const wholeMonths = (from: Day, to: Day): number | null =>
  from === startOf('month', from) && to === endOf('month', to) ? monthsBetween(from, to) + 1 : null

function yearBefore(from: Day, to: Day, whole: boolean): { from: Day; to: Day } {
  const end = addYears(to, -1)
  return { from: addYears(from, -1), to: whole ? endOf('month', end) : end }
}

/** Months to step back so that the same days of an earlier unit are met; null when the period begins no unit. */
function monthsToDate(from: Day, to: Day, unit: CalendarUnit | null, calendar: Calendar): number | null {
  if (unit === 'day' || from !== startOf('month', from)) return null
  const months = monthsBetween(from, to) + 1
  if (unit === 'month') return months
  if (unit === 'quarter') return 3 * Math.ceil(months / 3)
  if (unit === 'year') return 12 * Math.ceil(months / 12)
  const begins = (count: number, of: Calendar) => from === startOf(unitOfMonths(count), from, of)
  const length = [1, 3, 12].find(
    (count) => months <= count && (begins(count, calendar) || begins(count, plainCalendar)),
  )
  return length ?? months
}

const unitOfMonths = (count: number) => (count === 1 ? 'month' : count === 3 ? 'quarter' : 'year')
