import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinFew, leastAnswering, testRates } from './response-gap.ts'

const of = (asked: number, answered: number, key = `${asked}`) => ({ key, asked, answered })

describe('joinFew', () => {
  it('tells of groups that are large enough and joins the others', () => {
    const found = joinFew([of(3, 1), of(20, 4), of(4, 0), of(30, 9)], 5, 12)
    expect(found?.told.map(({ key }) => key)).toEqual(['20', '30'])
    expect(found?.other).toEqual({ keys: ['4', '3'], asked: 7, answered: 1 })
  })

  it('joins the smallest told group to others who are too few together', () => {
    const found = joinFew([of(2, 1), of(20, 4), of(8, 3)], 5, 12)
    expect(found?.told.map(({ key }) => key)).toEqual(['20'])
    expect(found?.other).toEqual({ keys: ['2', '8'], asked: 10, answered: 4 })
  })

  it('tells of so many groups at most, and of nobody where all are too few', () => {
    expect(joinFew([of(30, 1), of(20, 1), of(10, 1)], 5, 2)?.other?.keys).toEqual(['10'])
    expect(joinFew([of(2, 1), of(1, 1)], 5, 12)).toBeNull()
    expect(joinFew([], 5, 12)).toBeNull()
  })

  it('never lets a group of fewer people be told or subtracted', () => {
    const groups = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 12 }), (all, floor, most) => {
        const given = all.map(([asked, part], at) => of(asked, Math.min(asked, part), String(at)))
        const found = joinFew(given, floor, most)
        if (!found) return
        const told = [...found.told, ...(found.other ? [found.other] : [])]
        for (const { asked } of told) expect(asked).toBeGreaterThanOrEqual(floor)
        const sum = (groupsOf: readonly { asked: number }[]) => groupsOf.reduce((total, { asked }) => total + asked, 0)
        expect(sum(told)).toBe(sum(given))
      }),
    )
  })
})

describe('testRates', () => {
  it('is Pearson’s test, as counted by hand', () => {
    // 30 of 100 against 50 of 100: expected 40 and 60 each, so 4 · 10²/… = 2.5 + 2.5 + 1.667 + 1.667.
    const found = testRates([of(100, 30), of(100, 50)])
    expect(found?.strength).toBeCloseTo(Math.sqrt(25 / 3 / 200), 12)
    expect(found?.p).toBeCloseTo(0.003892417, 8)
  })

  it('finds nothing where all answer alike', () => {
    expect(testRates([of(100, 25), of(40, 10), of(60, 15)])).toEqual({ strength: 0, p: 1 })
  })

  it('does not judge what is too thin, of one group, or where all or none answered', () => {
    expect(testRates([of(6, 1), of(6, 3)])).toBeNull()
    expect(testRates([of(100, 30)])).toBeNull()
    expect(testRates([of(100, 0), of(100, 0)])).toBeNull()
    expect(testRates([of(100, 100), of(100, 100)])).toBeNull()
  })
})

describe('leastAnswering', () => {
  it('finds the group that answered least of those that chance does not explain', () => {
    expect(leastAnswering([of(200, 18), of(400, 72), of(20, 1)])).toEqual({
      at: 0,
      value: expect.closeTo(0.09 - 73 / 420, 12),
    })
    expect(leastAnswering([of(100, 25), of(40, 10)])).toBeNull()
    expect(leastAnswering([of(100, 25)])).toBeNull()
  })
})
