import { type Calendar, type Day, daysBetween, endOf, parts, startOf } from './day.ts'
import { formatPath } from './drill-path.ts'
import type { Days } from './relative-date.ts'

export const targetUnits = ['month', 'quarter', 'year'] as const
export type TargetUnit = (typeof targetUnits)[number]

/** `2026`, `2026-Q3` or `2026-11`: a fiscal year is named by the calendar year that it begins in, and its quarters with it. */
export const periodPattern = /^\d{4}(?:-(?:Q[1-4]|0[1-9]|1[0-2]))?$/

export const unitOfPeriod = (key: string): TargetUnit =>
  key.includes('Q') ? 'quarter' : key.includes('-') ? 'month' : 'year'

/** The name of the period that holds the day. */
export function periodKey(unit: TargetUnit, day: Day, calendar: Calendar): string {
  const start = startOf(unit, day, calendar)
  if (unit === 'month') return start.slice(0, 7)
  const year = parts(startOf('year', day, calendar))
  if (unit === 'year') return start.slice(0, 4)
  const at = parts(start)
  const months = at.year * 12 + at.month - (year.year * 12 + year.month)
  return `${String(year.year).padStart(4, '0')}-Q${months / 3 + 1}`
}

/** The name of the month, quarter or year that these days are, all of it; null where they are none. */
export function keyOfPeriod(days: Days | null, calendar: Calendar): string | null {
  if (!days?.from || !days.to) return null
  const { from, to } = days
  const unit = targetUnits.find((one) => startOf(one, from, calendar) === from && endOf(one, from, calendar) === to)
  return unit === undefined ? null : periodKey(unit, from, calendar)
}

/** Targets of an indicator: by place, as addresses write it (`region,all,fi`), then by period. */
export type PlaceTargets = Readonly<Record<string, Readonly<Record<string, number>>>>
/** A target, and whether the place itself, one above it, or the indicator for all places and periods has it. */
export type FoundTarget = { readonly value: number; readonly from: 'own' | 'above' | 'indicator' }

/** What holds at a place in a period: its own target, else the nearest above’s, else the indicator’s; null for none. */
export function targetAt(
  targets: PlaceTargets | undefined,
  path: readonly string[],
  period: string | null,
  usual: number | undefined,
): FoundTarget | null {
  if (targets && period !== null)
    for (let length = path.length; length >= 2; length -= 1) {
      const value = targets[formatPath(path.slice(0, length))]?.[period]
      if (value !== undefined) return { value, from: length === path.length ? 'own' : 'above' }
    }
  return usual === undefined ? null : { value: usual, from: 'indicator' }
}

export const paceDays = 56

type Pace = {
  /** Answers of each of the `paceDays` days before today, the oldest first. */
  readonly counts: readonly number[]
  /** Nothing is known of the place from before those days: it began with its first answer. */
  readonly isNew: boolean
  readonly today: Day
  /** The period's last day. */
  readonly end: Day
}

/** Answers to be expected from tomorrow to the end: as many as on the same weekdays of the last eight weeks. */
export function expectedAnswers({ counts, isNew, today, end }: Pace): number {
  const first = isNew ? counts.findIndex((n) => n > 0) : 0
  if (first < 0) return 0
  // Each weekday is there once at least.
  const known = counts.slice(Math.min(first, Math.max(0, counts.length - 7)))
  const days = Math.max(0, daysBetween(today, end))
  let sum = 0
  for (let ahead = 1; ahead <= days; ahead += 1) {
    const same = known.filter((_, at) => (known.length - at + ahead) % 7 === 0)
    if (same.length > 0) sum += same.reduce((all, n) => all + n, 0) / same.length
  }
  return sum
}
