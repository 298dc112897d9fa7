import { describe, expect, it } from 'vitest'
import { logGamma, upperBinomial, upperCount } from './count-tail.ts'

/** A product one factor at a time. */
const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
const choose = (n: number, k: number) => factorial(n) / factorial(k) / factorial(n - k)

describe('the tail of counts', () => {
  it('knows factorials and the half', () => {
    for (const n of [1, 2, 5, 12, 20]) expect(Math.exp(logGamma(n + 1)) / factorial(n)).toBeCloseTo(1, 11)
    expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 11)
  })

  it.each([
    [3, 0.5],
    [7, 2.5],
    [1, 0.01],
  ])('of %i where %f is usual is what is left of the Poisson terms below', (count, mean) => {
    let below = 0
    for (let k = 0; k < count; k += 1) below += (Math.exp(-mean) * mean ** k) / factorial(k)
    expect(upperCount(count, mean)).toBeCloseTo(1 - below, 12)
  })

  it('keeps its digits far out: the first terms are the sum', () => {
    const [count, mean] = [20, 0.1]
    const first = (Math.exp(-mean) * mean ** count) / factorial(count)
    const wanted = first * (1 + mean / (count + 1) + mean ** 2 / (count + 1) / (count + 2))
    expect(upperCount(count, mean) / wanted).toBeCloseTo(1, 6)
  })

  it('of a rate that varies is the mean of Poisson tails over a gamma distribution', () => {
    const [count, mean, spread] = [6, 1.5, 0.5]
    const shape = 1 / spread
    let [sum, weight] = [0, 0]
    for (let rate = 0.0005; rate < 60; rate += 0.001) {
      const density = rate ** (shape - 1) * Math.exp((-rate * shape) / mean)
      let below = 0
      for (let k = 0; k < count; k += 1) below += (Math.exp(-rate) * rate ** k) / factorial(k)
      sum += density * (1 - below)
      weight += density
    }
    expect(upperCount(count, mean, spread)).toBeCloseTo(sum / weight, 6)
  })

  it.each([
    [4, 10, 0.2],
    [10, 10, 0.5],
    [1, 5, 0.01],
  ])('of %i of %i at %f is the sum over all ways', (count, n, share) => {
    let sum = 0
    for (let k = count; k <= n; k += 1) sum += choose(n, k) * share ** k * (1 - share) ** (n - k)
    expect(upperBinomial(count, n, share)).toBeCloseTo(sum, 12)
  })

  it('is 1 for what is usual and 0 for what cannot be', () => {
    expect(upperCount(2, 2)).toBe(1)
    expect(upperCount(1, 0)).toBe(0)
    expect(upperBinomial(3, 10, 0.3)).toBe(1)
    expect(upperBinomial(11, 10, 0.3)).toBe(0)
  })
})
