import { addMonths, type Calendar, type Day } from '@kaiku/core/day.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { periodKey, type TargetUnit, targetAt } from '@kaiku/core/target.ts'

/** Targets as they are written: by indicator, place and period. */
export type WrittenTargets = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>
export type TargetSpot = { readonly path: string; readonly period: string }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What can be read as targets of what is written; the rest is left to the text. */
export function readTargets(value: unknown): WrittenTargets {
  if (!isRecord(value)) return {}
  const inner = <T>(record: unknown, read: (one: unknown) => T | null): Record<string, T> =>
    Object.fromEntries(
      Object.entries(isRecord(record) ? record : {}).flatMap(([key, one]): [string, T][] => {
        const found = read(one)
        return found === null ? [] : [[key, found]]
      }),
    )
  const number = (one: unknown) => (typeof one === 'number' ? one : null)
  return inner(value, (places) => inner(places, (periods) => inner(periods, number)))
}

/** With other targets of an indicator at some spots, null for none; what is left empty goes. */
export function withTargets(
  targets: WrittenTargets,
  indicator: string,
  changes: readonly (TargetSpot & { readonly value: number | null })[],
): WrittenTargets {
  const places = new Map(Object.entries(targets[indicator] ?? {}).map(([path, own]) => [path, Object.assign({}, own)]))
  for (const { path, period, value } of changes) {
    const own: Record<string, number> = places.get(path) ?? {}
    if (value === null) delete own[period]
    else own[period] = value
    places.set(path, own)
  }
  const filled = Object.fromEntries([...places].filter(([, own]) => Object.keys(own).length > 0))
  const others = Object.entries(targets).map(([id, own]) => [id, id === indicator ? filled : own] as const)
  const all = indicator in targets ? others : [...others, [indicator, filled] as const]
  return Object.fromEntries(all.filter(([, own]) => Object.keys(own).length > 0))
}

/** The target that a place has from above, or from the indicator; null for none. */
export function inherited(
  own: WrittenTargets[string] | undefined,
  path: readonly string[],
  period: string,
  usual: number | null,
): number | null {
  const above = path.slice(0, -1)
  return targetAt(above.length < 2 ? undefined : own, above, period, usual ?? undefined)?.value ?? null
}

/** A number as people write it, with a comma or a point; null: empty. Undefined: no number. */
export function readNumber(text: string): number | null | undefined {
  const written = text.replace(/[\s\u00a0\u202f%]/g, '').replace(/^\u2212/, '-')
  if (written === '') return null
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : undefined
}

/** Cells of a spreadsheet; what is no number is undefined, and changes nothing. */
export const readPasted = (text: string): (number | null | undefined)[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(readNumber))

export type TargetColumn = { readonly period: string; readonly title: string }

/** The periods of a fiscal year; of years the one before, this one and two more. */
export function columnsOf(unit: TargetUnit, year: number, calendar: Calendar, locale: string): TargetColumn[] {
  const start = (of: number): Day =>
    `${String(of).padStart(4, '0')}-${String(calendar.fiscalYearStart).padStart(2, '0')}-01`
  const column = (day: Day): TargetColumn => ({
    period: periodKey(unit, day, calendar),
    title: formatUnit(unit, day, locale, calendar),
  })
  const each = (count: number, months: number) =>
    Array.from({ length: count }, (_, at) => column(addMonths(start(year), at * months)))
  if (unit === 'month') return each(12, 1)
  if (unit === 'quarter') return each(4, 3)
  return [-1, 0, 1, 2].map((away) => column(start(year + away)))
}
