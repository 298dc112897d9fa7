import { describe, expect, it } from 'vitest'
import { domainOf, linear, ticks } from './scale.ts'

describe('a scale', () => {
  it('puts ticks on round numbers inside the range', () => {
    expect(ticks([28.3, 41.2], 4)).toEqual([30, 35, 40])
    expect(ticks([3.81, 4.22], 4)).toEqual([3.9, 4, 4.1, 4.2])
    expect(ticks([5, 5], 4)).toEqual([5])
  })

  it('never leaves the bounds of what it measures', () => {
    expect(domainOf([98, 100], { low: 0, high: 100 })[1]).toBe(100)
    expect(domainOf([], { low: -100, high: 100 })).toEqual([-100, 100])
  })

  it('gives a range even to one single value', () => {
    const [low, high] = domainOf([40], null)
    expect(low).toBeLessThan(40)
    expect(high).toBeGreaterThan(40)
    expect(linear([40, 40], [0, 100])(40)).toBe(0)
  })
})
