import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ExactSums, exact, minus, plus, restOf, sumOf, sumsOf } from './exact.ts'

const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })

it('adds and subtracts without losing a digit, however large', () => {
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      const [first, second] = [exact(String(a)), exact(String(b))]
      return BigInt(plus(first, second)) === a + b && BigInt(minus(first, second)) === a - b
    }),
  )
})

it('gives back a part when the rest is added to it', () => {
  const part: ExactSums = [3, 3, 3, 12, exact('123456789012345678901')]
  const wholeSums: ExactSums = [10, 10, 10, 40, exact('999999999999999999999')]
  expect(sumOf(restOf(wholeSums, part), part).map(BigInt)).toEqual(wholeSums.map(BigInt))
})

it('keeps the spread of answers near a thousand million', () => {
  const answers = [999_999_999n, 1_000_000_000n, 1_000_000_001n]
  const S = answers.reduce((sum, y) => sum + y, 0n)
  const SS = answers.reduce((sum, y) => sum + y * y, 0n)
  const shape = { base: { over: 0n, under: 1n }, unit: { over: 1n, under: 1n }, weighted: false }
  const sums = sumsOf([3, 3, 3, S, SS], shape)
  expect(sums.S / sums.W).toBe(1_000_000_000)
  expect(sums.SS / sums.W - (sums.S / sums.W - (sums.offset ?? 0)) ** 2).toBeCloseTo(2 / 3, 12)
})

it('turns stored units into scores: 1–5 as an index, weights in billionths', () => {
  const shape = { base: { over: -25n, under: 1n }, unit: { over: 25n, under: 1n }, weighted: true }
  const sums = sumsOf([2, 3e9, exact('5000000000000000000'), 7e9, 27e9], shape)
  expect(sums.W).toBe(3)
  expect(sums.W2).toBe(5)
  expect(sums.S / sums.W).toBeCloseTo(-25 + (25 * 7) / 3, 12)
})

it('tells the same figures to the last bit, whichever way the sums came about', () => {
  const shape = { base: { over: 1n, under: 3n }, unit: { over: 7n, under: 10n }, weighted: true }
  const some = fc.bigInt({ min: 0n, max: 10n ** 17n })
  fc.assert(
    fc.property(fc.tuple(some, some, some, some, some), (sums) => {
      const asTexts = sums.map((one) => exact(String(one))) as unknown as ExactSums
      const asNumbers = sums.map((one) => (one <= Number.MAX_SAFE_INTEGER ? Number(one) : one)) as unknown as ExactSums
      const asRest = restOf(sumOf([...sums], [1, 1, 1, 1, 10n ** 30n]), [1, 1, 1, 1, 10n ** 30n])
      const told = [asTexts, asNumbers, [...sums] as unknown as ExactSums, asRest].map((one) => sumsOf(one, shape))
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
    }),
  )
})
