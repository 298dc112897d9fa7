import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSums, nearest, noSums, rest, type Sums } from './sums.ts'

type Answer = { readonly y: number; readonly w: number }

const sumsOf = (answers: readonly Answer[], offset = 0): Sums => {
  const sum = (of: (answer: Answer) => number) => answers.reduce((total, answer) => total + of(answer), 0)
  return {
    n: answers.length,
    W: sum(({ w }) => w),
    W2: sum(({ w }) => w * w),
    S: sum(({ w, y }) => w * y),
    SS: sum(({ w, y }) => w * (y - offset) ** 2),
    ...(offset !== 0 && { offset }),
  }
}
const plain = (...ys: number[]): Sums => sumsOf(ys.map((y) => ({ y, w: 1 })))

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

describe('adding sums', () => {
  const hundredths = (most: number) => fc.integer({ min: -most, max: most }).map((whole) => whole / 100)

  it('gives the same as summing at once, whatever the constants', () => {
    const answer = fc.record({ y: hundredths(1000), w: hundredths(1000).map((w) => Math.abs(w) + 0.01) })
    const answers = fc.array(answer, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(answers, answers, hundredths(1000), hundredths(1000), (a, b, c, d) => {
        const [first, second] = [sumsOf(a, c), sumsOf(b, d)]
        const whole = sumsOf([...a, ...b], c)
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
