import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankRanges } from './rank-range.ts'

type Row = { value: number; standardError: number | null }
type Better = 'high' | 'low'

/** As rows. */
function found(rows: readonly Row[], better: Better) {
  const { ranks, from, to } = rankRanges(
    rows.map(({ value }) => value),
    rows.map(({ standardError }) => standardError),
    better,
  )
  return ranks.map((rank, at) => ({ rank, from: from[at] ?? 0, to: to[at] ?? 0 }))
}
const z = 1.959963984540054

/** The definition, pair by pair. */
function naive(rows: readonly Row[], better: Better) {
  const sign = better === 'high' ? 1 : -1
  const significantlyBetter = (a: Row, b: Row) =>
    a.standardError !== null &&
    b.standardError !== null &&
    sign * (a.value - b.value) > z * Math.hypot(a.standardError, b.standardError)
  return rows.map((row) => ({
    rank: 1 + rows.filter((other) => sign * (other.value - row.value) > 0).length,
    from: 1 + rows.filter((other) => significantlyBetter(other, row)).length,
    to: rows.length - rows.filter((other) => significantlyBetter(row, other)).length,
  }))
}

const rows = fc.array(
  fc.record({
    value: fc.integer({ min: -1000, max: 1000 }).map((value) => value / 7),
    standardError: fc.option(
      fc.integer({ min: 0, max: 300 }).map((error) => error / 11),
      { nil: null, freq: 10 },
    ),
  }),
  { maxLength: 40 },
)

/** Rows whose values and errors have nothing to do with each other, the same on every run. */
const scattered = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    value: (at * 7919) % 1009,
    standardError: 1 + ((at * 104_729) % 97) / 10,
  }))

describe('rankRanges', () => {
  it('ranks, and shares the rank between ties', () => {
    const errorless = [8, 9, 9, 7].map((value) => ({ value, standardError: 0 }))
    expect(found(errorless, 'high').map(({ rank }) => rank)).toEqual([3, 1, 1, 4])
    expect(found(errorless, 'low').map(({ rank }) => rank)).toEqual([2, 3, 3, 1])
  })

  it('leaves open the places that chance alone decides', () => {
    const wide = [10, 9, 0].map((value) => ({ value, standardError: 1 }))
    expect(found(wide, 'high')).toEqual([
      { rank: 1, from: 1, to: 2 },
      { rank: 2, from: 1, to: 2 },
      { rank: 3, from: 3, to: 3 },
    ])
  })

  it('says nothing about a row without a standard error', () => {
    const ranked = found(
      [...[10, 0].map((value) => ({ value, standardError: 0.1 })), { value: 99, standardError: null }],
      'high',
    )
    expect(ranked.at(-1)).toEqual({ rank: 1, from: 1, to: 3 })
    expect(ranked[1]).toEqual({ rank: 3, from: 2, to: 3 })
  })

  it('equals the comparison of every pair', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('high', 'low'), (some, better) => {
        expect(found(some, better)).toEqual(naive(some, better))
      }),
    )
  })

  it('equals it over several buckets of rows too', () => {
    for (const better of ['high', 'low'] as const) {
      expect(found(scattered(1000), better)).toEqual(naive(scattered(1000), better))
    }
  })

  it('takes no rows and ten thousand', () => {
    expect(found([], 'high')).toEqual([])
    const ranked = found(scattered(10_000), 'high')
    expect(ranked.every(({ rank, from, to }) => from <= rank && rank <= to)).toBe(true)
  })
})
