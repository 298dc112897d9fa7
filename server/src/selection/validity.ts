import type { Question } from '@kaiku/contract/question.ts'
import { noNumber, type StoredQuestion } from '../dictionary/dictionary.ts'
import { and, literals, oneOf } from './sql.ts'

/**
 * A number in a question's stored unit, 10^decimals, or null when it has more digits than are kept. Exact: taken
 * from the shortest decimal text.
 */
export function storedNumber(value: number, decimals: number): bigint | null {
  if (!Number.isFinite(value)) return null
  const [, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const shift = decimals + Number(exponent) - fraction.length
  const all = BigInt(digits + fraction)
  if (shift >= 0) return BigInt(sign ? -1 : 1) * all * 10n ** BigInt(shift)
  const cut = 10n ** BigInt(-shift)
  return all % cut === 0n ? (BigInt(sign ? -1 : 1) * all) / cut : null
}

/** The smallest stored integer not below (`ceil`) or the largest not above (`floor`) a number. */
export function storedBound(value: number, decimals: number, side: 'ceil' | 'floor'): bigint {
  const exact = storedNumber(value, decimals)
  if (exact !== null) return exact
  const scaled = BigInt(Math.floor(value * 10 ** decimals))
  return side === 'floor' ? scaled : scaled + 1n
}

const codesOf = (question: Question, codes: readonly (string | number)[]): bigint[] =>
  codes.flatMap((code) => {
    const text = typeof code === 'string' ? code.trim() : code
    const found = text === '' ? null : storedNumber(Number(text), question.type === 'number' ? question.decimals : 0)
    return found === null ? [] : [found]
  })

/** Whether an interview's stored answer is a valid one: on the question's scale and no missing code. */
export function valid(stored: StoredQuestion): string {
  const { question, column, number } = stored
  switch (question.type) {
    case 'scale': {
      const missing = codesOf(question, question.missing).filter((code) => code >= question.min && code <= question.max)
      const range = `${column} >= ${question.min} and ${column} <= ${question.max}`
      return missing.length ? `${range} and not (${oneOf(column, missing)})` : range
    }
    case 'number': {
      const missing = codesOf(question, question.missing)
      const { min, max, decimals } = question
      return and([
        min === undefined ? `${column} != ${noNumber.number}` : `${column} >= ${storedBound(min, decimals, 'ceil')}`,
        ...(max === undefined ? [] : [`${column} <= ${storedBound(max, decimals, 'floor')}`]),
        ...(missing.length ? [`not (${oneOf(column, missing)})`] : []),
      ])
    }
    case 'choice': {
      const missing = question.missing.map(String)
      if (!question.open && question.options.length)
        return listed(
          column,
          question.options.map(({ code }) => code).filter((code) => !missing.includes(code)),
        )
      return missing.length ? `${column} not in (${literals(['', ...missing])})` : `${column} != ''`
    }
    case 'multiple': {
      if (question.missing.length === 0) return `a${number}`
      const missing = literals(question.missing.map(String))
      return `a${number} and (empty(${column}) or arrayExists(code -> code not in (${missing}), ${column}))`
    }
    case 'text':
      return `${column} != ''`
    case 'date':
      return `isNotNull(${column})`
  }
}

const listed = (column: string, codes: readonly string[]) => (codes.length ? `${column} in (${literals(codes)})` : '0')

/** Valid answers among the codes; of a multiple choice: that hold at least one of them. */
export function among(stored: StoredQuestion, codes: readonly (string | number)[]): string {
  const { question, column } = stored
  const missing = new Set(question.missing.map(String))
  switch (question.type) {
    case 'scale': {
      const out = new Set(codesOf(question, question.missing))
      const found = codesOf(question, codes).filter(
        (code) => code >= question.min && code <= question.max && !out.has(code),
      )
      return oneOf(column, found)
    }
    case 'number':
      return and([oneOf(column, codesOf(question, codes)), valid(stored)])
    case 'choice':
    case 'text': {
      const known = question.type === 'choice' && !question.open && question.options.length > 0
      const options = known ? new Set(question.options.map(({ code }) => code)) : null
      return listed(
        column,
        codes.map(String).filter((code) => code !== '' && !missing.has(code) && (options?.has(code) ?? true)),
      )
    }
    case 'multiple': {
      const found = codes.map(String).filter((code) => !missing.has(code))
      return found.length ? `a${stored.number} and hasAny(${column}, [${literals(found)}])` : '0'
    }
    case 'date':
      return codes.length ? `${column} in (${literals(codes.map(String))})` : '0'
  }
}
