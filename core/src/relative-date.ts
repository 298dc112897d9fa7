import {
  addDays,
  addUnits,
  type Calendar,
  compactDay,
  type Day,
  endOf,
  plainCalendar,
  readDay,
  startOf,
  type TimeUnit,
} from './day.ts'

/** Calendar days, both included; null is open-ended. */
export type Days = { from: Day | null; to: Day | null }

/** In (e), before (b) or after (a) the day, month or year that lies `count` units back (b) or forward (f). */
export type DateRef = { direction: 'e' | 'b' | 'a'; count: number; unit: 'd' | 'm' | 'y'; toward: 'b' | 'f' }
export const dateRefDefaults: DateRef = { direction: 'e', count: 0, unit: 'd', toward: 'b' }

/** Quarters and fiscal years begin where the calendar says; `years` are always those from January. */
const intervalUnits = ['days', 'months', 'quarters', 'years', 'fiscalyears'] as const
export type IntervalUnit = (typeof intervalUnits)[number]
/** From one to another number of units around today, both included. */
export type DateInterval = { unit: IntervalUnit; from: number; to: number }
export const dateIntervalDefaults: DateInterval = { unit: 'days', from: -30, to: 0 }

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text)

/** Reads `rdatee0db`, else null. */
export function readDateRef(written: string): DateRef | null {
  const found = /^rdate(.)(\d{1,5})(.)(.)$/.exec(written) ?? []
  const direction = oneOf(['e', 'b', 'a'], found[1])
  const unit = oneOf(['d', 'm', 'y'], found[3])
  const toward = oneOf(['b', 'f'], found[4])
  return direction && unit && toward ? { direction, count: Number(found[2]), unit, toward } : null
}

export const writeDateRef = ({ direction, count, unit, toward }: DateRef): string =>
  `rdate${direction}${count}${unit}${toward}`

/** Reads `rdays-30+0`, else null; from must not lie after to. */
export function readDateInterval(written: string): DateInterval | null {
  const found = /^r([a-z]+)([+-]\d{1,5})([+-]\d{1,5})$/.exec(written) ?? []
  const unit = oneOf(intervalUnits, found[1])
  // Adding zero turns −0 into 0, so that two writings of today are one interval.
  const [from, to] = [Number(found[2]) + 0, Number(found[3]) + 0]
  return unit === undefined || from > to ? null : { unit, from, to }
}

const signed = (count: number): string => (count < 0 ? `${count}` : `+${Math.abs(count)}`)

export const writeDateInterval = ({ unit, from, to }: DateInterval): string => `r${unit}${signed(from)}${signed(to)}`

/** What is wrong with a field of the interval's form: a text key, whose `{from}` and `{to}` are the fields' contents. */
export type DateIntervalProblem = {
  field: 'from' | 'to'
  key: 'VALIDATE_ERROR_MANDATORY' | 'must be less than {to}' | 'must be larger than {from}'
}

/** Checks the form's two fields. Strict for days, which need a length; `rmonths-1-1` is last month. */
export function dateIntervalProblems(from: string, to: string, unit: IntervalUnit = 'days'): DateIntervalProblem[] {
  const whole = /^\s*[+-]?\d{1,5}\s*$/
  const missing = (
    [
      ['from', from],
      ['to', to],
    ] as const
  ).filter(([, text]) => !whole.test(text))
  if (missing.length > 0) return missing.map(([field]) => ({ field, key: 'VALIDATE_ERROR_MANDATORY' }))
  if (unit === 'days' ? Number(from) < Number(to) : Number(from) <= Number(to)) return []
  return [
    { field: 'from', key: 'must be less than {to}' },
    { field: 'to', key: 'must be larger than {from}' },
  ]
}

/** The days a written period means today, or null when it is not a period. Months, quarters and years are whole. */
export function resolveDays(written: string, today: Day, calendar = plainCalendar): Days | null {
  const interval = readDateInterval(written)
  if (interval) return intervalDays(interval, today, calendar)
  const ref = readDateRef(written)
  return ref ? refDays(ref, today) : absoluteDays(written)
}

const wholeUnits = { months: 'month', quarters: 'quarter', years: 'year', fiscalyears: 'year' } as const

function intervalDays({ unit, from, to }: DateInterval, today: Day, calendar: Calendar): Days {
  if (unit === 'days') return { from: addDays(today, from), to: addDays(today, to) }
  const one = wholeUnits[unit]
  const begins = unit === 'years' ? plainCalendar : calendar
  return { from: startOf(one, addUnits(one, today, from), begins), to: endOf(one, addUnits(one, today, to), begins) }
}

/** What the letter of a unit stands for. */
export const unitOf = { d: 'day', m: 'month', y: 'year' } as const satisfies Record<DateRef['unit'], TimeUnit>

function refDays({ direction, count, unit, toward }: DateRef, today: Day): Days {
  const day = addUnits(unitOf[unit], today, toward === 'b' ? -count : count)
  const from = startOf(unitOf[unit], day)
  const to = endOf(unitOf[unit], day)
  if (direction === 'b') return { from: null, to: addDays(from, -1) }
  return direction === 'a' ? { from: addDays(to, 1), to: null } : { from, to }
}

function absoluteDays(written: string): Days | null {
  const [, from, to] = /^(\d{8})_(\d{8})$/.exec(written) ?? []
  if (from === undefined || to === undefined) return null
  const days = { from: readDay(from), to: readDay(to) }
  return days.from === null || days.to === null || days.from > days.to ? null : days
}

/** The written value of an absolute period, `20260101_20260131`. */
export const writeAbsoluteDays = (from: Day, to: Day): string => `${compactDay(from)}_${compactDay(to)}`
