import { describe, expect, it } from 'vitest'
import { chanceOf } from './response-check.fixture.ts'
import { type MonthParts, type MonthScores, periodEnds, shifts } from './response-shift.ts'

const from = 13
const add = (of: { n: number; sum: number; squares: number }, score: number) => {
  of.n += 1
  of.sum += score
  of.squares += score * score
}

type Made = { readonly place: number; readonly month: number; readonly count: number }

/** Fifteen months of places that differ, move a little by themselves, some more, and all together; `made`: tens that somebody added. */
function survey(
  seed: number,
  made: readonly Made[] = [],
  { places = 25, perMonth = 60, of: read = (score: number) => score } = {},
) {
  const chance = chanceOf(seed)
  const found: MonthScores[] = []
  const together = Array.from({ length: 16 }, () => 0.04 * chance.normal())
  for (let place = 1; place <= places; place += 1) {
    const own = 0.1 * chance.normal()
    for (let month = 1; month <= 15; month += 1) {
      const of = { n: 0, sum: 0, squares: 0 }
      const wander = (place % 5 === 0 ? 0.05 : 0.02) * chance.normal()
      const n = chance.count(perMonth)
      for (let one = 0; one < n; one += 1) add(of, read(chance.score(own + wander + (together[month] ?? 0))))
      for (const { count } of made.filter((one) => one.place === place && one.month === month))
        for (let one = 0; one < count; one += 1) add(of, read(10))
      found.push({ place, month, n: of.n, sum: of.sum, squares: of.squares })
    }
  }
  return found
}

describe('months that differ from the past of their place', () => {
  it('are found in one survey of twenty where nothing is made', () => {
    let runs = 0
    for (let seed = 1; seed <= 200; seed += 1) if (shifts(survey(seed), from).found.length > 0) runs += 1
    // Twenty-one or more of 200 would come by chance once in a thousand times if one of twenty is true.
    expect(runs).toBeLessThanOrEqual(20)
  })

  it.each([
    ['the mean', 120, 14, (score: number) => score],
    ['the share of tens', 60, 18, (score: number) => (score === 10 ? 1 : 0)],
  ])('are mostly found by %s where somebody added %i tens to sixty answers', (_, count, least, of) => {
    let told = 0
    for (let seed = 301; seed <= 320; seed += 1) {
      const { found } = shifts(survey(seed, [{ place: 7, month: 14, count }], { of }), from)
      const one = found.find(({ place, month }) => place === 7 && month === 14)
      if (!one) continue
      told += 1
      expect(one.mean).toBeGreaterThan(one.expected)
      expect(one.looked).toBe(75)
    }
    expect(told).toBeGreaterThanOrEqual(least)
  })

  it('do not make months of the others differ where there are few of them', () => {
    const { found } = shifts(
      survey(403, [{ place: 3, month: 14, count: 90 }], { places: 4, of: (score) => (score === 10 ? 1 : 0) }),
      from,
    )
    expect(found.map(({ place, month }) => [place, month])).toEqual([[3, 14]])
  })

  it('are not found where all places move together', () => {
    const all = survey(401).map((one) => {
      if (one.month !== 15) return one
      const by = -0.8
      const squares = one.squares + 2 * by * one.sum + one.n * by * by
      return { place: one.place, month: one.month, n: one.n, sum: one.sum + by * one.n, squares }
    })
    expect(shifts(all, from).found).toEqual([])
  })

  it('are tested with enough answers and enough past alone', () => {
    expect(shifts(survey(402, [], { places: 5, perMonth: 12 }), from).tested.length).toBeLessThan(2)
    expect(
      shifts(
        survey(402).filter(({ month }) => month >= 13),
        from,
      ).tested,
    ).toEqual([])
    expect(shifts([], from)).toEqual({ tested: [], found: [] })
  })

  it('are expected where the past of the place and the way of the others lead', () => {
    const of = (place: number, month: number, mean: number): MonthScores => ({
      ...{ place, month, n: 100, sum: mean * 100 },
      squares: 100 * (mean * mean + 4),
    })
    const scores = [1, 2, 3, 4].flatMap((month) => [of(1, month, 6), of(2, month, 8)])
    const { tested } = shifts([...scores, of(1, 13, 6.5), of(2, 13, 9)], from)
    // The other place rose by 1, so this one was to rise by 1 too.
    expect(tested.find(({ place }) => place === 1)?.expected).toBeCloseTo(7, 9)
    expect(tested.find(({ place }) => place === 2)?.expected).toBeCloseTo(8.5, 9)
  })
})

describe('last days of months', () => {
  function parts(seed: number, better: ReadonlyMap<number, number> = new Map()): MonthParts[] {
    const chance = chanceOf(seed)
    const found: MonthParts[] = []
    for (let place = 1; place <= 25; place += 1)
      for (let month = 1; month <= 12; month += 1) {
        const some = (mean: number, raised: number) => {
          const of = { n: 0, sum: 0, squares: 0 }
          for (let left = chance.count(mean); left > 0; left -= 1) add(of, chance.score(raised))
          return of
        }
        found.push({ place, month, end: some(8, better.get(place) ?? 0), rest: some(60, 0) })
      }
    return found
  }

  it('are found better in one survey of twenty where nothing is made', () => {
    let runs = 0
    for (let seed = 1; seed <= 200; seed += 1) if (periodEnds(parts(seed)).found.length > 0) runs += 1
    expect(runs).toBeLessThanOrEqual(20)
  })

  it('are found where one place is better then, and not where all are', () => {
    let told = 0
    for (let seed = 301; seed <= 320; seed += 1)
      if (periodEnds(parts(seed, new Map([[9, 0.35]]))).found.some(({ place }) => place === 9)) told += 1
    expect(told).toBeGreaterThanOrEqual(15)
    const all = new Map(Array.from({ length: 25 }, (_, at) => [at + 1, 0.35] as const))
    expect(periodEnds(parts(501, all)).found).toEqual([])
  })

  it('tell by how much, on average of the months, beyond all others', () => {
    const of = (place: number, month: number, end: number, rest: number): MonthParts => ({
      ...{ place, month },
      end: { n: 10, sum: end * 10, squares: end * end * 10 },
      rest: { n: 50, sum: rest * 50, squares: rest * rest * 50 },
    })
    const all = Array.from({ length: 8 }, (_, at) => [of(1, at, 9 + (at % 2) / 10, 7), of(2, at, 8, 7.5)]).flat()
    const one = periodEnds(all).tested.find(({ place }) => place === 1)
    expect(one).toMatchObject({ months: 8, n: 80, looked: 2 })
    expect(one?.beyond).toBeCloseTo(2.05 - 0.5, 9)
  })
})
