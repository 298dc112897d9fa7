import { addDays, addMonths, type Day, endOf, readDay, startOf } from './day.ts'

/** Calendar days, both included; null is open-ended. */
export type Days = { from: Day | null; to: Day | null }

const when = { e: 'exact', b: 'before', a: 'after' } as const
const unit = { d: 'day', m: 'month', y: 'year' } as const
const towards = { b: 'back', f: 'forward' } as const

/** The day, month or year `count` units back or forward: in it, before it begins, or after it ends. */
export type DateRef = {
  when: 'exact' | 'before' | 'after'
  count: number
  unit: 'day' | 'month' | 'year'
  towards: 'back' | 'forward'
}
export const defaultDateRef: DateRef = { when: 'exact', count: 0, unit: 'day', towards: 'back' }

/** From one to another number of units around today, both included. */
export type DateInterval = { unit: 'days' | 'months' | 'years'; from: number; to: number }
export const defaultDateInterval: DateInterval = { unit: 'days', from: -30, to: 0 }

/** Reads `rdatee0db`, else null. */
export function readDateRef(written: string): DateRef | null {
  const [, w, count, u, t] = /^rdate([eba])(\d{1,5})([dmy])([bf])$/.exec(written) ?? []
  if (w === undefined || u === undefined || t === undefined) return null
  const found = { when: entry(when, w), unit: entry(unit, u), towards: entry(towards, t) }
  return found.when && found.unit && found.towards
    ? { when: found.when, count: Number(count), unit: found.unit, towards: found.towards }
    : null
}

const entry = <T>(table: Record<string, T>, key: string): T | undefined => table[key]

export const writeDateRef = (ref: DateRef): string =>
  `rdate${ref.when.charAt(0)}${ref.count}${ref.unit.charAt(0)}${ref.towards.charAt(0)}`

/** Reads `rdays-30+0`, else null; from must not lie after to. */
export function readDateInterval(written: string): DateInterval | null {
  const [, name, from, to] = /^r(days|months|years)([+-]\d{1,5})([+-]\d{1,5})$/.exec(written) ?? []
  if (name !== 'days' && name !== 'months' && name !== 'years') return null
  // Adding zero turns −0 into 0, so that two writings of today are one interval.
  const interval: DateInterval = { unit: name, from: Number(from) + 0, to: Number(to) + 0 }
  return interval.from > interval.to ? null : interval
}

const signed = (count: number): string => (count < 0 ? `${count}` : `+${Math.abs(count)}`)

export const writeDateInterval = ({ unit: name, from, to }: DateInterval): string =>
  `r${name}${signed(from)}${signed(to)}`

/** Text key of a form's message and the number it names. */
export type FieldMessage =
  | { key: 'VALIDATE_ERROR_MANDATORY' }
  | { key: 'must be less than {to}'; to: number }
  | { key: 'must be larger than {from}'; from: number }

/** What is wrong with each field of the interval's form; null: nothing. Strict for days: an interval has a length. */
export function validateDateInterval(
  name: DateInterval['unit'],
  from: number | null,
  to: number | null,
): { from: FieldMessage | null; to: FieldMessage | null } {
  const mandatory = (count: number | null): FieldMessage | null =>
    count === null || !Number.isInteger(count) ? { key: 'VALIDATE_ERROR_MANDATORY' } : null
  const missing = { from: mandatory(from), to: mandatory(to) }
  if (from === null || to === null || missing.from || missing.to) return missing
  if (name === 'days' ? from < to : from <= to) return { from: null, to: null }
  return { from: { key: 'must be less than {to}', to }, to: { key: 'must be larger than {from}', from } }
}

/** The days a written period means today, or null when it is not a period. Months and years are whole. */
export function resolveDays(written: string, today: Day): Days | null {
  const interval = readDateInterval(written)
  if (interval) return intervalDays(interval, today)
  const ref = readDateRef(written)
  return ref ? refDays(ref, today) : absoluteDays(written)
}

function intervalDays({ unit: name, from, to }: DateInterval, today: Day): Days {
  if (name === 'days') return { from: addDays(today, from), to: addDays(today, to) }
  const [one, months] = name === 'months' ? (['month', 1] as const) : (['year', 12] as const)
  return {
    from: startOf(one, addMonths(today, months * from)),
    to: endOf(one, addMonths(today, months * to)),
  }
}

function refDays(ref: DateRef, today: Day): Days {
  const count = ref.towards === 'back' ? -ref.count : ref.count
  const day = ref.unit === 'day' ? addDays(today, count) : addMonths(today, count * (ref.unit === 'month' ? 1 : 12))
  const from = startOf(ref.unit, day)
  const to = endOf(ref.unit, day)
  if (ref.when === 'before') return { from: null, to: addDays(from, -1) }
  return ref.when === 'after' ? { from: addDays(to, 1), to: null } : { from, to }
}

function absoluteDays(written: string): Days | null {
  const [, from, to] = /^(\d{8})_(\d{8})$/.exec(written) ?? []
  if (from === undefined || to === undefined) return null
  const days = { from: readDay(dashed(from)), to: readDay(dashed(to)) }
  return days.from === null || days.to === null || days.from > days.to ? null : days
}

const dashed = (digits: string): string => digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

/** The written value of an absolute period, `20260101_20260131`. */
export const writeAbsoluteDays = (from: Day, to: Day): string => `${from.replaceAll('-', '')}_${to.replaceAll('-', '')}`
