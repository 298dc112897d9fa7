import { type CampaignFilter, readCampaignFilter } from './campaign-filter.ts'
import { addDays, type Calendar, type Day, parts, plainCalendar } from './day.ts'
import { marksOf, noAnswer, option, optionText } from './filter-token.ts'
import { type Parsed, refused } from './parsed.ts'
import { resolveDays } from './relative-date.ts'
import { fold } from './text.ts'

/** What a filter's values are: options of a question, parts of a text, ranges of numbers, periods, which interview of a contact, or whom a campaign wrote to. */
export const filterKinds = ['options', 'text', 'range', 'period', 'tableDate', 'campaign'] as const
export type FilterKind = (typeof filterKinds)[number]

/** The kind that a flag of the specification makes of a filter; null: it says how a filter is offered. */
export const kindOfFlag = {
  range: 'range',
  today: 'period',
  dateRef: 'period',
  dateInterval: 'period',
  tableDate: 'tableDate',
  campaign: 'campaign',
  multipleSelections: null,
  serverSide: null,
  dropdown: null,
  exclude: null,
  submatch: null,
} as const satisfies Record<string, FilterKind | null>

export type FilterFlag = keyof typeof kindOfFlag
/** A filter's kind and how it is offered, as the specification names it. */
export type FilterFlags = Partial<Record<FilterFlag, boolean | undefined>>

/** The kind of a filter on a question of a type: here, and nowhere else, flags are told apart. */
export function kindOf(flags: FilterFlags, type?: string): FilterKind {
  for (const [flag, kind] of Object.entries(kindOfFlag)) if (kind && flags[flag as FilterFlag]) return kind
  return type === 'text' ? 'text' : 'options'
}

export const typeaheadThreshold = 10
export const optionCap = 50_000
export const todayModes = ['today_ymd', 'today_md'] as const
export const tableDateModes = ['none', 'first', 'last'] as const
export type TableDateMode = (typeof tableDateModes)[number]

/** One written value, relative dates resolved. Ranges and days include both ends; null is open-ended. */
export type Match =
  | { is: 'option'; option: string }
  | { is: 'none' }
  | { is: 'contains'; text: string }
  | { is: 'range'; from: number; to: number }
  | { is: 'days'; from: Day | null; to: Day | null }
  | { is: 'anniversary'; month: number; day: number }
  | { is: 'table'; keep: TableDateMode }
  | ({ is: 'campaign' } & CampaignFilter)

/** Any of the included (all, when there are none), and none of the excluded. What it means on a question: `conditionOn`. */
export type FilterChoice = { include: readonly Match[]; exclude: readonly Match[] }

/** Whether a filter's options are searched by typing. */
export const hasTypeahead = (flags: FilterFlags, optionCount: number): boolean =>
  flags.serverSide === true || flags.dropdown === true || optionCount >= typeaheadThreshold

type Value = { readonly excluded: boolean; readonly submatch: boolean; readonly body: string; readonly written: string }

type KindRule = {
  /** One answer of an interview, its day (the survey's own where no question is named), the other interviews of its contact, or who gave it. */
  readonly looksAt: 'answer' | 'day' | 'contact' | 'recipient'
  /** What its values are, for whoever writes others. */
  readonly expected: string
  /** What a value means, without its mark of exclusion; null: nothing. */
  readonly read: (value: Value, flags: FilterFlags, today: Day, calendar: Calendar) => readonly Match[] | null
}

const readText: KindRule['read'] = ({ body, submatch, excluded }, flags) => {
  const text = optionText(body)
  const isPart = submatch || (excluded && flags.submatch)
  return [isPart ? { is: 'contains', text: fold(text) } : { is: 'option', option: text }]
}

const expectsText = 'an option or a text'

export const kindRules = {
  options: { looksAt: 'answer', expected: expectsText, read: readText },
  text: { looksAt: 'answer', expected: expectsText, read: readText },
  range: {
    looksAt: 'answer',
    expected: 'from_to with from not above to',
    read({ written }) {
      const range = readRange(written)
      return range && [{ is: 'range', ...range }]
    },
  },
  period: {
    looksAt: 'day',
    expected: 'a period',
    read: ({ written }, _flags, today, calendar) => readTime(written, today, calendar),
  },
  tableDate: {
    looksAt: 'contact',
    expected: `one of ${tableDateModes.join(', ')}`,
    read({ written, excluded }) {
      const keep = excluded ? undefined : tableDateModes.find((mode) => mode === written)
      return keep === undefined ? null : [{ is: 'table', keep }]
    },
  },
  campaign: {
    looksAt: 'recipient',
    expected: 'campaign:days:state:opened:clicked',
    read({ written }) {
      const found = readCampaignFilter(written)
      return found && [{ is: 'campaign', ...found }]
    },
  },
} as const satisfies Record<FilterKind, KindRule>

/** Whether a filter asks something of one answer to a question, whatever the day and the other interviews. */
export const looksAtAnswer = (kind: FilterKind): boolean => kindRules[kind].looksAt === 'answer'

/** Whether a written value of a filter means something else on another day. */
export const dependsOnToday = (flags: FilterFlags, written: string): boolean =>
  kindRules[kindOf(flags)].looksAt === 'day' && /^_?(r|today_)/.test(written)

/**
 * What a filter's written values ask for today. A refusal's position is the index of the value. `calendar`: where quarters
 * and fiscal years begin.
 */
export function resolveFilter(
  flags: FilterFlags,
  values: readonly string[],
  today: Day,
  calendar = plainCalendar,
): Parsed<FilterChoice> {
  const rule: KindRule = kindRules[kindOf(flags)]
  const isContact = rule.looksAt === 'contact'
  if (isContact && values.length > 1) return refused(1, 'second choice', rule.expected)
  const include: Match[] = []
  const exclude: Match[] = []
  for (const [index, written] of values.entries()) {
    const marks = marksOf(written)
    const { excluded, submatch, body } = marks
    const isNone = body === noAnswer && !submatch && !isContact && rule.looksAt !== 'recipient'
    const value = { ...marks, written: excluded ? written.slice(1) : written }
    const matches: readonly Match[] | null = isNone ? [{ is: 'none' }] : rule.read(value, flags, today, calendar)
    const nothing = body === '' && (excluded || submatch)
    if (matches === null || nothing) return refused(index, `cannot read ${written}`, rule.expected)
    for (const match of matches) (excluded ? exclude : include).push(match)
  }
  return { ok: true, value: { include, exclude } }
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
