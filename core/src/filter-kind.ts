import { addDays, type Calendar, type Day, parts, plainCalendar } from './day.ts'
import { marksOf, noAnswer, option, optionText } from './filter-token.ts'
import { type Parsed, refused } from './parsed.ts'
import { resolveDays } from './relative-date.ts'
import { fold } from './text.ts'

/** What a filter's values mean and how it is offered, as the specification names it. */
export type FilterFlags = {
  range?: boolean | undefined
  today?: boolean | undefined
  dateRef?: boolean | undefined
  dateInterval?: boolean | undefined
  tableDate?: boolean | undefined
  multipleSelections?: boolean | undefined
  serverSide?: boolean | undefined
  dropdown?: boolean | undefined
  exclude?: boolean | undefined
  submatch?: boolean | undefined
}

export const typeaheadThreshold = 10
export const optionCap = 50_000
export const todayModes = ['today_ymd', 'today_md'] as const
export const tableDateModes = ['none', 'first', 'last'] as const
export type TableDateMode = (typeof tableDateModes)[number]

/** One test of an interview's answer, relative dates resolved. Ranges and days include both ends; null is open-ended. */
export type Match =
  | { is: 'option'; option: string }
  | { is: 'none' }
  | { is: 'contains'; text: string }
  | { is: 'range'; from: number; to: number }
  | { is: 'days'; from: Day | null; to: Day | null }
  | { is: 'anniversary'; month: number; day: number }
  | { is: 'table'; keep: TableDateMode }

/** Any of the included (all, when there are none), and none of the excluded. */
export type Condition = { include: readonly Match[]; exclude: readonly Match[] }

/** Whether a filter's options are searched by typing. */
export const hasTypeahead = (flags: FilterFlags, optionCount: number): boolean =>
  flags.serverSide === true || flags.dropdown === true || optionCount >= typeaheadThreshold

/** A filter on the date of an interview: it takes every way of writing a period. */
export const isTimeFilter = (flags: FilterFlags): boolean =>
  flags.today === true || flags.dateRef === true || flags.dateInterval === true

/**
 * What a filter's written values ask for today. A refusal's position is the index of the value. `calendar`: where quarters
 * and fiscal years begin.
 */
export function resolveFilter(
  flags: FilterFlags,
  values: readonly string[],
  today: Day,
  calendar = plainCalendar,
): Parsed<Condition> {
  if (flags.tableDate && values.length > 1) return refused(1, 'second choice', 'one of none, first, last')
  const include: Match[] = []
  const exclude: Match[] = []
  for (const [index, written] of values.entries()) {
    const { excluded, submatch, body } = marksOf(written)
    const matches = flags.tableDate ? readTable(written) : readValue(flags, written, today, calendar)
    const nothing = body === '' && (excluded || submatch)
    if (matches === null || nothing) return refused(index, `cannot read ${written}`, expectedOf(flags))
    for (const match of matches) (excluded ? exclude : include).push(match)
  }
  return { ok: true, value: { include, exclude } }
}

function expectedOf(flags: FilterFlags): string {
  if (flags.tableDate) return 'one of none, first, last'
  if (flags.range) return 'from_to with from not above to'
  return isTimeFilter(flags) ? 'a period' : 'an option or a text'
}

function readTable(written: string): Match[] | null {
  const keep = tableDateModes.find((mode) => mode === written)
  return keep === undefined ? null : [{ is: 'table', keep }]
}

function readValue(flags: FilterFlags, written: string, today: Day, calendar: Calendar): Match[] | null {
  const { excluded, submatch, body } = marksOf(written)
  if (body === noAnswer && !submatch) return [{ is: 'none' }]
  const plain = excluded ? written.slice(1) : written
  if (flags.range) {
    const range = readRange(plain)
    return range && [{ is: 'range', ...range }]
  }
  if (isTimeFilter(flags)) return readTime(plain, today, calendar)
  const text = optionText(body)
  if (submatch || (excluded && flags.submatch)) return [{ is: 'contains', text: fold(text) }]
  return [{ is: 'option', option: text }]
}

function readTime(written: string, today: Day, calendar: Calendar): Match[] | null {
  if (written === 'today_ymd') return [{ is: 'days', from: today, to: today }]
  if (written === 'today_md') return anniversaries(today)
  const days = resolveDays(written, today, calendar)
  return days && [{ is: 'days', ...days }]
}

/** Who was born on 29 February celebrates on the 28th in other years. */
function anniversaries(today: Day): Match[] {
  const { month, day } = parts(today)
  const own: Match = { is: 'anniversary', month, day }
  const lastOfFebruary = month === 2 && day === 28 && parts(addDays(today, 1)).month === 3
  return lastOfFebruary ? [own, { is: 'anniversary', month: 2, day: 29 }] : [own]
}

/** Reads `-5_3.5`; null unless both ends are there and in order. */
export function readRange(written: string): { from: number; to: number } | null {
  const [, from, to] = /^(-?\d{1,15}(?:\.\d{1,15})?)_(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(written) ?? []
  if (from === undefined || to === undefined) return null
  const range = { from: Number(from) + 0, to: Number(to) + 0 }
  return range.from > range.to ? null : range
}

/** The written range, or null (no filter) unless both ends are there and in order. */
export function writeRange(from: number | null, to: number | null): string | null {
  if (from === null || to === null) return null
  const written = `${decimal(from)}_${decimal(to)}`
  return readRange(written) ? written : null
}

// Very small numbers would otherwise be written with an exponent, which the grammar has no place for.
const decimal = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}

/** The written value of a text that a submatch filter's answer contains, or does not. */
export const writeSubmatch = (text: string, excluded: boolean): string =>
  excluded ? `_${option(text)}` : `${option(text)}~`
