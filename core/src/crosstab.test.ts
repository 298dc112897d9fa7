import { describe, expect, it } from 'vitest'
import { clearlyAbove, columnLetter, shareOf, shareSums } from './crosstab.ts'
import type { Sums } from './sums.ts'

const people = (n: number): Sums => ({ n, W: n, W2: n, S: 0, SS: 0 })
const share = (n: number, hits: number) => shareSums(people(n), people(hits))

describe('a crosstab', () => {
  it('gives a column the letters of those that are clearly lower, and only those', () => {
    expect(clearlyAbove([share(200, 100), share(200, 60), share(200, 95), share(200, 20)], 'share', undefined)).toEqual(
      [[1, 3], [3], [1, 3], []],
    )
  })

  it('leaves out a column that is not compared, and one of a single answer', () => {
    expect(clearlyAbove([share(200, 190), null, share(1, 0), share(200, 10)], 'share', undefined)).toEqual([
      [3],
      [],
      [],
      [],
    ])
  })

  it('adjusts for the many pairs of a row: what alone is just clear is not among many', () => {
    const [a, b] = [share(100, 50), share(100, 36)]
    expect(clearlyAbove([a, b], 'share', undefined)).toEqual([[1], []])
    const many = [a, b, ...Array.from({ length: 6 }, () => share(100, 43))]
    expect(clearlyAbove(many, 'share', undefined).flat()).toEqual([])
  })

  it('counts unequal weights by what they leave of the answers', () => {
    const weighted = (hits: number): Sums => shareSums({ ...people(100), W2: 400 }, people(hits))
    expect(clearlyAbove([share(100, 50), share(100, 30)], 'share', undefined)).toEqual([[1], []])
    expect(clearlyAbove([weighted(50), weighted(30)], 'share', undefined)).toEqual([[], []])
  })

  it('compares values of an indicator as their intervals do', () => {
    const mean = (n: number, value: number): Sums => ({ n, W: n, W2: n, S: n * value, SS: n * (value * value + 1) })
    expect(clearlyAbove([mean(80, 3.5), mean(80, 4)], 'mean', { low: 1, high: 5 })).toEqual([[], [0]])
  })

  it('says a share in percent with its interval, and nothing of an empty base', () => {
    expect(shareOf(people(0), people(0))).toBeNull()
    const found = shareOf(people(50), people(10))
    expect(found?.value).toBe(20)
    // Wilson (1927): 10 of 50 lie between 11.24 and 33.04 percent.
    expect(found?.low).toBeCloseTo(11.2437, 3)
    expect(found?.high).toBeCloseTo(33.0369, 3)
  })

  it('names columns as a sheet does', () => {
    expect([0, 1, 25, 26, 27, 52].map(columnLetter)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'BA'])
  })
})
