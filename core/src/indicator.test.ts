import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addSums,
  change,
  difference,
  effectiveN,
  interval,
  type Measure,
  measures,
  noSums,
  rest,
  type Sums,
  standardError,
  value,
  variance,
} from './indicator.ts'

const sumsOf = (answers: readonly (readonly [y: number, w: number])[]): Sums =>
  answers.reduce<Sums>((all, [y, w]) => addSums(all, { n: 1, W: w, W2: w * w, S: w * y, SS: w * y * y }), noSums)
const plain = (...ys: number[]) => sumsOf(ys.map((y) => [y, 1]))
const times = (y: number, count: number) => Array.from({ length: count }, () => y)

/** Sums whose scores lie in 0–100. */
const scores = (n: number, of: readonly number[]) =>
  fc.array(fc.tuple(fc.constantFrom(...of), fc.constantFrom(1, 1, 0.5, 2)), { minLength: n, maxLength: 40 }).map(sumsOf)

describe('value', () => {
  it('is the weighted mean score', () => {
    expect(value(plain(1, 2, 6))).toBe(3)
    expect(
      value(
        sumsOf([
          [100, 3],
          [-100, 1],
        ]),
        'nps',
      ),
    ).toBe(50)
  })

  it('is a total for sums and n for counts', () => {
    expect(value(plain(1, 2, 6), 'sum')).toBe(9)
    expect(value(plain(1, 2, 6), 'count')).toBe(3)
    expect(value(noSums, 'count')).toBe(0)
  })

  it('is null, not 0, without a valid answer', () => {
    for (const measure of measures) if (measure !== 'count') expect(value(noSums, measure)).toBeNull()
  })

  it('does not claim to know a median from sums', () => expect(value(plain(1, 2, 6), 'median')).toBeNull())
})

describe('variance', () => {
  it('is that of a sample', () => {
    expect(variance(plain(2, 4, 4, 4, 5, 5, 7, 9))).toBeCloseTo(32 / 7, 12)
    expect(variance(plain(3, 3, 3))).toBe(0)
  })

  it('uses the effective number of answers that unequal weights leave', () => {
    expect(
      effectiveN(
        sumsOf([
          [1, 1],
          [2, 1],
          [3, 2],
        ]),
      ),
    ).toBeCloseTo(16 / 6, 12)
    expect(
      effectiveN(
        sumsOf([
          [1, 7],
          [2, 7],
          [3, 7],
        ]),
      ),
    ).toBe(3)
    expect(effectiveN(noSums)).toBe(0)
    // Σw(y−ȳ)²/W = 0.6875 with ȳ = 2.25, times n*/(n*−1) = 1.6.
    expect(
      variance(
        sumsOf([
          [1, 1],
          [2, 1],
          [3, 2],
        ]),
      ),
    ).toBeCloseTo(1.1, 12)
  })

  it('needs two effective answers', () => {
    expect(variance(plain(3))).toBeNull()
    expect(
      variance(
        sumsOf([
          [1, 100],
          [2, 1],
        ]),
      ),
    ).toBeNull()
    expect(
      interval(
        'mean',
        sumsOf([
          [1, 100],
          [2, 1],
        ]),
      ),
    ).toBeNull()
  })
})

describe('interval', () => {
  it("is Wilson's for shares, in per cent", () => {
    const found = interval('share', plain(...times(100, 81), ...times(0, 182)))
    expect(found?.low).toBeCloseTo(25.52885198782742, 9)
    expect(found?.high).toBeCloseTo(36.62095769828, 9)
  })

  it('is narrower or wider with weights as the effective n says', () => {
    const weighted = sumsOf([
      ...times(100, 81).map((y) => [y, 2] as const),
      ...times(0, 182).map((y) => [y, 2] as const),
    ])
    expect(interval('share', weighted)).toEqual(interval('share', plain(...times(100, 81), ...times(0, 182))))
  })

  it('does not take five promoters for certainty', () => {
    const found = interval('nps', plain(...times(100, 5)))
    expect(found?.high).toBe(100)
    expect(found?.low).toBeGreaterThan(0)
    expect(found?.low).toBeLessThan(50)
  })

  it('gives scores on a known scale a width too', () => {
    const found = interval('mean', plain(5, 5, 5, 5), { low: 1, high: 5 })
    expect(found?.high).toBe(5)
    expect(found?.low).toBeLessThan(4.5)
    expect(interval('index', plain(0, 0, 0))?.high).toBeGreaterThan(10)
  })

  it("is Student's for the rest", () => {
    const found = interval('mean', plain(2, 4, 4, 4, 5, 5, 7, 9))
    const reach = 2.3646242510103 * Math.sqrt(32 / 7 / 8)
    expect(found?.low).toBeCloseTo(5 - reach, 9)
    expect(found?.high).toBeCloseTo(5 + reach, 9)
  })

  it('does not exist for totals, counts and medians', () => {
    for (const measure of ['sum', 'count', 'median'] as const) expect(interval(measure, plain(1, 2, 3))).toBeNull()
  })

  it('holds the value and stays on the scale', () => {
    const cases: [Measure, number[]][] = [
      ['nps', [-100, 0, 100]],
      ['share', [0, 100]],
      ['index', [0, 25, 50, 75, 100]],
    ]
    for (const [measure, of] of cases) {
      fc.assert(
        fc.property(scores(2, of), (sums) => {
          const found = interval(measure, sums)
          const mean = value(sums) ?? 0
          if (!found) return
          expect(found.low).toBeLessThanOrEqual(mean + 1e-9)
          expect(found.high).toBeGreaterThanOrEqual(mean - 1e-9)
          expect(found.low).toBeGreaterThanOrEqual(measure === 'nps' ? -100 : 0)
          expect(found.high).toBeLessThanOrEqual(100)
          expect(found.high - found.low).toBeGreaterThan(0)
        }),
      )
    }
  })

  it('covers a net promoter score about as often as it says', () => {
    // Every outcome of ten answers from 60 % promoters, 25 % passives and 15 % detractors, with its probability.
    const [promoter, passive, detractor] = [0.6, 0.25, 0.15]
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
    let covered = 0
    for (let p = 0; p <= 10; p += 1) {
      for (let d = 0; p + d <= 10; d += 1) {
        const s = 10 - p - d
        const ways = factorial(10) / (factorial(p) * factorial(d) * factorial(s))
        const found = interval('nps', plain(...times(100, p), ...times(0, s), ...times(-100, d)))
        const holds = found !== null && found.low <= 45 && 45 <= found.high
        if (holds) covered += ways * promoter ** p * passive ** s * detractor ** d
      }
    }
    expect(covered).toBeGreaterThan(0.93)
    expect(covered).toBeLessThan(0.985)
  })
})

describe('standardError', () => {
  it('is never 0 on a scale', () => {
    expect(standardError('share', plain(100, 100, 100))).toBeGreaterThan(5)
    expect(standardError('nps', plain(100, 100, 100))).toBeGreaterThan(10)
    expect(standardError('mean', plain(5, 5, 5), { low: 1, high: 5 })).toBeGreaterThan(0)
  })

  it('is s/√n without one, and null without an interval', () => {
    expect(standardError('mean', plain(2, 4, 4, 4, 5, 5, 7, 9))).toBeCloseTo(Math.sqrt(32 / 7 / 8), 12)
    expect(standardError('count', plain(1, 2))).toBeNull()
    expect(standardError('mean', plain(1))).toBeNull()
  })
})

describe('difference', () => {
  it("is Newcombe's for shares, in per cent", () => {
    const found = difference(
      'share',
      plain(...times(100, 56), ...times(0, 14)),
      plain(...times(100, 48), ...times(0, 32)),
    )
    expect(found?.low).toBeCloseTo(5.24, 2)
    expect(found?.high).toBeCloseTo(33.39, 2)
    expect(found?.significant).toBe(true)
  })

  it("is Welch's for means without a scale", () => {
    const a = plain(27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4)
    const b = plain(27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5)
    const found = difference('mean', a, b)
    expect(found?.value).toBeCloseTo(-2.78, 9)
    expect(found?.p).toBeCloseTo(0.0116161920026, 9)
  })

  it('never lets interval and test disagree', () => {
    const cases: [Measure, number[]][] = [
      ['nps', [-100, 0, 100]],
      ['share', [0, 100]],
      ['index', [0, 50, 100]],
      ['mean', [1, 2, 5]],
    ]
    for (const [measure, of] of cases) {
      fc.assert(
        fc.property(scores(2, of), scores(2, of), (a, b) => {
          const found = difference(measure, a, b)
          if (!found) return
          expect(found.significant).toBe(found.low > 0 || found.high < 0)
          expect(found.p < 0.05).toBe(found.significant)
          expect(found.low).toBeLessThanOrEqual(found.value + 1e-9)
          expect(found.high).toBeGreaterThanOrEqual(found.value - 1e-9)
        }),
        { numRuns: 400 },
      )
    }
  })

  it('has no test on fewer than two effective answers', () => {
    expect(difference('share', plain(100), plain(0, 100, 0))).toBeNull()
    expect(difference('sum', plain(1, 2), plain(1, 2))).toBeNull()
  })

  it('tests a child against the rest of its parent', () => {
    const [child, other] = [plain(...times(100, 30), ...times(0, 10)), plain(...times(100, 20), ...times(0, 40))]
    expect(difference('share', child, rest(addSums(child, other), child))).toEqual(difference('share', child, other))
  })
})

describe('change', () => {
  it('tells the value before and what became of it', () => {
    const found = change(
      'nps',
      plain(...times(100, 60), ...times(-100, 40)),
      plain(...times(100, 40), ...times(-100, 60)),
    )
    expect(found).toMatchObject({ before: -20, beforeN: 100, value: 40, significant: true })
  })

  it('is told without a test when answers are few', () => {
    expect(change('mean', plain(4), plain(3))).toEqual({
      before: 3,
      beforeN: 1,
      value: 1,
      low: null,
      high: null,
      p: null,
      significant: false,
    })
    expect(change('count', plain(1, 2, 3), plain(1))?.value).toBe(2)
  })

  it('takes no rounding for chance: answers that are all equal have no test', () => {
    for (const [now, before] of [
      [20.3, 20.1],
      [0.7, 1.1],
      [66.6, 66.7],
    ] as const)
      for (const n of [3, 7, 11, 49])
        expect(change('mean', plain(...times(now, n)), plain(...times(before, n)))).toMatchObject({
          p: null,
          significant: false,
        })
  })

  it('does not exist without a value on both sides', () => {
    expect(change('mean', plain(4), noSums)).toBeNull()
    expect(change('mean', noSums, plain(4))).toBeNull()
  })
})
