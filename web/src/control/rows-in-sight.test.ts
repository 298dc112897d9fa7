import { expect, it } from 'vitest'
import { rowsIn } from './rows-in-sight.ts'

const height = 36
const tallness = (count: number, { first, last, above, below }: ReturnType<typeof rowsIn>) => ({
  whole: above + (last - first) * height + below === count * height,
  drawn: last - first,
})

it('draws what is in sight and a little beyond, and keeps the room of the rest', () => {
  for (const top of [0, 1, 36, 5_000, 359_280]) {
    const found = rowsIn({ top, bottom: top + 720 }, 10_000, height)
    expect(found.first * height).toBeLessThanOrEqual(top)
    expect(found.last * height).toBeGreaterThanOrEqual(Math.min(top + 720, 10_000 * height))
    const { whole, drawn } = tallness(10_000, found)
    expect(whole).toBe(true)
    expect(drawn).toBeLessThan(40)
  }
})

it('draws all of a few rows, and the last ones of a list that became shorter than where it was scrolled to', () => {
  expect(rowsIn({ top: 0, bottom: 720 }, 3, height)).toEqual({ first: 0, last: 3, above: 0, below: 0 })
  const left = rowsIn({ top: 5_000, bottom: 5_720 }, 10, height)
  expect(left).toMatchObject({ last: 10, below: 0 })
  expect(tallness(10, left).whole).toBe(true)
  expect(rowsIn({ top: 0, bottom: 720 }, 0, height)).toEqual({ first: 0, last: 0, above: 0, below: 0 })
})
