import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewAnswers, filterCount, hidden, maySelect } from './suppression.ts'

const rows = (...ns: number[]) => ns.map((n) => ({ n }))

describe('hidden', () => {
  it('hides nothing when every row has the minimum', () => {
    expect(hidden(rows(5, 10, 0), 0, 5)).toEqual([false, false, false])
  })

  it('hides the smallest sibling with a single small row', () => {
    expect(hidden(rows(3, 40, 12, 30), 0, 5)).toEqual([true, false, true, false])
  })

  it('tops two small rows up to the minimum', () => {
    expect(hidden(rows(1, 2, 40, 12), 0, 5)).toEqual([true, true, false, true])
    expect(hidden(rows(3, 2, 40, 12), 0, 5)).toEqual([true, true, false, false])
  })

  it('counts the remainder as a hidden sibling', () => {
    expect(hidden(rows(3, 40), 20, 5)).toEqual([true, false])
    expect(hidden(rows(3, 40, 50), 1, 5)).toEqual([true, true, false])
  })

  it('protects a small remainder, which could be computed from the rows', () => {
    expect(hidden(rows(30, 40), 2, 5)).toEqual([true, false])
    expect(hidden(rows(30, 40), 20, 5)).toEqual([false, false])
  })

  it('shows empty rows as empty', () => {
    expect(hidden(rows(0, 3, 9), 0, 5)).toEqual([false, true, true])
  })

  it('leaves no hidden figure that its parent and siblings would tell', () => {
    const counts = fc.array(fc.nat(30), { maxLength: 12 })
    fc.assert(
      fc.property(counts, fc.nat(12), fc.integer({ min: 2, max: 10 }), (ns, remainder, minimum) => {
        const hides = hidden(rows(...ns), remainder, minimum)
        for (const [at, n] of ns.entries()) if (n > 0 && n < minimum) expect(hides[at]).toBe(true)
        const unseen = [...ns.filter((_, at) => hides[at]), ...(remainder > 0 ? [remainder] : [])]
        const small = unseen.some((n) => n < minimum)
        const all = ns.filter((n) => n > 0).length === ns.filter((_, at) => hides[at]).length
        if (!small || all) return
        expect(unseen.length).toBeGreaterThanOrEqual(2)
        expect(unseen.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(minimum)
      }),
    )
  })
})

it('greys few answers, but not none', () => {
  expect([0, 1, 4, 5].map((n) => fewAnswers(n, 5))).toEqual([false, true, true, false])
})

it('tells a small count of a protected survey only as small', () => {
  expect(filterCount(4, 5, true)).toBe('<5')
  expect(filterCount(0, 5, true)).toBe('<5')
  expect(filterCount(5, 5, true)).toBe(5)
  expect(filterCount(4, 5, false)).toBe(4)
})

it('refuses a filter that removes only a few', () => {
  expect(maySelect(100, 97, 5)).toBe(false)
  expect(maySelect(100, 95, 5)).toBe(true)
  expect(maySelect(100, 100, 5)).toBe(true)
})
