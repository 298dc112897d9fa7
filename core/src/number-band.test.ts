import { describe, expect, it } from 'vitest'
import { numberBands } from './number-band.ts'

const each = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ value: from + at, n: 1 }))

describe('numberBands', () => {
  it('tells years of birth by age', () => {
    const band = numberBands(each(1940, 2005), 2026)
    expect(band(1996)).toEqual({ from: 30, to: 45, isAge: true })
    expect(band(1997)).toEqual({ from: null, to: 30, isAge: true })
    expect(band(1940)).toEqual({ from: 75, to: null, isAge: true })
  })

  it('tells numbers that may be ages by the same ends', () => {
    const band = numberBands(each(18, 90), 2026)
    expect([band(29), band(30), band(80)]).toEqual([
      { from: null, to: 30, isAge: false },
      { from: 30, to: 45, isAge: false },
      { from: 75, to: null, isAge: false },
    ])
  })

  it('tells other numbers by quarters', () => {
    const band = numberBands(each(1, 1000), 2026)
    expect([band(1), band(250), band(749), band(750)]).toEqual([
      { from: null, to: 250, isAge: false },
      { from: 250, to: 500, isAge: false },
      { from: 500, to: 750, isAge: false },
      { from: 750, to: null, isAge: false },
    ])
    // Years that are no births: most of them lately.
    expect(numberBands(each(2000, 2026), 2026)(2026).isAge).toBe(false)
  })
})
