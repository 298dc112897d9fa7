import type { Figure } from '@kaiku/contract/figure.ts'
import { type Change, change } from '@kaiku/core/indicator.ts'
import type { Sums } from '@kaiku/core/sums.ts'
import { figureOf, type Shown } from './figures.ts'

/** Sums of a share: this many of all. */
export const shareSums = (n: number, all: number): Sums => ({ n: all, W: all, W2: all, S: 100 * n, SS: 10_000 * n })

/** How many of how many. */
export type Share = { readonly n: number; readonly of: number }

export const rateMeasured = (minimum: number): Shown => ({ measure: 'rate', bounds: { low: 0, high: 100 }, minimum })

/** A rate with Wilson's interval; `few` where it rests on fewer than the minimum. */
export const shareFigure = ({ n, of }: Share, minimum: number): Figure =>
  figureOf({ sums: shareSums(n, of) }, rateMeasured(minimum))

/** A rate less another of others, by Newcombe's method; null where either is of nobody. */
export const shareChange = (now: Share, before: Share): Change | null =>
  now.of === 0 || before.of === 0 ? null : change('rate', shareSums(now.n, now.of), shareSums(before.n, before.of))
