import { meetsCampaign } from './campaign-filter.ts'
import type { AnswerTest, Condition } from './condition.ts'
import { fold } from './text.ts'

/** As stored: numbers are whole, in units of 10^-decimals; a day is `yyyy-mm-dd`. Undefined: no answer. */
export type StoredAnswer = number | string | readonly string[] | undefined

/** Whether an interview meets a condition, by its stored answers. */
export function holds(condition: Condition, answerOf: (question: string) => StoredAnswer): boolean {
  switch (condition.is) {
    case 'all':
      return condition.of.every((part) => holds(part, answerOf))
    case 'any':
      return condition.of.some((part) => holds(part, answerOf))
    case 'not':
      return !holds(condition.of, answerOf)
    default:
      return meets(condition, answerOf(condition.question))
  }
}

function meets(test: AnswerTest, answer: StoredAnswer): boolean {
  switch (test.is) {
    case 'number':
      return (
        typeof answer === 'number' &&
        test.spans.some(({ from, to }) => (from === null || answer >= from) && (to === null || answer <= to))
      )
    case 'code':
      return codesIn(answer).some((code) => test.among.includes(code))
    case 'text':
      return codesIn(answer).some(
        (code) => code !== '' && !test.except.includes(code) && (test.holds === '' || fold(code).includes(test.holds)),
      )
    case 'list':
      return typeof answer === 'object'
    case 'day':
      return isDay(answer) && (test.from === null || answer >= test.from) && (test.to === null || answer <= test.to)
    case 'anniversary':
      return isDay(answer) && Number(answer.slice(5, 7)) === test.month && Number(answer.slice(8)) === test.day
    case 'campaign':
      return codesIn(answer).some((code) => meetsCampaign(code, test))
  }
}

const isDay = (answer: StoredAnswer): answer is string => typeof answer === 'string' && answer !== ''

const codesIn = (answer: StoredAnswer): readonly string[] =>
  typeof answer === 'string' ? [answer] : typeof answer === 'object' ? answer : []
