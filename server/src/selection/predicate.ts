import { campaignStatesMeant } from '@kaiku/core/campaign-filter.ts'
import { type AnswerTest, type Condition, dayOn, type NumberSpan } from '@kaiku/core/condition.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import {
  answeredColumn,
  type Dictionary,
  foldedColumn,
  noNumber,
  type StoredQuestion,
  undated,
  variableNamed,
} from '../dictionary/dictionary.ts'
import { attributeIds, campaignAttribute } from '../dictionary/interview-attribute.ts'
import { and, day, literal, literals, or } from './sql.ts'

/** Where ClickHouse has the answers to a question: in its column, the survey's own date in the one that interviews are ordered by. */
type Held = Pick<StoredQuestion, 'question' | 'column' | 'number' | 'awaited'>

/** Interviews that meet a condition, in ClickHouse. Throws where it names a question that is not there. */
export function predicate(dictionary: Dictionary, condition: Condition): string {
  const date = dictionary.role('date')?.question.id
  return predicateOn(condition, (id) => {
    const stored = variableNamed(dictionary, id) ?? (id === attributeIds.campaign ? campaignAttribute : undefined)
    if (!stored) throw new TypeError(`there is no question ${id}`)
    return id === date ? { ...stored, column: 'day' } : stored
  })
}

/** The same, told where each question's answers are. */
export function predicateOn(condition: Condition, heldOf: (question: string) => Held): string {
  switch (condition.is) {
    case 'all':
      return and(condition.of.map((part) => predicateOn(part, heldOf)))
    case 'any':
      return or(condition.of.map((part) => predicateOn(part, heldOf)))
    case 'not':
      return `not (${predicateOn(condition.of, heldOf)})`
    default:
      return meeting(condition, heldOf(condition.question))
  }
}

function meeting(test: AnswerTest, held: Held): string {
  const { question, column } = held
  const { type } = question
  switch (test.is) {
    case 'number':
      return inSpans(column, type === 'scale' ? noNumber.scale : noNumber.number, test.spans)
    case 'code':
      if (type === 'multiple') return `hasAny(${column}, [${literals(test.among)}])`
      return test.among.length === 1 ? `${column} = ${literals(test.among)}` : `${column} in (${literals(test.among)})`
    case 'text':
      if (type === 'text' && test.holds !== '') return `position(${foldedColumn(held)}, ${literal(test.holds)}) > 0`
      return type === 'multiple'
        ? `arrayExists(code -> ${holding('code', test)}, ${column})`
        : holding(type === 'choice' ? `toString(${column})` : column, test)
    case 'list':
      return answeredColumn(held)
    case 'day':
      return inDays(column, test)
    case 'anniversary':
      return `${hasDay(column)} and toMonth(${column}) = ${test.month} and toDayOfMonth(${column}) = ${test.day}`
    case 'campaign':
      return `arrayExists(code -> ${ofRecipient(test)}, ${column})`
  }
}

/** Comparing is faster than looking up, as long as there is little to compare with. */
const longestChain = 3

function inSpans(column: string, none: string, spans: readonly NumberSpan[]): string {
  const isPoint = ({ from, to }: NumberSpan) => from !== null && from === to
  if (spans.length > longestChain && spans.every(isPoint))
    return `${column} in (${literals(spans.flatMap(({ from }) => from ?? []))})`
  return or(
    spans.map((one) => {
      const { from, to } = one
      const isOpen = from === null || from <= Number(none)
      if (isPoint(one) && !isOpen) return `${column} = ${from}`
      return and([
        isOpen ? `${column} != ${none}` : `${column} >= ${from}`,
        ...(to === null ? [] : [`${column} <= ${to}`]),
      ])
    }),
  )
}

function holding(code: string, { holds, except }: Extract<AnswerTest, { is: 'text' }>): string {
  const out = except.length === 0 ? `${code} != ''` : `${code} not in (${literals(['', ...except])})`
  return holds === '' ? out : `${out} and position(${foldedBy(code)}, ${literal(holds)}) > 0`
}

/** `fold` of core, word for word. What stands in for å, ä and ö meanwhile are no letters of any text. */
export function foldedBy(text: string): string {
  const [letters, standIns] = [literal('åäö'), literal('\uFDD0\uFDD1\uFDD2')]
  const kept = `translateUTF8(normalizeUTF8NFC(lowerUTF8(normalizeUTF8NFC(${text}))), ${letters}, ${standIns})`
  const bare = `replaceRegexpAll(normalizeUTF8NFD(${kept}), '[\\\\x{0300}-\\\\x{036f}]', '')`
  return `normalizeUTF8NFC(translateUTF8(${bare}, concat(${standIns}, 'ς'), concat(${letters}, 'σ')))`
}

/** `meetsCampaign` of core. */
function ofRecipient({ campaign, days, opened, clicked, ...asked }: Extract<AnswerTest, { is: 'campaign' }>): string {
  const part = (at: number) => `splitByChar(':', code)[${at}]`
  const states = campaignStatesMeant(asked)
  return and([
    `${part(1)} = ${literal(campaign)}`,
    ...(states.length === 0 ? [] : [`${part(2)} in (${literals(states)})`]),
    ...(opened === 'any' ? [] : [`${part(3)} = ${literal(opened)}`]),
    ...(clicked === 'any' ? [] : [`${part(4)} = ${literal(clicked)}`]),
    ...(days === null ? [] : [`${part(5)} != '' and toUInt32OrZero(${part(5)}) <= ${literal(days)}`]),
  ])
}

const hasDay = (column: string) => (column === 'day' ? `day != ${day(undated)}` : `isNotNull(${column})`)

/** Interviews of some days by a column of days; none without a day. */
export function inDays(column: string, days: Days): string {
  const test = dayOn(column, days)
  if (test.is !== 'day') return '0'
  return and([
    ...(test.from === null ? [] : [`${column} >= ${day(test.from)}`]),
    ...(test.to === null ? [] : [`${column} <= ${day(test.to)}`]),
    ...(column === 'day' && test.from !== null ? [] : [hasDay(column)]),
  ])
}
