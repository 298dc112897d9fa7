import { type Day, endOf, parts, plainCalendar, startOf, type TimeUnit, weekOf } from './day.ts'
import type { Measure } from './indicator.ts'

/** What stands where there is no value. */
export const dash = '–'

const cached = <T>(make: (locale: string, key: string) => T) => {
  const made = new Map<string, T>()
  return (locale: string, key: string): T => {
    const id = `${locale} ${key}`
    const found = made.get(id) ?? make(locale, key)
    made.set(id, found)
    return found
  }
}

const supported = (locale: string): string => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

const signs = { value: 'negative', change: 'exceptZero' } as const
const numbers = cached((locale, key) => {
  const [sign, style, decimals] = key.split(' ')
  return new Intl.NumberFormat(supported(locale), {
    style: style === 'percent' ? 'percent' : 'decimal',
    signDisplay: sign === 'change' ? signs.change : signs.value,
    minimumFractionDigits: Number(decimals),
    maximumFractionDigits: Number(decimals),
  })
})

const inNumber = (value: number, decimals: number, locale: string, sign: keyof typeof signs, style = 'decimal') =>
  numbers(locale, `${sign} ${style} ${decimals}`)
    .format(style === 'percent' ? value / 100 : value)
    .replace('-', '−')

/** A measure as indicators are configured: a box is a share. */
type ConfiguredMeasure = Measure | 'topBox' | 'bottomBox'

const percents: readonly ConfiguredMeasure[] = ['share', 'rate', 'topBox', 'bottomBox']

/** An indicator's value: `30.8%` for shares, a plain number for the rest, a dash for none. */
export function formatValue(
  measure: ConfiguredMeasure,
  value: number | null,
  decimals: number,
  locale: string,
): string {
  if (value === null) return dash
  const style = percents.includes(measure) ? 'percent' : 'decimal'
  return inNumber(value, measure === 'count' ? 0 : decimals, locale, 'value', style)
}

/** Half the width of an interval, `±3.2`, in the indicator's unit. */
export const formatPlusMinus = (
  interval: { low: number; high: number } | null,
  decimals: number,
  locale: string,
): string => (interval === null ? dash : `±${inNumber((interval.high - interval.low) / 2, decimals, locale, 'value')}`)

/** A number of interviews or answers; a protected count (`<5`) stays as it is. */
export function formatCount(n: number | string | null, locale: string): string {
  if (n === null) return dash
  return typeof n === 'string' ? n : inNumber(n, 0, locale, 'value')
}

/** A difference with its sign: `+2.3`, `−1.4`, `0.0`. */
export const formatChange = (change: number | null, decimals: number, locale: string): string =>
  change === null ? dash : inNumber(change, decimals, locale, 'change')

const dateStyles = {
  day: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'short' },
  monthDay: { month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
const dates = cached(
  (locale, key) =>
    new Intl.DateTimeFormat(supported(locale), {
      timeZone: 'UTC',
      ...dateStyles[key === 'month' || key === 'monthDay' ? key : 'day'],
    }),
)
const moment = (day: Day): Date => new Date(`${day}T00:00:00Z`)

export const formatDay = (day: Day | null, locale: string): string =>
  day === null ? dash : dates(locale, 'day').format(moment(day))

/** A day of any year: `21 November`. */
export const formatMonthDay = (day: Day, locale: string): string => dates(locale, 'monthDay').format(moment(day))

/**
 * A period in words as short as its locale allows: whole months and years by their names, an open end by dots.
 * `by` day: each end by its day.
 */
export function formatPeriod(
  period: { from: Day | null; to: Day | null } | null,
  locale: string,
  by: 'unit' | 'day' = 'unit',
): string {
  const { from, to } = period ?? { from: null, to: null }
  if (from === null) return to === null ? dash : `… ${dash} ${formatDay(to, locale)}`
  if (to === null) return `${formatDay(from, locale)} ${dash} …`
  if (by === 'day') return dates(locale, 'day').formatRange(moment(from), moment(to))
  for (const unit of ['year', 'month'] as const) {
    if (from === startOf(unit, from) && to === endOf(unit, from)) return formatUnit(unit, from, locale)
  }
  const unit = from === startOf('month', from) && to === endOf('month', to) ? 'month' : 'day'
  return dates(locale, unit).formatRange(moment(from), moment(to))
}

/** The name of the unit that holds a day: `Nov 2026`, `Q4 2026`, `2026-W47`, `2026`; of a fiscal year `2026/27`, `Q3 2026/27`. */
export function formatUnit(unit: TimeUnit, day: Day, locale: string, calendar = plainCalendar): string {
  if (unit === 'day') return formatDay(day, locale)
  if (unit === 'month') return dates(locale, 'month').format(moment(day))
  const { fiscalYearStart } = calendar
  const fiscal = startOf('year', day, calendar).slice(0, 4)
  const fiscalYear = fiscalYearStart === 1 ? fiscal : `${fiscal}/${String((Number(fiscal) + 1) % 100).padStart(2, '0')}`
  if (unit === 'quarter')
    return `Q${Math.floor(((parts(day).month - fiscalYearStart + 12) % 12) / 3) + 1} ${fiscalYear}`
  if (unit === 'year') return fiscalYear
  const { year, week } = weekOf(day, calendar)
  return `${year}-W${String(week).padStart(2, '0')}`
}
