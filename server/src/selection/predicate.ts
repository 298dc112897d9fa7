import type { configFilter } from '@kaiku/contract/filter.ts'
import { readDay } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Condition, isTimeFilter, type Match, resolveFilter } from '@kaiku/core/filter-kind.ts'
import { parseToken, timeFilter } from '@kaiku/core/filter-token.ts'
import { say } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import type { z } from 'zod'
import { type Dictionary, type StoredQuestion, undated, variableNamed } from '../dictionary/dictionary.ts'
import { containing } from './contains.ts'
import { questionFilter } from './question-filter.ts'
import { and, day, literal, oneOf, or } from './sql.ts'
import { storedBound, storedNumber, valid } from './validity.ts'

export type ConfigFilter = z.output<typeof configFilter>

/** A filter by name, or null: the survey's own, that of a question, or the time filter wherever a question holds the date. */
export function findFilter(dictionary: Dictionary, name: string): ConfigFilter | null {
  const { standard, time } = dictionary.definition.filters
  for (const set of [standard, time])
    for (const group of set.filterGroups) for (const filter of group.filters) if (filter.extName === name) return filter
  if (name !== timeFilter) return questionFilter(dictionary, name)
  if (!dictionary.role('date')) return null
  return { extName: timeFilter, title: timeFilter, dateInterval: true, dateRef: true }
}

/** The question a filter looks at; the time filter without one looks at the survey's date. Null: it looks at none. */
export function filteredQuestion(dictionary: Dictionary, filter: ConfigFilter): StoredQuestion | null {
  if (filter.question !== undefined) return variableNamed(dictionary, filter.question) ?? null
  return filter.extName === timeFilter || isTimeFilter(filter) ? dictionary.role('date') : null
}

/** What the written values of a filter mean; a Fault names the value that means nothing. */
export function conditionOf(
  { calendar, definition }: Pick<Dictionary, 'calendar' | 'definition'>,
  filter: ConfigFilter,
  values: readonly string[],
  today: string,
): Condition {
  const found = resolveFilter(filter, values, today, calendar)
  if (found.ok) return found.value
  const value = values[found.position] ?? values.join('*')
  const title = say(filter.title, definition.settings.locale, definition.settings.locale)
  throw refuse('invalid', 'filter.value', { filter: title, value }, [
    { place: filter.extName, expected: found.expected, found: value },
  ])
}

/** Interviews that meet a condition on a question: any of `include`, none of `exclude`; without a value nothing is excluded. */
export function predicate(dictionary: Dictionary, stored: StoredQuestion, condition: Condition): string {
  const one = (match: Match) => matching(dictionary, stored, match)
  return and([
    ...(condition.include.length ? [or(condition.include.map(one))] : []),
    ...condition.exclude.map((match) => `not (${one(match)})`),
  ])
}

function matching(dictionary: Dictionary, stored: StoredQuestion, match: Match): string {
  switch (match.is) {
    case 'option':
      return equal(stored, match.option)
    case 'none':
      return `not (${valid(stored)})`
    case 'contains':
      return containing(stored, match.text)
    case 'range':
      return inRange(stored, match.from, match.to)
    case 'days':
      return inDays(dateColumn(dictionary, stored), match)
    case 'anniversary': {
      const column = dateColumn(dictionary, stored)
      if (column === null) return '0'
      return `${hasDay(column)} and toMonth(${column}) = ${match.month} and toDayOfMonth(${column}) = ${match.day}`
    }
    case 'table':
      return '1'
  }
}

function equal(stored: StoredQuestion, option: string): string {
  const { question, column } = stored
  switch (question.type) {
    case 'scale':
    case 'number': {
      const decimals = question.type === 'number' ? question.decimals : 0
      const number = option.trim() === '' ? null : storedNumber(Number(option), decimals)
      return number === null ? '0' : oneOf(stored.column, [number])
    }
    case 'multiple':
      return `has(${column}, ${literal(option)})`
    case 'choice':
    case 'text':
      return option === '' ? '0' : `${column} = ${literal(option)}`
    case 'date': {
      const found = readDay(option)
      return found === null ? '0' : inDays(column, { from: found, to: found })
    }
  }
}

function inRange(stored: StoredQuestion, from: number, to: number): string {
  const { question } = stored
  if (question.type !== 'scale' && question.type !== 'number') return '0'
  const decimals = question.type === 'number' ? question.decimals : 0
  return and([
    `${stored.column} >= ${storedBound(from, decimals, 'ceil')}`,
    `${stored.column} <= ${storedBound(to, decimals, 'floor')}`,
    valid(stored),
  ])
}

/** The column of a question's day: the survey's own date is the one interviews are ordered by. Null: it has no day. */
export const dateColumn = (dictionary: Dictionary, stored: StoredQuestion): string | null =>
  stored.number === dictionary.role('date')?.number ? 'day' : stored.question.type === 'date' ? stored.column : null

const hasDay = (column: string) => (column === 'day' ? `day != ${day(undated)}` : `isNotNull(${column})`)
const firstDay = '1900-01-01'
const lastDay = '2299-12-31'

/** Days that the stores can hold; an interview without a day is in no period. */
export function inDays(column: string | null, { from, to }: Days): string {
  if (column === null || (to !== null && to < firstDay) || (from !== null && from > lastDay)) return '0'
  return and([
    ...(from === null || from <= firstDay ? [hasDay(column)] : [`${column} >= ${day(from)}`]),
    ...(to === null || to >= lastDay ? [] : [`${column} <= ${day(to)}`]),
    ...(column === 'day' || from === null || from <= firstDay ? [] : [hasDay(column)]),
  ])
}

/** Interviews that a token of the survey's filters selects; `1` for the empty one. Throws a Fault with the place. */
export function predicateOfToken(dictionary: Dictionary, token: string, today?: string): string {
  const parsed = parseToken(token)
  if (!parsed.ok)
    throw refuse('invalid', 'address.unreadable', {}, [{ place: token, expected: parsed.expected, found: token }])
  return and([...parsed.value].map(([name, values]) => namedPredicate(dictionary, name, values, today)))
}

function namedPredicate(dictionary: Dictionary, name: string, values: readonly string[], today: string | undefined) {
  const filter = findFilter(dictionary, name)
  const stored = filter && filteredQuestion(dictionary, filter)
  if (!filter || !stored) throw unknownFilter(name)
  if (today === undefined && values.some((value) => /^(r|today_)/.test(value)) && isTimeFilter(filter))
    throw new Fault('invalid', `"${name}" depends on today.`)
  return predicate(dictionary, stored, conditionOf(dictionary, filter, values, today ?? undated))
}

export const unknownFilter = (name: string) =>
  refuse('invalid', 'filter.unknown', { filter: name }, [
    { place: name, expected: 'a filter of the survey', found: name },
  ])
