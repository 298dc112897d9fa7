import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blurred, isTellable, noiseOf, noiseTogether, noNoise, scoreNoise, uniform } from './cell-key.ts'

const ends = { lowest: 0, range: 10 }

describe('the noise of a part', () => {
  it('is the same as long as the same people are in it, and another one else', () => {
    expect(noiseOf('17', 'nps')).toEqual(noiseOf('17', 'nps'))
    expect(noiseOf('18', 'nps').score).not.toBe(noiseOf('17', 'nps').score)
    expect(noiseOf('17', 'rating').score).not.toBe(noiseOf('17', 'nps').score)
    expect(noiseOf('17', 'rating').count).toBe(noiseOf('17', 'nps').count)
  })

  it('is up as often as down, by nothing on average', () => {
    const drawn = Array.from({ length: 20_000 }, (_, at) => uniform(`${at * 7919} n`))
    expect(drawn.reduce((sum, one) => sum + one, 0) / drawn.length).toBeCloseTo(0.5, 2)
    const tenths = Array.from({ length: 10 }, (_, at) => drawn.filter((one) => Math.floor(one * 10) === at).length)
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })
})

it('tells a cell near what it is, on its scale, above the minimum, with a wider interval', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 500 }),
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (n, mean, keys) => {
        const noise = keys.map((key) => noiseOf(`${key}`, 'nps')).reduce(noiseTogether, noNoise)
        const told = blurred({ n, mean, variance: 1 }, noise, ends, 5)
        expect(Math.abs(told.n - n)).toBeLessThanOrEqual(keys.length)
        expect(Math.abs(told.mean - mean)).toBeLessThanOrEqual((keys.length * scoreNoise * 10) / n + 1e-9)
        expect(told.mean).toBeGreaterThanOrEqual(0)
        expect(told.mean).toBeLessThanOrEqual(10)
        expect(told.variance).toBeGreaterThanOrEqual(1)
      },
    ),
  )
})

it('tells of a filtered cell where it has the minimum, and so has whom each filter leaves out', () => {
  expect(isTellable(24, [66], 5)).toBe(true)
  expect(isTellable(4, [66], 5)).toBe(false)
  expect(isTellable(24, [25], 5)).toBe(false)
  expect(isTellable(24, [24], 5)).toBe(true)
  expect(isTellable(24, [66, 26], 5)).toBe(false)
  expect(isTellable(14, [66, 40], 5)).toBe(false)
  expect(isTellable(15, [66, 40], 5)).toBe(true)
})
