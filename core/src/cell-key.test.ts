import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blurred, countNoise, isTellable, scoreNoise, uniform } from './cell-key.ts'

const blur = { key: '17', name: 'nps', range: 10, least: 5 }
const cell = { n: 40, mean: 6, variance: 4 }

describe('a blurred cell', () => {
  it('is the same as long as the same people are in it, and another one else', () => {
    expect(blurred(cell, blur, 0)).toEqual(blurred(cell, blur, 0))
    expect(blurred(cell, { ...blur, key: '18' }, 0)).not.toEqual(blurred(cell, blur, 0))
    expect(blurred(cell, { ...blur, name: 'rating' }, 0).mean).not.toBe(blurred(cell, blur, 0).mean)
  })

  it('stays near what it is, on its scale and above the minimum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 500 }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.nat(),
        (n, mean, key) => {
          const told = blurred({ n, mean, variance: 1 }, { ...blur, key: `${key}` }, 0)
          expect(Math.abs(told.n - n)).toBeLessThanOrEqual(countNoise)
          expect(told.n).toBeGreaterThanOrEqual(5)
          expect(Math.abs(told.mean - mean)).toBeLessThanOrEqual((scoreNoise * 10) / n + 1e-9)
          expect(told.mean).toBeGreaterThanOrEqual(0)
          expect(told.mean).toBeLessThanOrEqual(10)
          expect(told.variance).toBeGreaterThan(1)
        },
      ),
    )
  })

  it('is moved evenly: up as often as down, by nothing on average', () => {
    const drawn = Array.from({ length: 20_000 }, (_, at) => uniform(`${at * 7919} n`))
    expect(drawn.reduce((sum, one) => sum + one, 0) / drawn.length).toBeCloseTo(0.5, 2)
    const tenths = Array.from({ length: 10 }, (_, at) => drawn.filter((one) => Math.floor(one * 10) === at).length)
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })
})

describe('a filtered cell', () => {
  it('is told of where it has the minimum, and so has whom each filter leaves out', () => {
    expect(isTellable(24, [66], 5)).toBe(true)
    expect(isTellable(4, [66], 5)).toBe(false)
    expect(isTellable(24, [25], 5)).toBe(false)
    expect(isTellable(24, [24], 5)).toBe(true)
    expect(isTellable(24, [66, 26], 5)).toBe(false)
  })
})
