import type { Indicator } from '@kaiku/contract/indicator.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { storedBound } from '@kaiku/core/stored-number.ts'
import { type Dictionary, type StoredQuestion, variableNamed } from '../dictionary/dictionary.ts'
import { predicateOfToken } from '../selection/filter-door.ts'
import { among, valid } from '../selection/validity.ts'

/** An exact fraction; the denominator is positive. */
export type Ratio = { readonly over: bigint; readonly under: bigint }

/**
 * How ClickHouse sees one interview's score: y = base + unit·k, where k is an integer. `sets`: k is `points` where
 * `when` holds and 0 elsewhere (the sets are disjoint and hold valid answers only); `whole`: k is an expression.
 */
export type Score = {
  readonly valid: string
  readonly points: Points
  readonly base: Ratio
  readonly unit: Ratio
  /** How many answers the score stands for, as an expression of a whole number up to `most`; absent: one. */
  readonly answers?: { readonly sql: string; readonly most: bigint }
}
type Points =
  | { readonly kind: 'sets'; readonly sets: readonly { readonly points: bigint; readonly when: string }[] }
  | { readonly kind: 'whole'; readonly sql: string; readonly bound: bigint }

const ratio = (over: bigint, under: bigint): Ratio => {
  const divisor = gcd(over < 0n ? -over : over, under) || 1n
  return { over: over / divisor, under: under / divisor }
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b
const magnitude = (number: bigint) => (number < 0n ? -number : number)
const largest = (numbers: readonly bigint[]) => {
  let most = 0n
  for (const size of numbers.map(magnitude)) if (size > most) most = size
  return most
}
const none = ratio(0n, 1n)
const hundred = ratio(100n, 1n)
const one = ratio(1n, 1n)

/** The score that an indicator adds up. Throws for a median, which adds nothing up. */
export function indicatorScore(dictionary: Dictionary, indicator: Indicator): Score {
  switch (indicator.measure) {
    case 'pooled':
      return pooled(dictionary, indicator)
    case 'composite':
      return composite(dictionary, indicator)
    case 'count': {
      if (indicator.id === '~key') return keyScore
      const counted = indicator.question === undefined ? '1' : valid(questionOf(dictionary, indicator.question))
      return share(counted, counted, one)
    }
    case 'rate': {
      const base = predicateOfToken(dictionary, indicator.among)
      const part = predicateOfToken(dictionary, indicator.of)
      return share(base, base === '1' ? part : `(${base}) and (${part})`)
    }
    case 'median':
      throw new TypeError('a median is not additive')
    default:
      return questionScore(questionOf(dictionary, indicator.question), indicator)
  }
}

/** Below this are the keys of interviews. */
const mostKey = 2n ** 40n
const keyScore: Score = {
  valid: '1',
  base: none,
  unit: one,
  points: { kind: 'whole', sql: 'cell_key', bound: mostKey },
}

/** The one question an indicator is about; throws a Fault when the survey has none of that name. */
export function questionOf(dictionary: Dictionary, id: string): StoredQuestion {
  const stored = variableNamed(dictionary, id)
  if (!stored) throw refuse('invalid', 'figure.question', { id })
  return stored
}

const share = (base: string, when: string, unit = hundred): Score => ({
  valid: base,
  points: { kind: 'sets', sets: [{ points: 1n, when }] },
  base: none,
  unit,
})

type OfQuestion = Exclude<Indicator, { measure: 'pooled' | 'composite' | 'count' | 'rate' | 'median' }>

function questionScore(stored: StoredQuestion, indicator: OfQuestion): Score {
  const base = valid(stored)
  const { question } = stored
  switch (indicator.measure) {
    case 'nps':
      return {
        valid: base,
        points: {
          kind: 'sets',
          sets: [
            { points: 1n, when: among(stored, indicator.promoters) },
            { points: -1n, when: among(stored, indicator.detractors) },
          ],
        },
        base: none,
        unit: hundred,
      }
    case 'share':
      return share(base, among(stored, indicator.set))
    case 'topBox':
    case 'bottomBox':
      return share(base, among(stored, boxesOf(stored, indicator.boxes, indicator.measure === 'topBox')))
    case 'index': {
      const { min, max } = scaleOf(stored)
      const width = max - min
      if (width <= 0n) throw new Fault('invalid', `The scale of "${question.id}" has no width.`)
      const points = wholePoints(stored)
      return question.type === 'scale' && question.falling
        ? { valid: base, points, base: ratio(100n * max, width), unit: ratio(-100n, width) }
        : { valid: base, points, base: ratio(-100n * min, width), unit: ratio(100n, width) }
    }
    case 'mean':
    case 'sum':
      return { valid: base, points: wholePoints(stored), base: none, unit: unitOf(stored) }
  }
}

/** What one stored unit of a question's answer is worth: a number with two decimals counts hundredths. */
export const unitOf = ({ question }: StoredQuestion): Ratio =>
  ratio(1n, question.type === 'number' ? 10n ** BigInt(question.decimals) : 1n)

const anyInteger = 2n ** 63n

function wholePoints(stored: StoredQuestion): Points {
  const { question } = stored
  if (question.type !== 'scale' && question.type !== 'number')
    throw refuse('invalid', 'figure.scale', { id: question.id })
  const limited = question.min !== undefined && question.max !== undefined
  if (!limited) return { kind: 'whole', sql: stored.column, bound: anyInteger }
  const { min, max } = scaleOf(stored)
  return { kind: 'whole', sql: stored.column, bound: largest([min, max]) }
}

function scaleOf({ question }: StoredQuestion): { min: bigint; max: bigint } {
  if (question.type === 'scale') return { min: BigInt(question.min), max: BigInt(question.max) }
  if (question.type === 'number' && question.min !== undefined && question.max !== undefined)
    return {
      min: storedBound(question.min, question.decimals, 'ceil'),
      max: storedBound(question.max, question.decimals, 'floor'),
    }
  throw refuse('invalid', 'figure.scale', { id: question.id })
}

/** The codes of the best or worst steps of a scale, missing codes skipped; on a falling scale the lowest are best. */
export function boxesOf(
  { question }: Pick<StoredQuestion, 'question'>,
  count: number,
  top: boolean,
): readonly number[] {
  if (question.type !== 'scale') throw refuse('invalid', 'figure.scale', { id: question.id })
  const missing = new Set(question.missing.map(Number))
  const highest = top !== question.falling
  const found: number[] = []
  for (let step = 0; step <= question.max - question.min && found.length < count; step++) {
    const code = highest ? question.max - step : question.min + step
    if (!missing.has(code)) found.push(code)
  }
  return found
}

/** The score of a part: an indicator that gives every interview one score. */
function partScore(dictionary: Dictionary, id: string): Score {
  const indicator = dictionary.definition.indicators.find((other) => other.id === id)
  if (!indicator || indicator.measure === 'pooled' || indicator.measure === 'median')
    throw new Fault('invalid', `"${id}" is no part of another indicator.`)
  return indicatorScore(dictionary, indicator)
}

/** k of a score counted in units of 1/`under`, as an expression with the largest size it can have. */
function inUnits({ points, base, unit }: Score, under: bigint): { sql: string; bound: bigint } {
  const offset = base.over * (under / base.under)
  const factor = unit.over * (under / unit.under)
  const bound = (size: bigint) => magnitude(offset) + magnitude(factor) * size
  const term = (times: bigint, sql: string) => (times === 1n ? `(${sql})` : `${times} * (${sql})`)
  const start = offset === 0n ? [] : [String(offset)]
  if (points.kind === 'whole') {
    const size = bound(points.bound)
    return { sql: [...start, term(factor, `${wideEnough(size)}(${points.sql})`)].join(' + '), bound: size }
  }
  return {
    sql: [...start, ...points.sets.map((set) => term(factor * set.points, `toInt64(${set.when})`))].join(' + '),
    bound: bound(largest(points.sets.map((set) => set.points))),
  }
}

const commonUnder = (scores: readonly Score[]) =>
  scores.reduce((under, { base, unit }) => lcm(lcm(under, base.under), unit.under), 1n)

/** The smallest integer type that holds products of this size and sums of them over four thousand million rows. */
export const wideEnough = (bound: bigint): 'toInt64' | 'toInt128' | 'toInt256' =>
  bound < 2n ** 31n ? 'toInt64' : bound < 2n ** 95n ? 'toInt128' : 'toInt256'

/**
 * Person by person the mean of the parts' scores, counted as often as it has parts: together the mean of all answers.
 * The answers of one person go together, so who is counted, and what spreads, are people.
 */
function pooled(dictionary: Dictionary, { parts }: Extract<Indicator, { measure: 'pooled' }>): Score {
  const equal = parts.map(({ indicator }) => ({ indicator, weight: 1 }))
  const { answered, ...score } = meanOfParts(dictionary, equal)
  return { ...score, valid: `${answered} >= 1`, answers: { sql: `(${answered})`, most: BigInt(parts.length) } }
}

function composite(dictionary: Dictionary, indicator: Extract<Indicator, { measure: 'composite' }>): Score {
  const { answered, ...score } = meanOfParts(dictionary, indicator.parts)
  return { ...score, valid: `${answered} >= ${Math.max(1, indicator.minimumParts)}` }
}

/**
 * Person by person the weighted mean of the parts' scores. Its denominator, the joint weight of the parts answered,
 * differs between persons: k counts in a common multiple of all that can occur, so it is exact. Where that multiple
 * is too large (many parts of unlike weight) k counts in units of 10⁻¹², cut towards zero: still an integer, so the
 * sums do not depend on order, and within 10⁻¹² of the true score.
 */
function meanOfParts(
  dictionary: Dictionary,
  of: readonly { readonly indicator: string; readonly weight: number }[],
): Omit<Score, 'valid'> & { readonly answered: string } {
  const parts = of.map(({ indicator, weight }) => ({
    score: partScore(dictionary, indicator),
    weight: BigInt(weight),
  }))
  const under = commonUnder(parts.map(({ score }) => score))
  const terms = parts.map(({ score, weight }) => ({ ...inUnits(score, under), valid: score.valid, weight }))
  const multiple = commonMultiple(parts.map(({ weight }) => weight))
  const bound = terms.reduce((sum, term) => sum + term.bound * term.weight, 0n) * multiple
  const cast = wideEnough(bound)
  const sum = terms.map((term) => `if(${term.valid}, ${term.weight} * ${cast}(${term.sql}), 0)`).join(' + ')
  const weight = terms.map((term) => `if(${term.valid}, ${term.weight}, 0)`).join(' + ')
  const answered = terms.map((term) => `toUInt16(${term.valid})`).join(' + ')
  return {
    answered,
    points: { kind: 'whole', sql: `intDiv((${sum}) * ${cast}(${multiple}), greatest(${weight}, 1))`, bound },
    base: none,
    unit: ratio(1n, under * multiple),
  }
}

const largestMultiple = 10n ** 12n

function commonMultiple(weights: readonly bigint[]): bigint {
  let sums = new Set([0n])
  for (const weight of weights) {
    sums = new Set([...sums].flatMap((sum) => [sum, sum + weight]))
    if (sums.size > mostSums) return largestMultiple
  }
  let multiple = 1n
  for (const sum of sums) {
    if (sum > 0n) multiple = lcm(multiple, sum)
    if (multiple > largestMultiple) return largestMultiple
  }
  return multiple
}
const mostSums = 4096
