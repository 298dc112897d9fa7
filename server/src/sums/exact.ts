import { nearest, type Sums } from '@kaiku/core/sums.ts'
import { weightUnit } from '../dictionary/dictionary.ts'
import type { SumShape } from './sums.ts'

/** A whole number without a limit: small ones are plain numbers, because thousands of rows are added up. */
export type Exact = number | bigint

const fewDigits = 15

/** Reads what ClickHouse writes: integers of 64 bits and more come as text; a sum over nothing may be null. */
export function exact(written: unknown): Exact {
  if (typeof written === 'number') return written
  if (written === null) return 0
  if (typeof written !== 'string') throw new TypeError('not an integer of ClickHouse')
  return written.length <= fewDigits ? Number(written) : BigInt(written)
}

/** One value of a column of whole numbers. */
export function exactAt(column: ArrayLike<number | bigint | string> | undefined, row: number): Exact {
  const value = column?.[row] ?? 0
  if (typeof value === 'string') throw new TypeError('not a whole number of ClickHouse')
  return value
}

export function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return BigInt(a) + BigInt(b)
}

export const minus = (a: Exact, b: Exact): Exact => plus(a, -b)

/** An indicator's sums of one group, as `SumExpressions` orders them: n, W, W2, S, SS. */
export type ExactSums = readonly [Exact, Exact, Exact, Exact, Exact]

export const noExactSums: ExactSums = [0, 0, 0, 0, 0]

export function sumOf(a: ExactSums, b: ExactSums): ExactSums {
  if (a === noExactSums) return b
  if (b === noExactSums) return a
  return [plus(a[0], b[0]), plus(a[1], b[1]), plus(a[2], b[2]), plus(a[3], b[3]), plus(a[4], b[4])]
}

/** What of the whole is not in the part; exact, so that no rounding leaks between siblings. */
export const restOf = (whole: ExactSums, part: ExactSums): ExactSums => [
  minus(whole[0], part[0]),
  minus(whole[1], part[1]),
  minus(whole[2], part[2]),
  minus(whole[3], part[3]),
  minus(whole[4], part[4]),
]

/** The sums in the units of the scores. Squares are taken around a constant near the mean, so that none loses digits. */
export function sumsOf(exact: ExactSums, shape: SumShape): Sums {
  const scale = shape.weighted ? weightUnit : 1
  const { start, factor } = remembered.get(shape) ?? numbersOf(shape)
  const [n, W2] = [exact[0], exact[2]]
  // How large they are decides, not how they were added up: the same sums are the same figures to the last bit.
  const [W, S, SS] = [small(exact[1]), small(exact[3]), small(exact[4])]
  if (W !== null && S !== null && SS !== null)
    return {
      n: Number(n),
      W: W / scale,
      W2: Number(W2) / scale / scale,
      S: (start * W + factor * S) / scale,
      SS: (factor * factor * SS) / scale,
      offset: start,
    }
  return centred(exact, shape)
}

/** As a number where its squares lose nothing that an interval would show. */
const small = (value: Exact): number | null => {
  const number = Number(value)
  return Math.abs(number) < 10 ** fewDigits ? number : null
}

/** The whole number of score units nearest to the mean: sums around it lose no digits. */
export function centreOf([, W, , S]: ExactSums): bigint {
  return BigInt(W) === 0n ? 0n : BigInt(S) / BigInt(W)
}

/** The sums of scores less a constant, `centre` units above the base: differences of means stay what they are. */
export function sumsAround(exact: ExactSums, { unit, weighted }: SumShape, centre: bigint): Sums {
  const [n, W, W2, S, SS] = [BigInt(exact[0]), BigInt(exact[1]), BigInt(exact[2]), BigInt(exact[3]), BigInt(exact[4])]
  const scale = weighted ? BigInt(weightUnit) : 1n
  const scores = S - centre * W
  const squares = SS - 2n * centre * S + centre * centre * W
  return {
    n: Number(n),
    W: nearest(W, scale),
    W2: nearest(W2, scale * scale),
    S: nearest(unit.over * scores, unit.under * scale),
    SS: nearest(unit.over * unit.over * squares, unit.under * unit.under * scale),
  }
}

/** Base and unit of a score as numbers. */
type Numbers = { readonly start: number; readonly factor: number }
const remembered = new WeakMap<SumShape, Numbers>()

function numbersOf(shape: SumShape): Numbers {
  const numbers = { start: ratioOf(shape.base), factor: ratioOf(shape.unit) }
  remembered.set(shape, numbers)
  return numbers
}

const ratioOf = ({ over, under }: SumShape['base']) => Number(over) / Number(under)

function centred(exact: ExactSums, { base, unit, weighted }: SumShape): Sums {
  const [n, W, W2, S, SS] = [BigInt(exact[0]), BigInt(exact[1]), BigInt(exact[2]), BigInt(exact[3]), BigInt(exact[4])]
  const scale = weighted ? BigInt(weightUnit) : 1n
  if (W === 0n) return { n: Number(n), W: 0, W2: 0, S: 0, SS: 0 }
  const centre = S / W
  const squares = SS - 2n * centre * S + centre * centre * W
  const under = base.under * unit.under
  return {
    n: Number(n),
    W: nearest(W, scale),
    W2: nearest(W2, scale * scale),
    S: nearest(base.over * unit.under * W + unit.over * base.under * S, under * scale),
    SS: nearest(unit.over * unit.over * squares, unit.under * unit.under * scale),
    offset: nearest(base.over * unit.under + unit.over * base.under * centre, under),
  }
}
