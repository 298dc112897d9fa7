import type { Calendar, Day } from '@kaiku/core/day.ts'
import { formatMonthDay, formatPeriod } from '@kaiku/core/format.ts'
import { type IntervalUnit, readDateInterval, readDateRef, resolveDays } from '@kaiku/core/relative-date.ts'
import type { TFunction } from 'i18next'

/** Periods one click away, in the order they are offered. */
export const quickPeriods = {
  'rdays-6+0': 'period.last7',
  'rdays-29+0': 'period.last30',
  'rdays-89+0': 'period.last90',
  'rmonths+0+0': 'period.thisMonth',
  'rmonths-1-1': 'period.lastMonth',
  'rquarters+0+0': 'period.thisQuarter',
  'rquarters-1-1': 'period.lastQuarter',
  'rmonths-11+0': 'period.last12',
  'ryears+0+0': 'period.thisYear',
  'ryears-1-1': 'period.lastYear',
  'rfiscalyears+0+0': 'period.thisFiscalYear',
  'rfiscalyears-1-1': 'period.lastFiscalYear',
} as const
export type QuickPeriod = keyof typeof quickPeriods
const isQuick = (written: string): written is QuickPeriod => Object.hasOwn(quickPeriods, written)

const isFiscal = ({ fiscalYearStart }: Calendar) => fiscalYearStart !== 1

/** Those that a calendar knows: fiscal years only where they are not the calendar's. */
export const quickPeriodsOf = (calendar: Calendar): readonly QuickPeriod[] =>
  (Object.keys(quickPeriods) as QuickPeriod[]).filter((one) => isFiscal(calendar) || !one.startsWith('rfiscal'))

const units = ['days', 'months', 'quarters', 'years', 'fiscalyears'] as const satisfies IntervalUnit[]

/** What periods are counted in. */
export const unitsOf = (calendar: Calendar): readonly IntervalUnit[] =>
  units.filter((one) => isFiscal(calendar) || one !== 'fiscalyears')

/** The last so many units, with the present one or without: what most periods are. Null: another period. */
export function readLast(written: string | undefined): { count: number; unit: IntervalUnit; present: boolean } | null {
  const interval = written === undefined ? null : readDateInterval(written)
  if (!interval || (interval.to !== 0 && interval.to !== -1)) return null
  return { count: interval.to - interval.from + 1, unit: interval.unit, present: interval.to === 0 }
}

const unitNames = {
  days: 'day',
  months: 'month',
  quarters: 'quarter',
  years: 'year',
  fiscalyears: 'year',
} as const satisfies Record<IntervalUnit, Intl.RelativeTimeFormatUnit>
const letterNames = { d: 'day', m: 'month', y: 'year' } as const

/** `30 days ago`, `today`, `last month`: the place of a day, month or year relative to now. */
const away = (count: number, unit: 'day' | 'month' | 'quarter' | 'year', locale: string) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit)

const lastOnes = {
  days: 'period.lastDays',
  months: 'period.lastMonths',
  quarters: 'period.lastQuarters',
  years: 'period.lastYears',
  fiscalyears: 'period.lastFiscalYears',
} as const
const fullOnes = { months: 'period.fullMonths', quarters: 'period.fullQuarters', years: 'period.fullYears' } as const

function intervalWords(written: string, t: TFunction, locale: string): string | null {
  const interval = readDateInterval(written)
  if (!interval) return null
  const { unit, from, to } = interval
  const last = readLast(written)
  if (last && last.count > 1) {
    if (last.present) return t(lastOnes[unit], { count: last.count })
    if (unit !== 'days' && unit !== 'fiscalyears') return t(fullOnes[unit], { count: last.count })
  }
  const [first, end] = [away(from, unitNames[unit], locale), away(to, unitNames[unit], locale)]
  return first === end ? first : `${first} – ${end}`
}

/** What a written period means in words; the text itself when it is none. */
export function periodWords(written: string, t: TFunction, locale: string): string {
  if (isQuick(written)) return t(quickPeriods[written])
  if (written === 'today_ymd' || written === 'today_md') return t(`period.${written}`)
  const words = intervalWords(written, t, locale)
  if (words !== null) return words
  const ref = readDateRef(written)
  if (ref) {
    const when = away(ref.toward === 'b' ? -ref.count : ref.count, letterNames[ref.unit], locale)
    return ref.direction === 'e' ? when : t(ref.direction === 'b' ? 'period.before' : 'period.after', { when })
  }
  const days = /^\d/.test(written) ? resolveDays(written, '1970-01-01') : null
  return days ? formatPeriod(days, locale) : written
}

type Seen = { readonly today: Day; readonly calendar: Calendar }

/** The days that a written period covers, seen from today: `1–30 Nov 2026`, `22 November` for anniversaries. */
export function periodDays(written: string, { today, calendar }: Seen, locale: string): string {
  if (written === 'today_md') return formatMonthDay(today, locale)
  const days = written === 'today_ymd' ? { from: today, to: today } : resolveDays(written, today, calendar)
  return formatPeriod(days, locale, 'day')
}
