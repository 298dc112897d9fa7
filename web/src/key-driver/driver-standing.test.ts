import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import { describe, expect, it } from 'vitest'
import { type Driver, standingOf } from './driver-standing.ts'

const driver = (question: string, weight: number | null, value: number, more: Partial<Driver> = {}): Driver => ({
  ...{ question, title: question, correlation: 0.3, isWeak: false, leftOut: null },
  performance: { state: 'shown', n: 100, value, low: value - 2, high: value + 2 },
  importance: weight === null ? null : { value: weight, low: weight / 2, high: weight * 1.5 },
  ...more,
})
const answer = (drivers: Driver[]): KeyDrivers => ({
  ...{ type: 'KeyDrivers', outcome: 'nps', state: 'shown', answered: 120, n: 100, drivers },
  figure: { state: 'shown', n: 120, value: 30, low: 25, high: 35 },
  explained: { value: 40, low: 30, high: 50 },
})

describe('where drivers stand', () => {
  it('asks first for what matters much and does badly', () => {
    const drivers = [driver('queue', 20, 60), driver('staff', 15, 80), driver('price', 2, 50), driver('range', 3, 85)]
    const standing = standingOf(answer(drivers))
    expect(drivers.map(standing.of)).toEqual(['first', 'keep', 'watch', 'fine'])
  })

  it('says of a weak driver and of one left out that they are, wherever they lie', () => {
    const drivers = [
      driver('queue', 20, 60),
      driver('smell', 0.1, 20, { isWeak: true }),
      driver('lift', null, 20, { leftOut: 'few' }),
    ]
    const standing = standingOf(answer(drivers))
    expect(drivers.map(standing.of)).toEqual(['keep', 'weak', 'few'])
  })

  it('has room for every dot and whisker, also without any', () => {
    const { importance, performance } = standingOf(answer([driver('queue', 20, 60)]))
    expect(importance.domain[1]).toBeGreaterThan(30)
    expect(performance.domain[0]).toBeLessThan(58)
    expect(standingOf(answer([])).importance.domain).toEqual([0, 1.06])
  })
})
