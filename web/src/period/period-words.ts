import { formatPeriod } from '@kaiku/core/format.ts'
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
  return periodDates(written, '1970-01-01', locale) ?? written
}

/** The days a written period covers, seen from today; null when it is not a period. */
export function periodDates(written: string, today: string, locale: string): string | null {
  const days = resolveDays(written, today)
  return days && formatPeriod(days, locale)
}
