import { addDays, addUnits, type Calendar, type Day, daysBetween, type TimeUnit } from '@kaiku/core/day.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import { undated } from '../dictionary/dictionary.ts'
import type { Period } from '../selection/selection.ts'
import { bucketOf, bucketStart } from './grouping.ts'

/** A step of a trend: whole units, cut where the period begins and ends. */
export type PeriodStep = { readonly key: string; readonly from: Day; readonly to: Day }

const mostSteps = 5_000
const longest = { day: 31, week: 190, month: 1_130, quarter: 3_700 } as const

/** The unit in which a span reads best: about 8 to 40 steps. */
export function autoUnit(span: Period | null): TimeUnit {
  if (span === null) return 'month'
  const days = daysBetween(span.from, span.to) + 1
  for (const unit of ['day', 'week', 'month', 'quarter'] as const) if (days <= longest[unit]) return unit
  return 'year'
}

/** From the first to the last bucket that holds anything, or all of a closed period. */
export function stepsOf(
  unit: TimeUnit,
  period: Days | null,
  keys: readonly string[],
  calendar: Calendar,
): readonly PeriodStep[] {
  const none = bucketOf(unit, undated, calendar)
  const dated = keys.map(Number).filter((number) => number !== none)
  const first = period?.from ? bucketOf(unit, period.from, calendar) : least(dated)
  const last = period?.to ? bucketOf(unit, period.to, calendar) : most(dated)
  if (first === null || last === null) return []
  const count = Math.min(last - first + 1, mostSteps)
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const number = last - count + 1 + at
    const from = bucketStart(unit, number, calendar)
    const to = addDays(addUnits(unit, from, 1), -1)
    return {
      key: String(number),
      from: period?.from && period.from > from ? period.from : from,
      to: period?.to && period.to < to ? period.to : to,
    }
  })
}

const least = (numbers: readonly number[]) => (numbers.length ? numbers.reduce((a, b) => Math.min(a, b)) : null)
const most = (numbers: readonly number[]) => (numbers.length ? numbers.reduce((a, b) => Math.max(a, b)) : null)

/** The group of interviews without a day; none in a period. */
export const undatedKey = (unit: TimeUnit, calendar: Calendar) => String(bucketOf(unit, undated, calendar))

/** A period that is closed on both ends. */
export const closed = (period: Days | null): Period | null =>
  period?.from && period.to ? { from: period.from, to: period.to } : null
