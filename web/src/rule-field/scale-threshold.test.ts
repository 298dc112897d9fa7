import { describe, expect, it } from 'vitest'
import { alongOf } from './scale-threshold.ts'

const marks = (names: readonly string[]) =>
  ({ kind: 'options', options: names.map((extName) => ({ extName, title: extName, n: 1 })), decimals: 0 }) as never
const range = (extent: object | null, decimals = 0) => ({ kind: 'range', options: [], extent, decimals }) as never

describe('a condition that is drawn along its scale', () => {
  it('chooses every mark up to one, and finds that one again', () => {
    const filter = marks(['10', '0', '1', '2', '~none'])
    const along = alongOf(filter, ['0', '1'])
    expect(along).toMatchObject({ from: 0, to: 1, max: 10 })
    for (const mark of [0, 1, 2, 10]) expect(alongOf(filter, along?.upTo(mark) ?? [])?.to).toBe(mark)
  })

  it('moves the upper end of a range and keeps the lower', () => {
    const along = alongOf(range({ min: 0, max: 10 }), ['0_4'])
    expect(along).toMatchObject({ from: 0, to: 4, max: 10, step: 1 })
    expect(along?.upTo(6)).toEqual(['0_6'])
    expect(alongOf(range({ min: 1, max: 9.75 }, 2), ['2_3'])).toMatchObject({ step: 0.01, max: 9.75 })
  })

  it('is none where only some marks are chosen, one is left out, or there is no scale', () => {
    for (const values of [['2'], ['1', '3'], ['_1'], ['1', '~none'], []])
      expect(alongOf(marks(['1', '2', '3']), values)).toBeNull()
    expect(alongOf(marks(['web', 'mail', 'post']), ['web'])).toBeNull()
    for (const values of [[], ['~none'], ['_1_2'], ['1_2', '4_5']])
      expect(alongOf(range({ min: 0, max: 9 }), values)).toBeNull()
    expect(alongOf(range(null), ['0_4'])).toBeNull()
  })
})
