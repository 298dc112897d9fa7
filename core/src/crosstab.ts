import { type Bounds, difference, interval, type Measure } from './indicator.ts'
import { alpha, benjaminiHochberg } from './statistics.ts'
import type { Sums } from './sums.ts'

/** A part of a base as sums of a share: 100 for who is in the part, 0 for the others. */
export const shareSums = (base: Sums, part: Pick<Sums, 'W'>): Sums => ({
  n: base.n,
  W: base.W,
  W2: base.W2,
  S: 100 * part.W,
  SS: 10_000 * part.W,
})

export type Share = { value: number; low: number | null; high: number | null }

/** A part in percent of its base with Wilson's interval; null where nobody is in the base. */
export function shareOf(base: Sums, part: Pick<Sums, 'W'>): Share | null {
  if (base.W <= 0) return null
  const range = interval('share', shareSums(base, part))
  return { value: (100 * part.W) / base.W, low: range?.low ?? null, high: range?.high ?? null }
}

/**
 * For each column of one row the places of the columns whose value is clearly lower. All pairs are tested as any two
 * independent groups are (`difference`); the pairs of the row are the family of Benjamini and Hochberg (1995).
 * Null: a column that is not compared.
 */
export function clearlyAbove(
  columns: readonly (Sums | null)[],
  measure: Measure,
  bounds: Bounds | undefined,
): number[][] {
  const pairs = columns.flatMap((a, first) =>
    columns.slice(first + 1).flatMap((b, behind) => {
      const tested = a && b && difference(measure, a, b, bounds)
      return tested ? [{ first, second: first + 1 + behind, tested }] : []
    }),
  )
  const real = benjaminiHochberg(
    pairs.map(({ tested }) => tested.p),
    alpha,
  )
  const above = columns.map((): number[] => [])
  pairs.forEach(({ first, second, tested }, at) => {
    if (!real[at]) return
    if (tested.value > 0) above[first]?.push(second)
    else above[second]?.push(first)
  })
  for (const lower of above) lower.sort((a, b) => a - b)
  return above
}

const letters = 26
const capitalA = 65

/** A, B, … Z, AA, AB, … */
export const columnLetter = (at: number): string =>
  (at < letters ? '' : columnLetter(Math.floor(at / letters) - 1)) + String.fromCharCode(capitalA + (at % letters))
