import type { CampaignFilter } from './campaign-filter.ts'
import { readDay } from './day.ts'
import type { FilterChoice, Match } from './filter-kind.ts'
import type { Localised } from './localised.ts'
import type { Days } from './relative-date.ts'
import { storedBound, storedNumber } from './stored-number.ts'
import { fold } from './text.ts'

/**
 * What is asked of an interview: the one meaning of filters, whoever evaluates it (`holds` here, `predicate` for
 * ClickHouse, `factCondition` for PostgreSQL). What depends on a question is decided when the tree is made, by
 * `conditionOn`, so that what is left is to compare stored answers:
 *
 * - Each leaf is true or false of an interview, and false without an answer: what excludes keeps who did not answer.
 * - Numbers are whole, in the question's stored unit. A range asks for valid answers; an option also finds a missing code.
 * - Texts are compared in the form of `fold`, codes as they are; a code is called by its option's titles, in every locale.
 * - Days are compared as days. None before or after those that are kept.
 *
 * `all` of nothing is true, `any` of nothing is false.
 */
export type Condition =
  | { readonly is: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  | AnswerTest

/** Tests the answer to a question, by its id. */
export type AnswerTest = { readonly question: string } & (
  | { readonly is: 'number'; readonly spans: readonly NumberSpan[] }
  /** One of these codes; of several choices, at least one. A text as it was written. */
  | { readonly is: 'code'; readonly among: readonly string[] }
  /** A text, or a code but for these, that is not empty and whose folded form contains this. */
  | { readonly is: 'text'; readonly holds: string; readonly except: readonly string[] }
  /** Several choices, be it none of them. */
  | { readonly is: 'list' }
  | ({ readonly is: 'day' } & Days)
  | { readonly is: 'anniversary'; readonly month: number; readonly day: number }
  /** A recipient of a campaign; the answer is what `meetsCampaign` of `campaign-filter.ts` reads. */
  | ({ readonly is: 'campaign' } & Readonly<CampaignFilter>)
)

/** Whole numbers from one to another, both included; null is open-ended. In their order, no two touch. */
export type NumberSpan = { readonly from: number | null; readonly to: number | null }

type Coded = { readonly code: string | number; readonly title: Localised }

/** What has to be known of a question to ask something of its answers. */
export type AnswerScheme = {
  readonly id: string
  readonly type: 'scale' | 'number' | 'choice' | 'multiple' | 'text' | 'date'
  readonly missing: readonly (string | number)[]
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly decimals?: number | undefined
  readonly open?: boolean | undefined
  readonly options?: readonly Coded[] | undefined
  readonly labels?: readonly Coded[] | undefined
}

/** The first and the last day that answers are kept of. */
export const keptDays = { first: '1900-01-02', last: '2299-12-31' } as const

export const always: Condition = { is: 'all', of: [] }
export const never: Condition = { is: 'any', of: [] }

export function all(parts: readonly Condition[]): Condition {
  const of = parts.filter((part) => part.is !== 'all' || part.of.length > 0)
  return of.length === 1 ? (of[0] ?? always) : { is: 'all', of }
}

export function any(parts: readonly Condition[]): Condition {
  const of = parts.filter((part) => part.is !== 'any' || part.of.length > 0)
  return of.length === 1 ? (of[0] ?? never) : { is: 'any', of }
}

export const not = (of: Condition): Condition => (of.is === 'not' ? of.of : { is: 'not', of })

/** What a filter's values ask of a question: any of the included, none of the excluded. */
export const conditionOn = (question: AnswerScheme, { include, exclude }: FilterChoice): Condition =>
  all([
    ...(include.length > 0 ? [any(include.map((match) => matching(question, match)))] : []),
    ...exclude.map((match) => not(matching(question, match))),
  ])

function matching(question: AnswerScheme, match: Match): Condition {
  switch (match.is) {
    case 'option':
      return optionOn(question, match.option)
    case 'none':
      return not(validOn(question))
    case 'contains':
      return containsOn(question, match.text)
    case 'range':
      return numberOn(question, within(validSpans(question), bounds(question, match.from, match.to)))
    case 'days':
      return question.type === 'date' ? dayOn(question.id, match) : never
    case 'anniversary':
      return question.type === 'date' ? { ...match, question: question.id } : never
    case 'table':
      return always
    case 'campaign':
      return { ...match, question: question.id }
  }
}

/** Days of a question's answers. */
export function dayOn(question: string, { from, to }: Days): Condition {
  if ((to !== null && to < keptDays.first) || (from !== null && from > keptDays.last)) return never
  const isFirst = from === null || from <= keptDays.first
  const isLast = to === null || to >= keptDays.last
  return { is: 'day', question, from: isFirst ? null : from, to: isLast ? null : to }
}

/** An answer that is one: on the question's scale or among its options, and no missing code. */
export function validOn(question: AnswerScheme): Condition {
  const { id, type, missing, options = [], open = false } = question
  const answered: Condition = { is: 'text', question: id, holds: '', except: [] }
  switch (type) {
    case 'scale':
    case 'number':
      return numberOn(question, validSpans(question))
    case 'choice':
      if (!open && options.length > 0) return codeOn(question, valid(question, codesOf(options)))
      return { ...answered, except: missing.map(String) }
    case 'multiple': {
      const list: Condition = { is: 'list', question: id }
      const hasOther = any([not(answered), { ...answered, except: missing.map(String) }])
      return missing.length === 0 ? list : all([list, hasOther])
    }
    case 'text':
      return answered
    case 'date':
      return dayOn(id, { from: null, to: null })
  }
}

/** Valid answers among some codes; of several choices, those that hold at least one of them. */
export function amongOn(question: AnswerScheme, codes: readonly (string | number)[]): Condition {
  const { id, type, options = [], open = false } = question
  if (isNumber(question)) return numberOn(question, within(validSpans(question), points(question, codes)))
  if (type === 'date')
    return any(codes.flatMap((code) => readDay(String(code)) ?? []).map((day) => dayOn(id, { from: day, to: day })))
  const found = valid(question, codes.map(String))
  if (type !== 'choice' || open || options.length === 0) return codeOn(question, found)
  const listed = new Set(codesOf(options))
  return codeOn(
    question,
    found.filter((code) => listed.has(code)),
  )
}

/** An option by its code, missing codes too. */
function optionOn(question: AnswerScheme, option: string): Condition {
  if (isNumber(question)) return numberOn(question, points(question, [option]))
  if (question.type !== 'date') return codeOn(question, [option])
  const day = readDay(option)
  return day === null ? never : dayOn(question.id, { from: day, to: day })
}

/**
 * A text as it is, codes by their options' titles; a code that no option lists is called as it is written, where people may
 * write their own. Numbers and days are called nothing.
 */
export function containsOn(question: AnswerScheme, folded: string): Condition {
  const { id, type, options = [], labels = [], open = false } = question
  const saying = (all: readonly Coded[]) => codesOf(all.filter((one) => says(one, folded)))
  switch (type) {
    case 'text':
      return { is: 'text', question: id, holds: folded, except: [] }
    case 'choice':
    case 'multiple': {
      const other: Condition = { is: 'text', question: id, holds: folded, except: codesOf(options) }
      return any([codeOn(question, saying(options)), ...(open ? [other] : [])])
    }
    case 'scale':
      return numberOn(question, points(question, saying(labels)))
    case 'number':
    case 'date':
      return never
  }
}

/** An option without a title is called by its code. */
const says = ({ code, title }: Coded, folded: string) => {
  const texts = typeof title === 'string' ? [title] : Object.values(title)
  return (texts.length > 0 ? texts : ['']).some((text) => fold(text || String(code)).includes(folded))
}

const codesOf = (all: readonly Coded[]) => all.map(({ code }) => String(code))

const valid = ({ missing }: AnswerScheme, codes: readonly string[]) => {
  const out = new Set(missing.map(String))
  return codes.filter((code) => !out.has(code))
}

function codeOn({ id }: AnswerScheme, codes: readonly string[]): Condition {
  const among = [...new Set(codes)].filter((code) => code !== '')
  return among.length === 0 ? never : { is: 'code', question: id, among }
}

const isNumber = ({ type }: AnswerScheme) => type === 'scale' || type === 'number'

const numberOn = (question: AnswerScheme, spans: readonly NumberSpan[]): Condition =>
  isNumber(question) && spans.length > 0 ? { is: 'number', question: question.id, spans } : never

const decimalsOf = ({ type, decimals = 0 }: AnswerScheme) => (type === 'number' ? decimals : 0)

/** Stored numbers are exact in JavaScript: beyond these there are none. */
const largest = BigInt(Number.MAX_SAFE_INTEGER)

/** Stored numbers between two that are written; an end that is absent is open. */
function bounds(question: AnswerScheme, from: number | undefined, to: number | undefined): readonly NumberSpan[] {
  const low = from === undefined ? -largest : storedBound(from, decimalsOf(question), 'ceil')
  const high = to === undefined ? largest : storedBound(to, decimalsOf(question), 'floor')
  if (low > high || low > largest || high < -largest) return []
  return [{ from: low <= -largest ? null : Number(low), to: high >= largest ? null : Number(high) }]
}

/** Written codes as stored numbers; those that are none, or have more digits than are kept, are left out. */
function points(question: AnswerScheme, codes: readonly (string | number)[]): readonly NumberSpan[] {
  const found = codes.flatMap((code) => {
    const number = String(code).trim() === '' ? null : storedNumber(Number(code), decimalsOf(question))
    return number === null || number > largest || number < -largest ? [] : [Number(number)]
  })
  return joined(found.map((number) => ({ from: number, to: number })))
}

const low = ({ from }: NumberSpan) => from ?? Number.NEGATIVE_INFINITY
const high = ({ to }: NumberSpan) => to ?? Number.POSITIVE_INFINITY
const span = (from: number, to: number): NumberSpan => ({
  from: Number.isFinite(from) ? from : null,
  to: Number.isFinite(to) ? to : null,
})

function joined(spans: readonly NumberSpan[]): readonly NumberSpan[] {
  const found: NumberSpan[] = []
  for (const one of spans.toSorted((a, b) => low(a) - low(b))) {
    const last = found.at(-1)
    if (last && high(last) + 1 >= low(one)) found.splice(-1, 1, span(low(last), Math.max(high(last), high(one))))
    else found.push(one)
  }
  return found
}

const within = (spans: readonly NumberSpan[], others: readonly NumberSpan[]): readonly NumberSpan[] =>
  spans.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(low(one), low(other)), Math.min(high(one), high(other))]
      return from <= to ? [span(from, to)] : []
    }),
  )

/** Of a scale or a number between its ends, without its missing codes. */
const validSpans = (question: AnswerScheme): readonly NumberSpan[] =>
  points(question, question.missing).reduce(
    (left, gap) =>
      within(left, [span(Number.NEGATIVE_INFINITY, low(gap) - 1), span(high(gap) + 1, Number.POSITIVE_INFINITY)]),
    bounds(question, question.min, question.max),
  )
