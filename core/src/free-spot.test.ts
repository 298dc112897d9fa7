import { describe, expect, it } from 'vitest'
import { alongLine, freeSpot } from './free-spot.ts'

const plot = { left: 40, right: 440, top: 10, bottom: 210 }
const size = { width: 80, height: 12 }
const spotFor = (...lines: { x: number; y: number }[][]) => freeSpot(alongLine(100, size, plot), lines)

describe('the label of a level line', () => {
  it('stands before and above it where nothing runs there', () => {
    expect(spotFor([])).toMatchObject({ left: 46, top: 86 })
  })

  it('gives way to a line that runs through it, even one without a point inside', () => {
    const through = [
      { x: 40, y: 60 },
      { x: 200, y: 120 },
    ]
    expect(spotFor(through)?.left).toBeGreaterThan(46)
    const above = [
      { x: 40, y: 92 },
      { x: 440, y: 92 },
    ]
    expect(spotFor(above)).toMatchObject({ left: 46, top: 102 })
  })

  it('stays inside the plot, and stands where the fewest lines run if they are everywhere', () => {
    expect(freeSpot(alongLine(14, size, plot), [])).toMatchObject({ top: 16 })
    const level = (y: number) => [
      { x: 40, y },
      { x: 440, y },
    ]
    expect(spotFor(level(90), level(92), level(106))).toMatchObject({ left: 46, top: 102 })
  })
})
