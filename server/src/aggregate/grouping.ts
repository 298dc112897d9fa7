import type { Calendar, Day, TimeUnit } from '@kaiku/core/day.ts'
import { addDays, addMonths, daysBetween, parts } from '@kaiku/core/day.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { storedBound } from '@kaiku/core/stored-number.ts'
import { answeredColumn, noNumber, type StoredQuestion } from '../dictionary/dictionary.ts'
import { and, literal, literals } from '../selection/sql.ts'
import { valid } from '../selection/validity.ts'

/** The place that a leaf counts for, as whoever asks adds leaves up; each of those counts for itself. */
export type Fold = ReadonlyMap<number, number>

/**
 * How interviews fall into groups. `leaf`: by the place of the selection's view, or by what that counts for where a
 * `fold` says so; `bucket`: by unit of time.
 */
export type Grouping =
  | { readonly by: 'total' }
  /** By the group that a protected survey's interviews were released in. */
  | { readonly by: 'group' }
  | { readonly by: 'leaf'; readonly fold?: Fold | undefined }
  | { readonly by: 'bucket'; readonly unit: TimeUnit }
  | { readonly by: 'leafBucket'; readonly unit: TimeUnit; readonly fold?: Fold | undefined }
  | { readonly by: 'leafAnswer'; readonly stored: StoredQuestion }
  | { readonly by: 'answer'; readonly stored: StoredQuestion }
  /** As `answer`, what is not a valid answer under its stored code. */
  | { readonly by: 'code'; readonly stored: StoredQuestion }
  /** By all stored codes of a multiple choice together, as a list in JSON: in one group each, where by `code` it is in many. */
  | { readonly by: 'codes'; readonly stored: StoredQuestion }
  /** By whether there is a valid answer: `1` or `0`; without a question all are one group, `1`. */
  | { readonly by: 'answered'; readonly stored: StoredQuestion | null }
  /** By the place that a leaf's interviews count for, `0` for none. */
  | { readonly by: 'row'; readonly fold: ReadonlyMap<number, number>; readonly name: string }
  /** By everything found in a comment, so in many groups at once: see `mentionKeys`. Without a comment in none. */
  | { readonly by: 'mention'; readonly comment: StoredQuestion }
  /** By two variables at once, their keys apart by `keySeparator`. */
  | { readonly by: 'pair'; readonly rows: Grouping; readonly columns: Grouping }

/** Stands between the parts of a key: no answer may hold it. */
export const keySeparator = '\0'

/** The group of interviews without a valid answer. */
export const noValue = ''
/** The group of interviews whose number is in no band. */
export const noBand = '~outside'

const settled = new WeakMap<Fold, boolean>()

/**
 * What leaves may be added up by already: whoever asks folds the places that they count for again, which changes
 * nothing. Null: each leaf is wanted.
 */
export function foldOf(grouping: Grouping): Fold | null {
  const fold = 'fold' in grouping ? grouping.fold : undefined
  if (!fold || grouping.by === 'row') return null
  const isSettled = settled.get(fold) ?? [...fold.values()].every((node) => fold.get(node) === node)
  settled.set(fold, isSettled)
  return isSettled ? fold : null
}

/** What rows are grouped by, and how it is told: they fall into groups of small numbers much faster than into groups of text. */
export type Key = string | { readonly by: string; readonly told: string }

export const groupingKey = (grouping: Grouping): string => {
  switch (grouping.by) {
    case 'total':
    case 'group':
    case 'leaf':
      return grouping.by
    case 'bucket':
    case 'leafBucket':
      return `${grouping.by} ${grouping.unit}`
    case 'leafAnswer':
    case 'answer':
    case 'code':
    case 'codes':
      return `${grouping.by} ${grouping.stored.number}`
    case 'answered':
      return `${grouping.by} ${grouping.stored?.number ?? ''}`
    case 'mention':
      return `${grouping.by} ${grouping.comment.number}`
    case 'row':
      return `${grouping.by} ${grouping.name}`
    case 'pair':
      return `${grouping.by} ${groupingKey(grouping.rows)} × ${groupingKey(grouping.columns)}`
  }
}

export function keysOf(grouping: Grouping, leafColumn: string, calendar: Calendar): readonly Key[] {
  switch (grouping.by) {
    case 'group':
      return ['of_group']
    case 'total':
      return []
    case 'leaf':
      return [leafColumn]
    case 'bucket':
      return [bucketNumber(grouping.unit, calendar)]
    case 'leafBucket':
      return [leafColumn, bucketNumber(grouping.unit, calendar)]
    case 'leafAnswer':
      return [leafColumn, answerKey(grouping.stored)]
    case 'answer':
      return [answerKey(grouping.stored)]
    case 'code':
      return [codeKey(grouping.stored)]
    case 'codes':
      return [codesKey(grouping.stored)]
    case 'answered':
      return [`toUInt8(${grouping.stored ? valid(grouping.stored) : '1'})`]
    case 'mention':
      return [mentionKey(grouping.comment)]
    case 'row':
      return [childKey(leafColumn, grouping.fold)]
    case 'pair':
      return [grouping.rows, grouping.columns].flatMap((one) => keysOf(one, leafColumn, calendar))
  }
}

/** Keys of the groups of what is found: every comment, those of a sentiment, on a topic, and speaking well or badly of it. */
export const mentionKeys = {
  all: '',
  sentiment: (id: string) => `=${id}`,
  topic: (id: string) => `#${id}`,
  praise: (id: string) => `+${id}`,
  complaint: (id: string) => `-${id}`,
} as const

function mentionKey({ number, awaited }: StoredQuestion): string {
  if (awaited) return 'arrayJoin(emptyArrayString())'
  const marked = (mark: string, column: string) => `arrayMap(id -> concat('${mark}', id), ${column}${number})`
  const all = `arrayConcat(['', concat('=', s${number})], ${marked('#', 'k')}, ${marked('+', 'g')}, ${marked('-', 'b')})`
  return `arrayJoin(if(a${number}, ${all}, []))`
}

// Whole numbers, because ClickHouse's own unit functions turn days before 1970 into others.
function bucketNumber(unit: TimeUnit, calendar: Calendar): string {
  switch (unit) {
    case 'day':
      return 'toInt32(day)'
    case 'week':
      return `toInt32(intDiv(toInt32(day) + ${weekShift(calendar)}, 7))`
    case 'month':
    case 'quarter':
    case 'year':
      return bucketOfMonth(unit, 'toInt32(toYear(day)) * 12 + toMonth(day) - 1', calendar)
  }
}

// 1970-01-01 was a Thursday; the many weeks keep the division positive.
const weekShift = ({ weekStart }: Calendar) => 70_000 + 4 - weekStart
const monthsIn = { month: 1, quarter: 3, year: 12 } as const
const monthShift = (unit: keyof typeof monthsIn, { fiscalYearStart }: Calendar) =>
  unit === 'month' ? 0 : fiscalYearStart - 1

/** The bucket of a month that is given as an expression: months since the year 0. */
export function bucketOfMonth(unit: keyof typeof monthsIn, months: string, calendar: Calendar): string {
  const shift = monthShift(unit, calendar)
  const shifted = shift === 0 ? months : `${months} - ${shift}`
  return unit === 'month' ? shifted : `toInt32(intDiv(${shifted}, ${monthsIn[unit]}))`
}

const epoch = '1970-01-01'
const epochMonths = 1970 * 12

/** First day of a bucket. */
export function bucketStart(unit: TimeUnit, number: number, calendar: Calendar): Day {
  switch (unit) {
    case 'day':
      return addDays(epoch, number)
    case 'week':
      return addDays(epoch, number * 7 - weekShift(calendar))
    case 'month':
    case 'quarter':
    case 'year':
      return addMonths(epoch, number * monthsIn[unit] + monthShift(unit, calendar) - epochMonths)
  }
}

/** The bucket that holds a day. */
export function bucketOf(unit: TimeUnit, day: Day, calendar: Calendar): number {
  switch (unit) {
    case 'day':
      return daysBetween(epoch, day)
    case 'week':
      return Math.floor((daysBetween(epoch, day) + weekShift(calendar)) / 7)
    case 'month':
    case 'quarter':
    case 'year': {
      const { year, month } = parts(day)
      return Math.floor((year * 12 + month - 1 - monthShift(unit, calendar)) / monthsIn[unit])
    }
  }
}

/** A valid answer's code, a band's id, or `noValue`. An interview with several choices falls into several groups. */
function answerKey(stored: StoredQuestion): Key {
  const { question, column } = stored
  switch (question.type) {
    case 'number':
      if (question.bands.length) return bandKey(stored, question.bands, question.decimals)
      return numberKey(`if(${valid(stored)}, ${column}, ${noNumber.number})`, 'number')
    case 'scale':
      return numberKey(`if(${valid(stored)}, ${column}, ${noNumber.scale})`, 'scale')
    case 'choice':
      return codedKey(`if(${valid(stored)}, ${column}, defaultValueOfArgumentType(${column}))`)
    case 'multiple': {
      const missing = question.missing.map(String)
      const codes = missing.length ? `arrayFilter(code -> code not in (${literals(missing)}), ${column})` : column
      return `toString(arrayJoin(arrayDistinct(if(${valid(stored)}, ${codes}, ['']))))`
    }
    case 'text':
    case 'date':
      throw refuse('invalid', 'figure.segments', { id: question.id })
  }
}

const numberKey = (by: string, type: keyof typeof noNumber): Key => ({
  by,
  told: `if(${by} = ${noNumber[type]}, '', toString(${by}))`,
})
const codedKey = (by: string): Key => ({ by, told: `toString(${by})` })

type Band = { readonly id: string; readonly from?: number | undefined; readonly to?: number | undefined }

function bandKey(stored: StoredQuestion, bands: readonly Band[], decimals: number): string {
  const steps = bands.map(({ id, from, to }) => {
    const limits = [
      ...(from === undefined ? [] : [`${stored.column} >= ${storedBound(from, decimals, 'ceil')}`]),
      ...(to === undefined ? [] : [`${stored.column} <= ${storedBound(to, decimals, 'floor')}`]),
    ]
    return `${and(limits)}, ${literal(id)}`
  })
  return `multiIf(not (${valid(stored)}), '', ${steps.join(', ')}, ${literal(noBand)})`
}

function codesKey(stored: StoredQuestion): string {
  const { column } = stored
  return `toJSONString(arrayDistinct(if(${answeredColumn(stored)} and notEmpty(${column}), ${column}, [''])))`
}

/** The code that is stored, empty where none is; of several choices each. */
export function codeKey(stored: StoredQuestion): Key {
  const { question, column } = stored
  switch (question.type) {
    case 'scale':
    case 'number':
      return numberKey(column, question.type)
    case 'choice':
      return codedKey(column)
    case 'multiple':
      return `toString(arrayJoin(arrayDistinct(if(${answeredColumn(stored)} and notEmpty(${column}), ${column}, ['']))))`
    case 'text':
    case 'date':
      throw refuse('invalid', 'figure.segments', { id: question.id })
  }
}

/** A node's child below it that an interview counts for, by its leaf; 0 for none: for what cannot be added up. */
export function childKey(column: string, groups: ReadonlyMap<number, number>): string {
  if (groups.size === 0) return 'toUInt32(0)'
  const leaves = literals(groups.keys())
  return `transform(${column}, [${leaves}], [${literals(groups.values())}], toUInt32(0))`
}
