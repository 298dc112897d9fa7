import { plainCalendar } from '@kaiku/core/day.ts'
import { describe, expect, it } from 'vitest'
import type { Figure } from './figure.ts'
import { axisLabels, bandPath, linePath } from './trend-shape.ts'

const figure = (value: number | null, state: Figure['state'] = 'shown'): Figure => ({
  state,
  n: 9,
  value,
  low: value === null ? null : value - 1,
  high: value === null ? null : value + 1,
})
const months = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']
const spots = (values: readonly (Figure | undefined)[]) =>
  values.map((one, index) => ({
    x: index * 50,
    from: months[index] ?? '',
    to: months[index] ?? '',
    n: 9,
    figure: one,
    old: undefined,
  }))
const same = (value: number) => value

describe('the shape of a trend', () => {
  it('breaks the line where a period has no value', () => {
    const line = linePath(spots([figure(1), figure(null), figure(3), figure(4)]), (spot) => spot.figure?.value, same)
    expect(line).toBe('M0.0 1.0M100.0 3.0L150.0 4.0')
  })

  it('draws no uncertainty around few answers', () => {
    expect(bandPath(spots([figure(1), figure(2), figure(3, 'few'), figure(4)]), same)).toBe(
      'M0.0 2.0L50.0 3.0L50.0 1.0L0.0 0.0Z',
    )
  })

  it('names months, and the year where it begins', () => {
    expect(
      axisLabels(spots([undefined, undefined, undefined, undefined]), 'month', 'en', plainCalendar).map(
        (one) => one.text,
      ),
    ).toEqual(['Nov', 'Dec', '2026', 'Feb'])
  })
})
