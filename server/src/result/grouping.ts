import type { Day, TimeUnit } from '@kaiku/core/day.ts'
import { addDays, addMonths, addYears, daysBetween, parts, startOf } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'
import { and, literal, literals } from './sql.ts'
import { storedBound, valid, whole } from './validity.ts'

/** How interviews fall into groups. `leaf`: by the place of the selection's view; `bucket`: by unit of time. */
export type Grouping =
  | { readonly by: 'total' }
  | { readonly by: 'leaf' }
  | { readonly by: 'bucket'; readonly unit: TimeUnit }
  | { readonly by: 'leafBucket'; readonly unit: TimeUnit }
  | { readonly by: 'answer'; readonly kept: StoredQuestion }
  /** As `answer`, what is not a valid answer under its stored code. */
  | { readonly by: 'code'; readonly kept: StoredQuestion }

/** The group of interviews without a valid answer. */
export const noValue = ''
/** The group of interviews whose number is in no band. */
export const noBand = '~outside'

export const groupingKey = (grouping: Grouping): string => {
  switch (grouping.by) {
    case 'total':
    case 'leaf':
      return grouping.by
    case 'bucket':
    case 'leafBucket':
      return `${grouping.by} ${grouping.unit}`
    case 'answer':
    case 'code':
      return `${grouping.by} ${grouping.kept.number}`
  }
}

export function keysOf(grouping: Grouping, leafColumn: string): readonly string[] {
  switch (grouping.by) {
    case 'total':
      return []
    case 'leaf':
      return [leafColumn]
    case 'bucket':
      return [bucketNumber(grouping.unit)]
    case 'leafBucket':
      return [leafColumn, bucketNumber(grouping.unit)]
    case 'answer':
      return [answerKey(grouping.kept)]
    case 'code':
      return [codeKey(grouping.kept)]
  }
}

// Whole numbers, because ClickHouse's own unit functions turn days before 1970 into others.
function bucketNumber(unit: TimeUnit): string {
  switch (unit) {
    case 'day':
      return 'toInt32(day)'
    case 'week':
      // 1970-01-01 was a Thursday; the shift keeps the division positive.
      return 'toInt32(intDiv(toInt32(day) + 3 + 70000, 7))'
    case 'month':
      return 'toInt32(toYear(day)) * 12 + toMonth(day) - 1'
    case 'quarter':
      return 'toInt32(toYear(day)) * 4 + toQuarter(day) - 1'
    case 'year':
      return 'toInt32(toYear(day))'
  }
}

const epoch = '1970-01-01'

/** First day of a bucket. */
export function bucketStart(unit: TimeUnit, number: number): Day {
  switch (unit) {
    case 'day':
      return addDays(epoch, number)
    case 'week':
      return addDays(epoch, number * 7 - 3 - 70000)
    case 'month':
      return addMonths(epoch, number - 1970 * 12)
    case 'quarter':
      return addMonths(epoch, (number - 1970 * 4) * 3)
    case 'year':
      return addYears(epoch, number - 1970)
  }
}

/** The bucket that holds a day. */
export function bucketOf(unit: TimeUnit, day: Day): number {
  const at = parts(startOf(unit, day))
  switch (unit) {
    case 'day':
      return daysBetween(epoch, day)
    case 'week':
      return (daysBetween(epoch, startOf('week', day)) + 3 + 70000) / 7
    case 'month':
      return at.year * 12 + at.month - 1
    case 'quarter':
      return at.year * 4 + (at.month - 1) / 3
    case 'year':
      return at.year
  }
}

/** A valid answer's code, a band's id, or `noValue`. An interview with several choices falls into several groups. */
function answerKey(kept: StoredQuestion): string {
  const { question, column } = kept
  switch (question.type) {
    case 'number':
      if (question.bands.length) return bandKey(kept, question.bands, question.decimals)
      return `if(${valid(kept)}, toString(${whole(kept)}), '')`
    case 'scale':
      return `if(${valid(kept)}, toString(${whole(kept)}), '')`
    case 'choice':
      return `if(${valid(kept)}, toString(${column}), '')`
    case 'multiple': {
      const missing = question.missing.map(String)
      const codes = missing.length ? `arrayFilter(code -> code not in (${literals(missing)}), ${column})` : column
      return `toString(arrayJoin(arrayDistinct(if(${valid(kept)}, ${codes}, ['']))))`
    }
    case 'text':
    case 'date':
      throw new Fault('invalid', `"${question.id}" has no groups.`)
  }
}

type Band = { readonly id: string; readonly from?: number | undefined; readonly to?: number | undefined }

function bandKey(kept: StoredQuestion, bands: readonly Band[], decimals: number): string {
  const steps = bands.map(({ id, from, to }) => {
    const limits = [
      ...(from === undefined ? [] : [`${whole(kept)} >= ${storedBound(from, decimals, 'ceil')}`]),
      ...(to === undefined ? [] : [`${whole(kept)} <= ${storedBound(to, decimals, 'floor')}`]),
    ]
    return `${and(limits)}, ${literal(id)}`
  })
  return `multiIf(not (${valid(kept)}), '', ${steps.join(', ')}, ${literal(noBand)})`
}

function codeKey(kept: StoredQuestion): string {
  const { question, column, number } = kept
  switch (question.type) {
    case 'scale':
    case 'number':
      return `ifNull(toString(${column}), '')`
    case 'choice':
      return `toString(${column})`
    case 'multiple':
      return `toString(arrayJoin(arrayDistinct(if(a${number} and notEmpty(${column}), ${column}, ['']))))`
    case 'text':
    case 'date':
      throw new Fault('invalid', `"${question.id}" has no codes.`)
  }
}
