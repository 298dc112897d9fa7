import { createHash } from 'node:crypto'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { countOf } from '../selection/sql.ts'
import { indicatorScore, type Ratio, type Score, wideEnough } from './score.ts'

/**
 * What is kept per group of an indicator, as ClickHouse expressions over the rows of a survey's table. All are whole
 * numbers, so order, threads and shards give the same bits (`docs/indicators.md`): `n` valid answers, `W` and `W2`
 * weights (in units of `weightUnit`; 1 when unweighted), `S` and `SS` with k of `SumShape` for the score.
 */
export type SumExpressions = {
  readonly n: string
  readonly W: string
  readonly W2: string
  readonly S: string
  readonly SS: string
}

/** How sums become figures: a score is `base + unit·k`; weighted sums count units of `weightUnit`. */
export type SumShape = { readonly base: Ratio; readonly unit: Ratio; readonly weighted: boolean }

/** All interviews of a group, as every ranking row shows them; part of every roll-up. */
export const interviewCount: Indicator = {
  measure: 'count',
  id: '~n',
  title: '',
  decimals: 0,
  weight: 'none',
  better: 'high',
}

/** The sum of interviews' random keys: what the noise of a protected survey's filtered figures is made of. */
export const cellKey: Indicator = { ...interviewCount, id: '~key' }

export const isAdditive = (indicator: Indicator) => indicator.measure !== 'median'

/** Throws a Fault when the indicator names what the survey does not have, and a TypeError for a median. */
export function sumExpressions(dictionary: Dictionary, indicator: Indicator): SumExpressions {
  const score = indicatorScore(dictionary, indicator)
  return isWeighted(dictionary, indicator) ? weightedSums(score) : score.answers ? pooledSums(score) : plainSums(score)
}

export function sumShape(dictionary: Dictionary, indicator: Indicator): SumShape {
  const { base, unit } = indicatorScore(dictionary, indicator)
  return { base, unit, weighted: isWeighted(dictionary, indicator) }
}

export const isWeighted = (dictionary: Dictionary, indicator: Indicator) =>
  indicator.weight === 'role' && dictionary.role('weight') !== null

/** Equal exactly when an indicator adds up the same things in the same columns: what a stored roll-up stands for. */
export function definitionHash(dictionary: Dictionary, indicator: Indicator): string {
  const known = hashes.get(dictionary) ?? new WeakMap<Indicator, string>()
  hashes.set(dictionary, known)
  const found =
    known.get(indicator) ??
    createHash('sha256')
      .update(JSON.stringify(sumExpressions(dictionary, indicator)))
      .digest('hex')
      .slice(0, 16)
  known.set(indicator, found)
  return found
}
const hashes = new WeakMap<Dictionary, WeakMap<Indicator, string>>()

export type RolledIndicator = {
  readonly indicator: Indicator
  readonly hash: string
  readonly expressions: SumExpressions
}

/** What a survey's roll-up holds: the count of interviews and every indicator that adds up and does not depend on today. */
export function rolledIndicators(dictionary: Dictionary): readonly RolledIndicator[] {
  const found = new Map<string, RolledIndicator>()
  for (const indicator of [interviewCount, ...dictionary.definition.indicators]) {
    if (!isAdditive(indicator)) continue
    try {
      const hash = definitionHash(dictionary, indicator)
      if (!found.has(hash)) found.set(hash, { indicator, hash, expressions: sumExpressions(dictionary, indicator) })
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
    }
  }
  return [...found.values()]
}

const sumIf = (sql: string, when: string) => `sumIf(sign * ${sql}, ${when})`

function plainSums({ valid, points }: Score): SumExpressions {
  const n = `toInt64(${countOf(valid)})`
  const base = { n, W: n, W2: n }
  if (points.kind === 'whole') {
    const { sql, bound } = points
    // Multiplying by the condition is a fifth faster than testing it, where nothing can overflow.
    const one = `(sign * (${valid}))`
    if (bound < smallest) return { ...base, S: `sum((${sql}) * ${one})`, SS: `sum((${sql}) * (${sql}) * ${one})` }
    return { ...base, S: sumIf(`${wideEnough(bound)}(${sql})`, valid), SS: sumIf(square(points), valid) }
  }
  const sum = (power: (points: bigint) => bigint) =>
    points.sets.map((set) => times(power(set.points), `toInt64(${countOf(set.when)})`)).join(' + ')
  return { ...base, S: sum((points) => points), SS: sum((points) => points * points) }
}
/** Below this a number and the one that stands for no answer are 16 bits, and their square 32. */
const smallest = 2n ** 15n

const times = (factor: bigint, sql: string) => (factor === 1n ? sql : `${factor} * ${sql}`)
const square = ({ sql, bound }: { sql: string; bound: bigint }) => {
  const cast = wideEnough(bound * bound)
  return `${cast}(${sql}) * ${cast}(${sql})`
}

/** Each score as often as it stands for answers. */
function pooledSums({ valid, points, answers }: Score): SumExpressions {
  if (points.kind !== 'whole' || !answers) throw new TypeError('only means of parts stand for several answers')
  const { sql, bound } = points
  const times = (power: (size: bigint) => bigint, factors: readonly string[]) => {
    const cast = wideEnough(power(bound) * answers.most)
    return sumIf([answers.sql, ...factors].map((factor) => `${cast}(${factor})`).join(' * '), valid)
  }
  return {
    n: `toInt64(${countOf(valid)})`,
    W: times(() => 1n, []),
    W2: times(() => answers.most, [answers.sql]),
    S: times((size) => size, [sql]),
    SS: times((size) => size * size, [sql, sql]),
  }
}

// A missing, zero or negative weight leaves the indicator: the interview is neither in n nor in W.
const weighs = 'weight > 0'

function weightedSums({ valid, points, answers }: Score): SumExpressions {
  const both = (when: string) => (when === '1' ? weighs : `(${when}) and ${weighs}`)
  const weight = answers ? `toInt128(weight) * ${answers.sql}` : 'weight'
  const W = `toInt128(${weight})`
  const base = {
    n: `toInt64(${countOf(both(valid))})`,
    W: sumIf(W, both(valid)),
    W2: sumIf(`toInt256(${weight}) * toInt256(${weight})`, both(valid)),
  }
  if (points.kind === 'sets') {
    const sum = (power: (points: bigint) => bigint) =>
      points.sets.map((set) => times(power(set.points), sumIf(W, both(set.when)))).join(' + ')
    return { ...base, S: sum((points) => points), SS: sum((points) => points * points) }
  }
  const cast = (bound: bigint) => (bound < 2n ** 31n ? 'toInt128' : 'toInt256')
  const product = (bound: bigint, factors: readonly string[]) =>
    [weight, ...factors].map((factor) => `${cast(bound)}(${factor})`).join(' * ')
  return {
    ...base,
    S: sumIf(product(points.bound, [points.sql]), both(valid)),
    SS: sumIf(product(points.bound ** 2n, [points.sql, points.sql]), both(valid)),
  }
}
