import { addMonths, type Calendar, compactDay, type Day, endOf, parts, startOf } from '@kaiku/core/day.ts'
import { type IntervalUnit, writeDateInterval } from '@kaiku/core/relative-date.ts'
import { fold } from '@kaiku/core/text.ts'
import { alike, startsAs } from './alike.ts'
import type { PhraseWords } from './phrase-words.ts'

type Known = {
  readonly locale: string
  readonly today: Day
  readonly calendar: Calendar
  /** Periods by the names that the time filter offers them under. */
  readonly periods: readonly { readonly title: string; readonly written: string }[]
}
type Read = { readonly written: string; readonly count: number } | null

/** Reads a period at the beginning of words, which are folded: as it is written in addresses, and how many words it takes. */
export function readPeriod(words: readonly string[], says: PhraseWords, known: Known): Read {
  return named(words, known) ?? relative(words, says) ?? single(words, says, known)
}

function named(words: readonly string[], { periods }: Known): Read {
  for (const { title, written } of periods) {
    const own = fold(title).split(/\s+/)
    if (own.every((word, at) => word === words[at])) return { written, count: own.length }
  }
  return null
}

/** “last 30 days”, “last quarter”, “this year”. */
function relative(words: readonly string[], says: PhraseWords): Read {
  const isLast = startsAs(words[0], says.last)
  if (!isLast && !startsAs(words[0], says.present)) return null
  // “det här året”: what says nothing may stand between.
  let at = 1
  while (says.fillers.includes(words[at] ?? '') && unitOf(words[at], says) === null) at += 1
  const number = /^\d{1,4}$/.test(words[at] ?? '') ? Number(words[at]) : null
  const unit = unitOf(words[number === null ? at : at + 1], says)
  if (unit === null || number === 0 || (number !== null && !isLast)) return null
  const count = at + (number === null ? 1 : 2)
  if (number !== null) return { written: lastOnes(unit, number), count }
  if (unit === 'weeks') return isLast ? { written: lastOnes('weeks', 1), count } : null
  const back = isLast ? -1 : 0
  return { written: writeDateInterval({ unit, from: back, to: back }), count }
}

type Unit = IntervalUnit | 'weeks'
const units = ['quarters', 'weeks', 'months', 'days', 'years'] as const

const unitOf = (word: string | undefined, says: PhraseWords): (typeof units)[number] | null =>
  units.find((unit) => startsAs(word, says.units[unit])) ?? null

/** So many units up to the present one. */
const lastOnes = (unit: Unit, count: number): string =>
  unit === 'weeks'
    ? writeDateInterval({ unit: 'days', from: 1 - 7 * count, to: 0 })
    : writeDateInterval({ unit, from: 1 - count, to: 0 })

/** A day, month, quarter or year by its name. */
function single(words: readonly string[], says: PhraseWords, { locale, today, calendar }: Known): Read {
  const [first = '', second = ''] = words
  if (startsAs(first, says.today)) return { written: writeDateInterval({ unit: 'days', from: 0, to: 0 }), count: 1 }
  if (startsAs(first, says.yesterday))
    return { written: writeDateInterval({ unit: 'days', from: -1, to: -1 }), count: 1 }
  if (isYear(first)) return { written: `${first}0101_${first}1231`, count: 1 }
  const quarter = Number(/^q([1-4])$/.exec(first)?.[1])
  const month = quarter ? 3 * quarter - 2 : monthNames(locale).findIndex((name) => alike(name, first)) + 1
  // Quarters of another calendar have no numbers that everybody knows.
  if (month === 0 || (quarter && calendar.fiscalYearStart !== 1)) return null
  const unit = quarter ? 'quarter' : 'month'
  const { year } = parts(today)
  const begin = (of: number) => startOf(unit, `${of}-${String(month).padStart(2, '0')}-01`)
  const from = isYear(second) ? begin(Number(second)) : begin(year) > today ? addMonths(begin(year), -12) : begin(year)
  return { written: `${compactDay(from)}_${compactDay(endOf(unit, from))}`, count: isYear(second) ? 2 : 1 }
}

const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)

const monthNames = (locale: string): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => fold(format.format(Date.UTC(2026, month, 1))))
}
