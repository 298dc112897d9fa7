import { describe, expect, it } from 'vitest'
import { funnelLimits, funnelPlace } from './funnel.ts'

describe('a funnel', () => {
  const whole = { value: 40, spread: Math.sqrt(40 * 60), bounds: { low: 0, high: 100 } }

  it('has the limits of a share: p ± z·√(p(1−p)/n)', () => {
    const { warning, alarm } = funnelLimits(whole, 96)
    expect(warning.low).toBeCloseTo(40 - 1.959964 * 5, 5)
    expect(warning.high).toBeCloseTo(40 + 1.959964 * 5, 5)
    expect(alarm.low).toBeCloseTo(40 - 3.090232 * 5, 5)
    expect(alarm.high).toBeCloseTo(40 + 3.090232 * 5, 5)
  })

  it('narrows with n and never leaves the scale', () => {
    expect(funnelLimits(whole, 1).alarm).toEqual({ low: 0, high: 100 })
    const widths = [10, 100, 1000].map((n) => funnelLimits({ ...whole, bounds: null }, n).alarm)
    expect(widths.map(({ low, high }) => high - low)).toEqual(
      [...widths.map(({ low, high }) => high - low)].sort((a, b) => b - a),
    )
  })

  it('tells rows that chance explains from those it does not', () => {
    const places = [20, 26, 35, 40, 51, 60].map((value) => funnelPlace(whole, { n: 96, value }))
    expect(places).toEqual(['alarmLow', 'warningLow', 'inside', 'inside', 'warningHigh', 'alarmHigh'])
  })
})
