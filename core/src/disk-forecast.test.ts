import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diskFullAt } from './disk-forecast.ts'

const hour = 3_600_000
const hours = (free: readonly number[]) => free.map((one, at) => ({ at: at * hour, free: one }))

describe('the day on which the disk is full', () => {
  it('is where a steady line meets the reserve', () => {
    const points = hours(Array.from({ length: 25 }, (_, at) => 1_000 - 10 * at))
    expect(diskFullAt(points, 160)).toBe(24 * hour + 60 * hour)
  })

  it('does not follow one large file, nor a night that took away', () => {
    const free = Array.from({ length: 100 }, (_, at) => 10_000 - 10 * at + (at > 60 ? 40 : 0) - (at === 99 ? 200 : 0))
    const found = diskFullAt(hours(free), 0)
    expect(found).toBeGreaterThan(600 * hour)
    expect(found).toBeLessThan(1_100 * hour)
  })

  it.each([
    ['nothing is known', []],
    ['too little is known', hours([900, 800, 700])],
    ['it does not change', hours(Array(30).fill(500))],
    ['it empties', hours(Array.from({ length: 30 }, (_, at) => at))],
    ['it takes longer than a year', hours(Array.from({ length: 30 }, (_, at) => 1e9 - at))],
  ])('is not told where %s', (_, points) => {
    expect(diskFullAt(points, 0)).toBeNull()
  })

  it('is never before what is known last', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 400 }), fc.nat(10_000), (free, reserve) => {
        const found = diskFullAt(hours(free), reserve)
        if (found !== null) expect(found).toBeGreaterThanOrEqual((free.length - 1) * hour)
      }),
      { seed: 5, numRuns: 200 },
    )
  })
})
