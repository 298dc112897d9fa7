import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alpha, benjaminiHochberg, newcombe, welch, wilson } from './statistics.ts'

describe('wilson', () => {
  it('gives 0.2553–0.3662 for 81 of 263', () => {
    const { low, high } = wilson(81 / 263, 263)
    expect(low).toBeCloseTo(0.2552885198782742, 12)
    expect(high).toBeCloseTo(0.3662095769828, 12)
  })

  it('stays within 0 and 1, and keeps a width when all answers agree', () => {
    expect(wilson(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.16113, 5) })
    expect(wilson(1, 20)).toEqual({ low: expect.closeTo(0.83887, 5), high: 1 })
  })
})

describe('newcombe', () => {
  // Newcombe (1998), Statistics in Medicine 17: 873–890, table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('gives the published interval of %d/%d − %d/%d', (a, m, b, n, low, high) => {
    const found = newcombe({ proportion: a / m, n: m }, { proportion: b / n, n })
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })

  it('never lets interval and test disagree', () => {
    const group = fc
      .tuple(fc.integer({ min: 2, max: 400 }), fc.nat(400))
      .map(([n, k]) => ({ proportion: Math.min(k, n) / n, n }))
    fc.assert(
      fc.property(group, group, (a, b) => {
        const { value, low, high, p } = newcombe(a, b)
        expect(p < alpha).toBe(low > 0 || high < 0)
        expect(low <= value && value <= high).toBe(true)
        expect(newcombe(b, a).p).toBeCloseTo(p, 12)
      }),
    )
  })
})

describe('welch', () => {
  it('agrees with a published example and an independent computation', () => {
    const found = welch(
      { mean: 20.82, variance: 7.867428571428571, n: 15 },
      { mean: 23.6, variance: 7.413846153846156, n: 14 },
    )
    expect(found?.low).toBeCloseTo(-4.886730044370594, 9)
    expect(found?.high).toBeCloseTo(-0.6732699556294084, 9)
    expect(found?.p).toBeCloseTo(0.01161619200263083, 10)
  })

  it('judges nothing when neither group varies', () => {
    expect(welch({ mean: 4, variance: 0, n: 3 }, { mean: 5, variance: 0, n: 3 })).toBeNull()
  })
})

describe('benjaminiHochberg', () => {
  // The example of Benjamini & Hochberg (1995), section 3.2.
  const ps = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]

  it('rejects the four hypotheses of the published example, in any order', () => {
    expect(benjaminiHochberg(ps, 0.05)).toEqual(ps.map((p) => p <= 0.0095))
    const reversed = ps.toReversed()
    expect(benjaminiHochberg(reversed, 0.05)).toEqual(reversed.map((p) => p <= 0.0095))
  })

  it('rejects a p-value above its own step when a later one passes', () => {
    expect(benjaminiHochberg([0.04, 0.045], 0.05)).toEqual([true, true])
    expect(benjaminiHochberg([0.04, 0.06], 0.05)).toEqual([false, false])
  })

  it('leaves rows without a test out of the family', () => {
    expect(benjaminiHochberg([null, 0.04, null], 0.05)).toEqual([false, true, false])
    expect(benjaminiHochberg([], 0.05)).toEqual([])
  })
})
