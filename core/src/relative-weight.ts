import { studentQuantile } from './distribution.ts'
import { alpha, critical } from './statistics.ts'
import { type Matrix, symmetricEigen } from './symmetric-eigen.ts'

/**
 * Sums over interviews that answered everything: their number, Σw, Σw², Σwz per variable and Σwz·z per pair. The
 * outcome is the last variable. Taken around constants near the means, so that no digits are lost.
 */
export type CrossSums = {
  readonly n: number
  readonly W: number
  readonly W2: number
  readonly sums: readonly number[]
  readonly products: Matrix
}

/** What is left when a part is taken away. */
export const without = (all: CrossSums, part: CrossSums): CrossSums => ({
  n: all.n - part.n,
  W: all.W - part.W,
  W2: all.W2 - part.W2,
  sums: all.sums.map((sum, i) => sum - (part.sums[i] ?? 0)),
  products: all.products.map((row, i) => row.map((sum, j) => sum - (part.products[i]?.[j] ?? 0))),
})

/** Correlations of all variables with one another; null for one that never varies. */
export function correlations({ W, sums, products }: CrossSums): (number | null)[][] {
  const covariance = (i: number, j: number) => {
    const square = (products[i]?.[j] ?? 0) / W
    const found = square - ((sums[i] ?? 0) / W) * ((sums[j] ?? 0) / W)
    // Of equal answers rounding would leave a spread.
    return i === j && found <= Math.abs(square) * roundingError ? 0 : found
  }
  const spread = sums.map((_, i) => Math.sqrt(Math.max(0, covariance(i, i))))
  return sums.map((_, i) =>
    sums.map((_, j) => {
      const both = (spread[i] ?? 0) * (spread[j] ?? 0)
      if (!(both > 0)) return null
      return i === j ? 1 : Math.max(-1, Math.min(1, covariance(i, j) / both))
    }),
  )
}
const roundingError = 1e-12

/**
 * Johnson's relative weights (2000): how much of the outcome's variance each driver explains, by itself and together
 * with the others. They are never negative and add up to R². `between`: correlations of the drivers; `outcome`: theirs
 * with the outcome. Drivers that say the same (collinear) share what they explain: directions without any spread are
 * left out, so nothing is divided by 0.
 */
export function relativeWeights(between: Matrix, outcome: readonly number[]): number[] {
  const { values, vectors } = symmetricEigen(between)
  const roots = values.map((value) => (value > noDirection ? Math.sqrt(value) : 0))
  const size = outcome.length
  /** P·diag(f)·Pᵀ at i, j. */
  const through = (of: readonly number[], i: number, j: number) =>
    of.reduce((sum, one, k) => sum + (vectors[i]?.[k] ?? 0) * one * (vectors[j]?.[k] ?? 0), 0)
  const inverse = roots.map((root) => (root > 0 ? 1 / root : 0))
  const places = Array.from({ length: size }, (_, i) => i)
  const betas = places.map((i) => places.reduce((sum, j) => sum + through(inverse, i, j) * (outcome[j] ?? 0), 0))
  return places.map((i) => places.reduce((sum, j) => sum + (through(roots, i, j) * (betas[j] ?? 0)) ** 2, 0))
}
const noDirection = 1e-10

export type Weight = {
  /** Of the outcome's variance, 0–1. */
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}
export type DriverWeight = Weight & {
  /** With the outcome alone, with its sign. */
  readonly correlation: number
  /** No more than a question that has nothing to do with the outcome may reach. */
  readonly isWeak: boolean
}
export type DriverModel = {
  readonly explained: Weight
  /** Null for a driver that never varies. */
  readonly drivers: readonly (DriverWeight | null)[]
}

/**
 * What the drivers explain of the outcome. `groups`: the interviews in groups made by chance; leaving out one at a time
 * gives the intervals (delete-a-group jackknife: Kott 2001), t with groups − 1 degrees of freedom. A driver is weak when
 * its interval reaches down to what an unrelated question attains once in twenty, (1 − R²)·χ²/(n* − k − 1), after the
 * comparison with a random variable of Tonidandel, LeBreton & Johnson (2009). Null without spread in the outcome or
 * without more answers than drivers.
 */
export function driverModel(all: CrossSums, groups: readonly CrossSums[]): DriverModel | null {
  const found = weightsOf(all)
  if (found === null) return null
  const { varying } = found
  const free = (all.W * all.W) / all.W2 - varying.length - 1
  if (!(free > 0)) return null
  const left = groups.filter(({ n }) => n > 0).map((group) => weightsOf(without(all, group), varying))
  const explained = sum(found.weights)
  const noise = ((1 - explained) * critical ** 2) / free
  const spread = (of: (one: NonNullable<ReturnType<typeof weightsOf>>) => number) => {
    const values = left.flatMap((one) => (one === null ? [] : [of(one)]))
    if (values.length < left.length || values.length < fewestGroups) return null
    const middle = sum(values) / values.length
    const variance = ((values.length - 1) / values.length) * sum(values.map((value) => (value - middle) ** 2))
    return studentQuantile(1 - alpha / 2, values.length - 1) * Math.sqrt(variance)
  }
  const weight = (value: number, reach: number | null): Weight => ({
    value,
    low: reach === null ? null : Math.max(0, value - reach),
    high: reach === null ? null : Math.min(1, value + reach),
  })
  const drivers = all.sums.slice(0, -1).map((_, driver): DriverWeight | null => {
    const at = varying.indexOf(driver)
    if (at < 0) return null
    const own = weight(
      found.weights[at] ?? 0,
      spread(({ weights }) => weights[at] ?? 0),
    )
    return { ...own, correlation: found.outcome[at] ?? 0, isWeak: own.low === null || own.low <= noise }
  })
  return {
    explained: weight(
      explained,
      spread(({ weights }) => sum(weights)),
    ),
    drivers,
  }
}
const fewestGroups = 5

/** Weights of the drivers that vary (or of those told); null where the outcome, or one of those told, does not. */
function weightsOf(all: CrossSums, told?: readonly number[]) {
  const r = correlations(all)
  const last = all.sums.length - 1
  if (!(all.W > 0) || r[last]?.[last] == null) return null
  const varying = told ?? r.slice(0, last).flatMap((row, i) => (row[i] === null ? [] : [i]))
  if (varying.some((i) => r[i]?.[i] == null)) return null
  const pick = (i: number, j: number) => r[i]?.[j] ?? 0
  const outcome = varying.map((i) => pick(i, last))
  const between = varying.map((i) => varying.map((j) => pick(i, j)))
  return { varying, outcome, weights: relativeWeights(between, outcome) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
