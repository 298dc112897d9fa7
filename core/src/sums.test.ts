import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { value, variance } from './indicator.ts'
import { addSums, type ExactSums, nearest, noSums, rest, type Sums, toSums } from './sums.ts'

type Answer = { y: bigint; w: bigint }

const exactOf = (answers: readonly Answer[], scale: number, offset = 0n, weightScale = 6): ExactSums => {
  const sum = (of: (answer: Answer) => bigint) => answers.reduce((total, answer) => total + of(answer), 0n)
  return {
    n: BigInt(answers.length),
    W: sum(({ w }) => w),
    W2: sum(({ w }) => w * w),
    S: sum(({ w, y }) => w * y),
    SS: sum(({ w, y }) => w * (y - offset) ** 2n),
    scale,
    weightScale,
    offset,
  }
}
const plain = (...ys: number[]): Sums =>
  toSums(
    exactOf(
      ys.map((y) => ({ y: BigInt(y), w: 1n })),
      0,
      0n,
      0,
    ),
  )

describe('nearest', () => {
  it('divides to the nearest double', () => {
    expect(nearest(1n, 3n)).toBe(1 / 3)
    expect(nearest(-2n, 3n)).toBe(-2 / 3)
    expect(nearest(0n, 7n)).toBe(0)
    expect(nearest(10n ** 30n, 10n ** 29n)).toBe(10)
  })

  it('rounds half-way cases to even and anything beyond them away', () => {
    expect(nearest(2n ** 53n + 1n, 1n)).toBe(2 ** 53)
    expect(nearest((2n ** 53n + 1n) * 3n + 1n, 3n)).toBe(2 ** 53 + 2)
    expect(nearest(2n ** 200n + 2n ** 147n, 1n)).toBe(2 ** 200)
    expect(nearest(2n ** 200n + 2n ** 147n + 1n, 1n)).toBe(2 ** 200 + 2 ** 148)
  })

  it('agrees with the division of doubles, which rounds rightly', () => {
    const safe = fc.maxSafeInteger()
    fc.assert(
      fc.property(
        safe,
        safe.filter((b) => b > 0),
        (a, b) => {
          expect(nearest(BigInt(a), BigInt(b))).toBe(a / b + 0)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('toSums', () => {
  it('reads weights in millionths and answers in their decimals', () => {
    const exact = exactOf(
      [
        { y: 425n, w: 1_500_000n },
        { y: 100n, w: 500_000n },
      ],
      2,
    )
    expect(toSums(exact)).toEqual({ n: 2, W: 2, W2: 2.5, S: 6.875, SS: 1.5 * 4.25 ** 2 + 0.5 })
  })

  it('keeps the variance of values near a thousand million', () => {
    const answers = [0n, 1n, 2n, 3n, 4n].map((y) => ({ y: 1_000_000_000n + y, w: 1_000_000n }))
    const sums = toSums(exactOf(answers, 0, 1_000_000_002n))
    expect(value(sums)).toBe(1_000_000_002)
    expect(variance(sums)).toBeCloseTo(2.5, 9)
  })
})

describe('adding sums', () => {
  it('gives the same as summing at once, whatever the constants', () => {
    const answer = fc.record({ y: fc.bigInt(-1000n, 1000n), w: fc.bigInt(1n, 3_000_000n) })
    const answers = fc.array(answer, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(answers, answers, fc.bigInt(-1000n, 1000n), fc.bigInt(-1000n, 1000n), (a, b, c, d) => {
        const [first, second] = [toSums(exactOf(a, 2, c)), toSums(exactOf(b, 2, d))]
        const whole = toSums(exactOf([...a, ...b], 2, c))
        const added = addSums(first, second)
        expect(added.n).toBe(whole.n)
        for (const key of ['W', 'W2', 'S', 'SS'] as const) expect(added[key]).toBeCloseTo(whole[key], 6)
        const back = rest(added, second)
        for (const key of ['n', 'W', 'W2', 'S', 'SS'] as const) expect(back[key]).toBeCloseTo(first[key], 6)
      }),
    )
  })

  it('starts from nothing', () => {
    const offset = { ...plain(7, 9), SS: 2, offset: 8 }
    expect(addSums(noSums, offset)).toEqual(offset)
    expect(addSums(offset, noSums)).toEqual(offset)
  })
})

describe('the rest of a parent', () => {
  it('is what the child leaves', () => {
    expect(rest(plain(1, 2, 3, 4), plain(2, 4))).toEqual(plain(1, 3))
  })

  it('is nothing when the child is all there is', () => {
    expect(rest(plain(1, 2), plain(1, 2))).toEqual(noSums)
  })
})
