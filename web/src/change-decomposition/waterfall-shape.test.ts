import { describe, expect, it } from 'vitest'
import { stepsOf, waterfallDomain } from './waterfall-shape.ts'

const part = (value: number, reach: number | null) => ({
  ...{ kind: 'own' as const, units: 1, value, significant: false },
  low: reach === null ? null : value - reach,
  high: reach === null ? null : value + reach,
})

describe('the steps of a change', () => {
  it('lead from the value before to the value now, each with its whisker around its end', () => {
    const steps = stepsOf(40, [part(-3, 1), part(0.5, null)])
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [40, 37],
      [37, 37.5],
    ])
    expect(steps.map(({ low, high }) => [low, high])).toEqual([
      [36, 38],
      [null, null],
    ])
  })

  it('all lie inside the range that is drawn, also where nothing moved', () => {
    const steps = stepsOf(40, [part(-3, 5)])
    const [low, high] = waterfallDomain(40, 37, steps)
    expect([low < 32, high > 42]).toEqual([true, true])
    const [least, most] = waterfallDomain(0, 0, [])
    expect(least).toBeLessThan(most)
  })
})
