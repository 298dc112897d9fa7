import { describe, expect, it } from 'vitest'
import { nearest, walked } from './time-walk.ts'

describe('walking the points of a chart', () => {
  it('begins at the newest, whichever way', () => {
    expect(walked('ArrowLeft', null, 5)).toBe(4)
    expect(walked('ArrowRight', null, 5)).toBe(4)
  })

  it('stays between the first and the last', () => {
    expect(walked('ArrowLeft', 0, 5)).toBe(0)
    expect(walked('ArrowRight', 4, 5)).toBe(4)
    expect(walked('Home', 3, 5)).toBe(0)
    expect(walked('End', 0, 5)).toBe(4)
  })

  it('leaves other keys alone, and has nowhere to go without points', () => {
    expect(walked('Tab', 2, 5)).toBeUndefined()
    expect(walked('ArrowLeft', null, 0)).toBeUndefined()
  })

  it('points at what is nearest', () => {
    expect(nearest([10, 30, 50], 41)).toBe(2)
    expect(nearest([10, 30, 50], 20)).toBe(0)
    expect(nearest([10, 30, 50], -500)).toBe(0)
  })
})
