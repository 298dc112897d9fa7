import type { Condition, Match } from './filter-kind.ts'
import type { Localised } from './localised.ts'
import { fold } from './text.ts'

type Coded = { readonly code: string | number; readonly title: Localised }

/** What has to be known of a question to test an answer to it. */
export type Asked = {
  readonly type: 'scale' | 'number' | 'choice' | 'multiple' | 'text' | 'date'
  readonly missing: readonly (string | number)[]
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly decimals?: number | undefined
  readonly open?: boolean | undefined
  readonly options?: readonly Coded[] | undefined
  readonly labels?: readonly Coded[] | undefined
}

/** As stored: numbers are whole, in units of 10^-decimals; a day is `yyyy-mm-dd`. Undefined: no answer. */
export type StoredAnswer = number | string | readonly string[] | undefined

/** Whether one stored answer meets a condition: any of `include`, none of `exclude`; without an answer nothing is excluded. */
export function meets(asked: Asked, answer: StoredAnswer, { include, exclude }: Condition): boolean {
  const one = (match: Match) => matches(asked, answer, match)
  return (include.length === 0 || include.some(one)) && !exclude.some(one)
}

function matches(asked: Asked, answer: StoredAnswer, match: Match): boolean {
  switch (match.is) {
    case 'option':
      return isOption(asked, answer, match.option)
    case 'none':
      return !isValid(asked, answer)
    case 'contains':
      return textsOf(asked, answer).some((text) => fold(text).includes(match.text))
    case 'range':
      return typeof answer === 'number' && isWithin(asked, answer, match.from, match.to) && isValid(asked, answer)
    case 'days':
      return (
        isDay(asked, answer) &&
        (match.from === null || answer >= match.from) &&
        (match.to === null || answer <= match.to)
      )
    case 'anniversary':
      return isDay(asked, answer) && Number(answer.slice(5, 7)) === match.month && Number(answer.slice(8)) === match.day
    case 'table':
      return true
  }
}

const isDay = ({ type }: Asked, answer: StoredAnswer): answer is string => type === 'date' && typeof answer === 'string'

/** Exact: the decimal point moves in the text. Null where the value is written with an exponent. */
const stored = (value: number, decimals = 0): number | null => {
  const moved = Number(`${value}e${decimals}`)
  return Number.isFinite(moved) ? moved : null
}

function isWithin({ decimals }: Asked, answer: number, from?: number, to?: number): boolean {
  const [low, high] = [from, to].map((bound) => (bound === undefined ? null : stored(bound, decimals)))
  return (low == null || answer >= low) && (high == null || answer <= high)
}

function isOption({ type, decimals }: Asked, answer: StoredAnswer, option: string): boolean {
  switch (type) {
    case 'scale':
    case 'number':
      return option.trim() !== '' && typeof answer === 'number' && answer === stored(Number(option), decimals)
    case 'multiple':
      return typeof answer === 'object' && answer.includes(option)
    case 'choice':
    case 'text':
    case 'date':
      return option !== '' && answer === option
  }
}

/** On the question’s scale, and no missing code. */
export function isValid(asked: Asked, answer: StoredAnswer): boolean {
  const { type, missing, decimals } = asked
  const isMissing = (code: string) => missing.some((one) => String(one) === code)
  switch (type) {
    case 'scale':
    case 'number':
      return (
        typeof answer === 'number' &&
        isWithin(asked, answer, asked.min, asked.max) &&
        !missing.some((code) => stored(Number(code), decimals) === answer)
      )
    case 'choice': {
      if (typeof answer !== 'string' || answer === '' || isMissing(answer)) return false
      const isListed = asked.options?.some(({ code }) => code === answer) === true
      return isListed || asked.open === true || !asked.options?.length
    }
    case 'multiple':
      return typeof answer === 'object' && (answer.length === 0 || !answer.every(isMissing))
    case 'text':
    case 'date':
      return typeof answer === 'string' && answer !== ''
  }
}

/** The texts of an answer that somebody may look for: of codes their labels in every locale. */
function textsOf({ type, options = [], labels = [] }: Asked, answer: StoredAnswer): string[] {
  if (type === 'text') return typeof answer === 'string' ? [answer] : []
  if (type === 'choice') return typeof answer === 'string' && answer !== '' ? titles(options, answer) : []
  if (type === 'multiple') return typeof answer === 'object' ? answer.flatMap((code) => titles(options, code)) : []
  return type === 'scale' ? labels.filter(({ code }) => code === answer).flatMap(spoken) : []
}

/** What no option lists is called by its code. */
function titles(options: readonly Coded[], code: string): string[] {
  const option = options.find((one) => one.code === code)
  return option ? spoken(option) : [code]
}

const spoken = ({ code, title }: Coded): string[] => {
  const texts = typeof title === 'string' ? [title] : Object.values(title)
  return (texts.length > 0 ? texts : ['']).map((text) => text || String(code))
}
