import type { Question } from '@kaiku/contract/question.ts'
import type { Condition, Match } from '@kaiku/core/filter-kind.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Bind } from '../db/bind.ts'
import type { Chosen } from '../selection/selection.ts'

/**
 * Samples, as `s` with the interview `i`, that meet a filter: by what the person answered, else by what was known before.
 * As for interviews: any of what is included, none of what is excluded; without a value nothing is excluded.
 */
export function factCondition({ stored, condition }: Chosen, bind: Bind): string {
  const { question } = stored
  const id = bind(question.id)
  const fact = `coalesce(i.answers -> ${id}, s.background -> ${id})`
  return meets(condition, (match) => matching(question, fact, match, bind))
}

/** Samples that were asked, or came where they are not asked yet, on days that meet the time filter. */
export function timeCondition(condition: Condition, timeZone: string, bind: Bind): string {
  const asked = `(coalesce(s.invited_at, s.created_at) at time zone ${bind(timeZone)})::date::text`
  return meets(condition, (match) => onDays(asked, match, bind))
}

function meets({ include, exclude }: Condition, one: (match: Match) => string): string {
  const parts = [
    ...(include.length > 0 ? [`(${include.map(one).join(' or ')})`] : []),
    ...exclude.map((match) => `(${one(match)}) is not true`),
  ]
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

function matching(question: Question, fact: string, match: Match, bind: Bind): string {
  const text = `${fact} #>> '{}'`
  switch (match.is) {
    case 'option':
      return equal(question, fact, match.option, bind)
    case 'none':
      return `(${fact} is null or ${isMissing(question, fact, bind)})`
    case 'contains':
      return `position(${bind(fold(match.text))} in lower(${text})) > 0`
    case 'range': {
      const scale = question.type === 'number' ? 10 ** question.decimals : 1
      const [from, to] = [bind(match.from * scale), bind(match.to * scale)]
      const number = `case when jsonb_typeof(${fact}) = 'number' then (${text})::numeric end`
      return `(${number} between ${from}::numeric and ${to}::numeric and not ${isMissing(question, fact, bind)})`
    }
    case 'days':
    case 'anniversary':
      return onDays(`(${text})`, match, bind)
    case 'table':
      return 'true'
  }
}

const isMissing = (question: Question, fact: string, bind: Bind) =>
  `coalesce(${fact} #>> '{}' = any(${bind(question.missing.map(String))}::text[]), false)`

function equal(question: Question, fact: string, option: string, bind: Bind): string {
  if (question.type === 'multiple') return `jsonb_exists(${fact}, ${bind(option)})`
  if (question.type !== 'scale' && question.type !== 'number') return `${fact} #>> '{}' = ${bind(option)}`
  const scale = question.type === 'number' ? 10 ** question.decimals : 1
  const number = option.trim() === '' ? Number.NaN : Number(option) * scale
  return Number.isFinite(number) ? `${fact} = to_jsonb(${bind(Math.round(number))}::numeric)` : 'false'
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

function onDays(day: string, match: Match, bind: Bind): string {
  if (match.is === 'anniversary')
    return `substr(${day}, 6, 5) = ${bind(`${twoDigits(match.month)}-${twoDigits(match.day)}`)}`
  if (match.is === 'none') return `${day} is null`
  if (match.is !== 'days') return 'false'
  const bounds = [
    ...(match.from === null ? [] : [`${day} >= ${bind(match.from)}`]),
    ...(match.to === null ? [] : [`${day} <= ${bind(match.to)}`]),
  ]
  return bounds.length > 0 ? `(${bounds.join(' and ')})` : `${day} is not null`
}
