import { addDays, type Calendar, compactDay, type Day, endOf, parts, startOf } from '@kaiku/core/day.ts'
import { formatFilterDays } from '@kaiku/core/format.ts'
import { type IntervalUnit, readDateInterval, readDateRef, resolveDays } from '@kaiku/core/relative-date.ts'
import type { TFunction } from 'i18next'

/** Periods one click away, in the order they are offered. */
export const quickPeriods = {
  'rdays-6+0': 'period.last7',
  'rdays-29+0': 'period.last30',
  'rdays-89+0': 'period.last90',
  'rmonths+0+0': 'period.thisMonth',
  'rmonths-1-1': 'period.lastMonth',
  'rmonths-11+0': 'period.last12',
  'ryears+0+0': 'period.thisYear',
  'ryears-1-1': 'period.lastYear',
} as const
export type QuickPeriod = keyof typeof quickPeriods
const isQuick = (written: string): written is QuickPeriod => Object.hasOwn(quickPeriods, written)

/**
 * Quarters, and fiscal years where they are not the calendar's, which the grammar has no relative word for: written as
 * the days that they have today.
 */
export function calendarPeriods(today: Day, calendar: Calendar) {
  const unitOf = (unit: 'quarter' | 'year', day: Day) =>
    `${compactDay(startOf(unit, day, calendar))}_${compactDay(endOf(unit, day, calendar))}`
  const before = (unit: 'quarter' | 'year') => addDays(startOf(unit, today, calendar), -1)
  return [
    { written: unitOf('quarter', today), key: 'period.thisQuarter' },
    { written: unitOf('quarter', before('quarter')), key: 'period.lastQuarter' },
    ...(calendar.fiscalYearStart === 1
      ? []
      : [
          { written: unitOf('year', today), key: 'period.thisFiscalYear' } as const,
          { written: unitOf('year', before('year')), key: 'period.lastFiscalYear' } as const,
        ]),
  ] as const
}

const unitNames = { days: 'day', months: 'month', years: 'year' } as const satisfies Record<IntervalUnit, string>
const letterNames = { d: 'day', m: 'month', y: 'year' } as const

/** `30 days ago`, `today`, `last month`: the place of a day, month or year relative to now. */
const away = (count: number, unit: 'day' | 'month' | 'year', locale: string) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit)

/** What a written period means in words; the text itself when it is none. */
export function periodWords(written: string, t: TFunction, locale: string): string {
  if (isQuick(written)) return t(quickPeriods[written])
  if (written === 'today_ymd' || written === 'today_md') return t(`period.${written}`)
  const interval = readDateInterval(written)
  if (interval) {
    const count = 1 - interval.from
    if (interval.to === 0 && count > 1 && interval.unit !== 'days')
      return t(interval.unit === 'months' ? 'period.lastMonths' : 'period.lastYears', { count })
    const unit = unitNames[interval.unit]
    const [from, to] = [away(interval.from, unit, locale), away(interval.to, unit, locale)]
    return from === to ? from : `${from} – ${to}`
  }
  const ref = readDateRef(written)
  if (ref) {
    const when = away(ref.toward === 'b' ? -ref.count : ref.count, letterNames[ref.unit], locale)
    return ref.direction === 'e' ? when : t(ref.direction === 'b' ? 'period.before' : 'period.after', { when })
  }
  return resolveDays(written, '1970-01-01') ? periodDays(written, '1970-01-01') : written
}

/** The days that a written period covers, seen from today: `22/11-2026`, `22/11` for anniversaries, `N/A` for none. */
export function periodDays(written: string | undefined, today: Day): string {
  if (written === 'today_md') {
    const { month, day } = parts(today)
    return `${day}/${month}`
  }
  if (written === 'today_ymd') return formatFilterDays({ from: today, to: today })
  return formatFilterDays(written === undefined ? null : resolveDays(written, today))
}
