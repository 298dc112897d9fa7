import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aheadInResponse,
  badgesOf,
  type Deeds,
  dealLeagues,
  drawnShare,
  keptTime,
  scoresOf,
  standingsOf,
  streakOf,
} from './league.ts'

const idle: Deeds = {
  followUp: { part: 0, of: 0 },
  response: { part: 0, of: 0 },
  tested: 0,
  better: 0,
  worse: 0,
  awarded: 0,
}
const even = { weights: { followUp: 40, improvement: 40, response: 20 }, indicators: 2, mostAwarded: 10 }
const property = { seed: 20261127, numRuns: 300 }

describe('leagues of places alike', () => {
  it('puts the largest of a region together, and small regions into one', () => {
    const sizes = [5, 9, 1, 7, 3, 8, 2, 4]
    const players = sizes.map((size, at) => ({ size, region: at < 6 ? 'south' : at === 6 ? 'north' : 'east' }))
    expect(dealLeagues(players, { sizes: 2, from: 2, upTo: 20 })).toEqual([
      { regions: ['south'], band: 0, bands: 2, players: [1, 5, 3] },
      { regions: ['south'], band: 1, bands: 2, players: [0, 4, 2] },
      { regions: ['north', 'east'], band: 0, bands: 1, players: [7, 6] },
    ])
  })

  it('lets regions that are too few even together play with the smallest other', () => {
    const players = ['a', 'a', 'a', 'b', 'b', 'c'].map((region) => ({ region, size: 1 }))
    expect(dealLeagues(players, { sizes: 1, from: 2, upTo: 20 }).map(({ regions }) => regions)).toEqual([
      ['a'],
      ['b', 'c'],
    ])
  })

  it('deals every place once, none of the leagues too small where the region is not, and none too large', () => {
    const places = fc.array(fc.record({ region: fc.constantFrom('a', 'b', 'c'), size: fc.nat(9) }), { maxLength: 60 })
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 5 }), (players, sizes, from) => {
        const upTo = 2 * from
        const leagues = dealLeagues(players, { sizes, from, upTo })
        expect(leagues.flatMap((one) => one.players).sort((a, b) => a - b)).toEqual(players.map((_, at) => at))
        for (const one of leagues) {
          expect(one.players.length).toBeGreaterThanOrEqual(Math.min(from, players.length))
          expect(one.players.length).toBeLessThanOrEqual(upTo)
        }
      }),
      property,
    )
  })
})

describe('points', () => {
  it('are the weighted mean of the disciplines, each from what was done', () => {
    const league: Deeds[] = [
      { followUp: { part: 30, of: 30 }, response: { part: 30, of: 100 }, tested: 2, better: 1, worse: 0, awarded: 0 },
      { followUp: { part: 10, of: 30 }, response: { part: 10, of: 100 }, tested: 2, better: 0, worse: 2, awarded: 0 },
    ]
    // The league has 40 of 60 alerts in time, and 40 of 200 people answered.
    const inTime = [(30 + 10 * (2 / 3)) / 40, (10 + 10 * (2 / 3)) / 40]
    const answered = [(30 + 50 * 0.2) / 150, (10 + 50 * 0.2) / 150]
    const [first, second] = scoresOf(league, even)
    expect(first?.parts.followUp).toBeCloseTo(100 * (inTime[0] ?? 0), 1)
    expect(first?.parts.response).toBeCloseTo((50 * (answered[0] ?? 0)) / 0.2, 1)
    expect(first?.parts.improvement).toBe(50)
    expect(first?.points).toBeCloseTo(0.4 * 91.667 + 0.4 * 50 + 0.2 * 66.667, 1)
    expect(second?.points).toBeCloseTo(0.4 * 100 * (inTime[1] ?? 0) + (0.2 * 50 * (answered[1] ?? 0)) / 0.2, 1)
  })

  it('leave out what nobody did, and say so where nothing is left', () => {
    const [only] = scoresOf([{ ...idle, followUp: { part: 1, of: 2 } }], even)
    expect(only).toMatchObject({ parts: { improvement: null, response: null }, points: 50 })
    const doing = { ...idle, followUp: { part: 3, of: 4 } }
    expect(scoresOf([doing, idle], even).map(({ points }) => points === null)).toEqual([false, true])
    expect(scoresOf([idle, idle], even).map(({ points }) => points)).toEqual([null, null])
    expect(standingsOf(scoresOf([idle, idle], even))).toEqual([null, null])
  })

  it('rise by what is awarded, up to a limit, also where there is nothing else', () => {
    const doing = { ...idle, followUp: { part: 3, of: 4 } }
    const of = (...awarded: readonly number[]) =>
      scoresOf(
        [...awarded.map((points) => ({ ...doing, awarded: points })), { ...idle, awarded: awarded[0] ?? 0 }],
        even,
      )
    const [none, some, many] = of(0, 7, 30).map(({ points }) => points ?? 0)
    expect((some ?? 0) - (none ?? 0)).toBeCloseTo(7, 5)
    expect((many ?? 0) - (none ?? 0)).toBeCloseTo(even.mostAwarded, 5)
    expect(of(0).at(-1)?.points).toBeNull()
    expect(of(4).at(-1)?.points).toBe(4)
    expect(scoresOf([{ ...doing, awarded: 5 }], { ...even, mostAwarded: 0 })).toEqual(scoresOf([doing], even))
  })

  it('give one lucky alert less than thirty well done', () => {
    const league = [
      { ...idle, followUp: { part: 1, of: 1 } },
      { ...idle, followUp: { part: 29, of: 30 } },
      { ...idle, followUp: { part: 10, of: 30 } },
    ]
    const scores = scoresOf(league, even).map(({ points }) => points ?? 0)
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 0)
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 0)
  })

  it('lie between 0 and 100, grow with what is done, and do not depend on the order of the places', () => {
    const share = fc.tuple(fc.nat(50), fc.nat(50)).map(([part, more]) => ({ part, of: part + more }))
    const deeds = fc.record({
      followUp: share,
      response: share,
      tested: fc.constant(2),
      better: fc.nat(2),
      worse: fc.constant(0),
      awarded: fc.nat(30),
    })
    fc.assert(
      fc.property(fc.array(deeds, { minLength: 1, maxLength: 12 }), (league) => {
        const scores = scoresOf(league, even)
        for (const { points } of scores) {
          expect(points).not.toBeNull()
          expect(points).toBeGreaterThanOrEqual(0)
          expect(points).toBeLessThanOrEqual(100 + even.mostAwarded)
        }
        const turned = scoresOf([...league].reverse(), even).reverse()
        expect(turned.map(({ points }) => points)).toEqual(scores.map(({ points }) => points))
        const [first, ...others] = league
        if (!first || first.better > 1) return
        const improved = scoresOf([{ ...first, better: first.better + 1 }, ...others], even)
        expect(improved[0]?.points).toBeGreaterThan(scores[0]?.points ?? 0)
      }),
      property,
    )
  })

  it('draw a share of nothing to the league, and leave one of many as it is', () => {
    expect(drawnShare({ part: 0, of: 0 }, 0.3, 10).share).toBeCloseTo(0.3)
    expect(drawnShare({ part: 90_000, of: 100_000 }, 0.3, 10).share).toBeCloseTo(0.9, 3)
  })
})

describe('places in a league', () => {
  it('are shared by equal points, with the range that chance leaves open', () => {
    const score = (points: number, error: number) => ({
      points,
      error,
      parts: { followUp: points, improvement: null, response: null },
    })
    expect(standingsOf([score(90, 1), score(50, 5), score(50, 5), score(48, 5), score(10, 1)])).toEqual([
      { rank: 1, from: 1, to: 1 },
      { rank: 2, from: 2, to: 4 },
      { rank: 2, from: 2, to: 4 },
      { rank: 4, from: 2, to: 4 },
      { rank: 5, from: 5, to: 5 },
    ])
  })
})

describe('streaks and badges', () => {
  it('count rounds in a row, back from the last, over those that tell nothing', () => {
    expect(streakOf([true, false, true, null, true])).toBe(2)
    expect(streakOf([true, true, false])).toBe(0)
    expect(streakOf([null, null])).toBe(0)
    expect([
      keptTime({ part: 9, of: 10 }, 90),
      keptTime({ part: 8, of: 9 }, 90),
      keptTime({ part: 0, of: 0 }, 90),
    ]).toEqual([true, false, null])
  })

  it('are not earned by little', () => {
    const some = { ...idle, isAhead: false, streak: 0 }
    expect(badgesOf({ ...some, followUp: { part: 4, of: 4 } })).toEqual([])
    expect(badgesOf({ ...some, followUp: { part: 5, of: 5 } })).toEqual(['inTime'])
    expect(badgesOf({ ...some, followUp: { part: 5, of: 6 } })).toEqual([])
    expect(badgesOf({ ...some, tested: 2, better: 1, worse: 0 })).toEqual(['improved'])
    expect(badgesOf({ ...some, tested: 2, better: 1, worse: 1 })).toEqual([])
    expect(badgesOf({ ...some, isAhead: true, streak: 3 })).toEqual(['response', 'steady'])
  })

  it('tell who is ahead in answers from who is lucky', () => {
    const shares = [
      { part: 80, of: 100 },
      { part: 2, of: 3 },
      { part: 40, of: 100 },
      { part: 45, of: 100 },
      { part: 0, of: 0 },
    ]
    expect(aheadInResponse(shares)).toEqual([true, false, false, false, false])
  })
})
