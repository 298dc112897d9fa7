import { describe, expect, it } from 'vitest'
import { apart, dotLabels } from './line-label.ts'

const ys = (ends: readonly { y: number }[]) => ends.map(({ y }) => y)

describe('names at the ends of lines', () => {
  it('stay where they are when nothing touches', () => {
    expect(ys(apart([{ y: 40 }, { y: 10 }], 13, 100))).toEqual([10, 40])
  })

  it('step down, in the order of their lines', () => {
    const ends = [
      { name: 'b', y: 12 },
      { name: 'a', y: 10 },
    ]
    expect(apart(ends, 13, 100)).toEqual([
      { name: 'a', y: 10 },
      { name: 'b', y: 23 },
    ])
  })

  it('turn back at the lowest, and only as many as must', () => {
    expect(ys(apart([{ y: 5 }, { y: 95 }, { y: 97 }], 13, 100))).toEqual([5, 87, 100])
  })
})

describe('names beside dots', () => {
  it('stand on the side with room', () => {
    const [wide, narrow] = dotLabels(
      [
        { x: 10, y: 50, text: 'Porvoo' },
        { x: 190, y: 90, text: 'Porvoo' },
      ],
      200,
      [0],
    )
    expect(wide).toEqual({ x: 19, y: 50, anchor: 'start' })
    expect(narrow).toEqual({ x: 181, y: 90, anchor: 'end' })
  })

  it('step aside where another stands, or are left out', () => {
    const dots = [
      { x: 10, y: 50, text: 'Porvoo' },
      { x: 12, y: 52, text: 'Kotka' },
    ]
    expect(dotLabels(dots, 400, [0, 20])[1]?.y).toBe(72)
    expect(dotLabels(dots, 400, [0])[1]).toBeNull()
  })
})
