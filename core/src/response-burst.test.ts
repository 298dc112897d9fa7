import { describe, expect, it } from 'vitest'
import { bursts, type SlotCount, slotSeconds } from './response-burst.ts'
import { chanceOf } from './response-check.fixture.ts'

const slotsOfDay = 86_400 / slotSeconds
const days = { first: 20_000, last: 20_399, looked: 20_309 }

/**
 * Places of different size, open from nine to eight and half as busy at weekends; `together`: of so many, one comes with
 * somebody; `campaigns`: days on which all places have five times as many from two to four.
 */
function survey(seed: number, { together = 0, campaigns = [] as number[] } = {}) {
  const chance = chanceOf(seed)
  const counts = new Map<string, SlotCount>()
  const put = (place: number, slot: number, count: number) => {
    const key = `${place} ${slot}`
    counts.set(key, { place, slot, count: (counts.get(key)?.count ?? 0) + count })
  }
  for (let place = 1; place <= 12; place += 1)
    for (let day = days.first; day <= days.last; day += 1) {
      const isWeekend = [0, 6].includes((day + 4) % 7)
      const perHour = (0.1 + place * 0.08) * (isWeekend ? 0.5 : 1)
      for (let hour = 9; hour < 20; hour += 1) {
        const busy = campaigns.includes(day) && hour >= 14 && hour < 16 ? 5 : 1
        const slots = chance.count(perHour * busy)
        for (let one = 0; one < slots; one += 1)
          put(place, day * slotsOfDay + hour * 8 + chance.whole(8), chance.next() < together ? 2 : 1)
      }
    }
  return { put, counts: () => [...counts.values()] }
}

describe('bursts', () => {
  it('are found in one run of a hundred where nothing is made, also where people come in pairs or a campaign goes out', () => {
    let found = 0
    for (let seed = 1; seed <= 30; seed += 1) {
      const kinds = [{}, { together: 0.2 }, { campaigns: [20_320, 20_350, 20_380] }]
      if (bursts(survey(seed, kinds[seed % 3]).counts(), days).length > 0) found += 1
    }
    expect(found).toBeLessThanOrEqual(1)
  })

  it('that somebody typed in are found, with when, where and what is usual', () => {
    const { put, counts } = survey(77)
    const start = 20_340 * slotsOfDay + 14 * 8
    put(3, start, 9)
    put(3, start + 1, 8)
    const [burst, ...more] = bursts(counts(), days)
    expect(more).toEqual([])
    expect(burst).toMatchObject({ place: 3 })
    expect(burst?.from).toBeGreaterThanOrEqual(start - 1)
    expect(burst?.to).toBeLessThanOrEqual(start + 3)
    const isThere = (slot: number) => counts().some((one) => one.place === 3 && one.slot === slot)
    expect([isThere(burst?.from ?? 0), isThere((burst?.to ?? 0) - 1)]).toEqual([true, true])
    expect(burst?.count).toBeGreaterThanOrEqual(17)
    // A third of an answer in an hour is less than one in a quarter.
    expect(burst?.usual).toBeLessThan(0.5)
    expect(burst?.p).toBeLessThan(0.01 / (burst?.looked ?? 1))
    expect(burst?.looked).toBe(12 * 91 * slotsOfDay)
  })

  it('of a small place are found at less than those of a large one', () => {
    const least = (place: number) => {
      for (let count = 3; count < 40; count += 1) {
        const { put, counts } = survey(78)
        put(place, 20_341 * slotsOfDay + 11 * 8 + 2, count)
        if (bursts(counts(), days).length > 0) return count
      }
      return Infinity
    }
    expect(least(1)).toBeLessThan(least(12))
    expect(least(12)).toBeLessThanOrEqual(16)
  })

  it('before the days that are looked at are left alone', () => {
    const { put, counts } = survey(79)
    put(3, 20_100 * slotsOfDay + 14 * 8, 40)
    expect(bursts(counts(), days)).toEqual([])
  })

  it('do not depend on the order of what is given', () => {
    const { put, counts } = survey(80)
    put(5, 20_345 * slotsOfDay + 90, 25)
    put(2, 20_346 * slotsOfDay + 91, 25)
    const found = bursts(counts(), days)
    expect(found).toHaveLength(2)
    const other = bursts(counts().reverse(), days)
    expect([...other].sort((a, b) => a.place - b.place)).toEqual([...found].sort((a, b) => a.place - b.place))
  })
})
