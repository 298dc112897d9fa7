import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RakedCell, rake, weighingOf } from './raking.ts'

const noCap = { cap: Number.POSITIVE_INFINITY }
const table = (rows: readonly (readonly number[])[]): RakedCell[] =>
  rows.flatMap((row, i) => row.map((n, j) => ({ n, values: [i, j] })))
const shareOf = (cells: readonly RakedCell[], weights: readonly number[], field: number, value: number) => {
  const total = cells.reduce((sum, { n }) => sum + n, 0)
  return (
    cells.reduce((sum, { n, values }, at) => (values[field] === value ? sum + n * (weights[at] ?? 0) : sum), 0) / total
  )
}

describe('rake', () => {
  it('weighs one field as dividing by hand does', () => {
    // 30 women and 70 men answered of an audience of halves: 50/30 and 50/70.
    const cells = [
      { n: 30, values: [0] },
      { n: 70, values: [1] },
    ]
    const { weights, converged, rounds } = rake(cells, [[0.5, 0.5]], noCap)
    expect(weights).toEqual([expect.closeTo(5 / 3, 12), expect.closeTo(5 / 7, 12)])
    expect([converged, rounds]).toEqual([true, 1])
    // 100² / (30 · (5/3)² + 70 · (5/7)²) = 10,000 / (83.33 + 35.71) = 84.
    const { n, effective, designEffect } = weighingOf(cells, weights)
    expect([n, effective, designEffect]).toEqual([100, expect.closeTo(84, 10), expect.closeTo(100 / 84, 12)])
  })

  it('fits two fields, as worked out by hand', () => {
    // Raking keeps the odds ratio, here 20 · 40 / (20 · 20) = 2. With halves as margins the shares are x, ½ − x, ½ − x, x
    // with x² / (½ − x)² = 2, so x = √2 / (2 + 2√2).
    const cells = table([
      [20, 20],
      [20, 40],
    ])
    const { weights, converged } = rake(
      cells,
      [
        [1, 1],
        [1, 1],
      ],
      { cap: Number.POSITIVE_INFINITY, tolerance: 1e-12 },
    )
    const x = Math.SQRT2 / (2 + 2 * Math.SQRT2)
    expect(converged).toBe(true)
    expect(weights).toEqual([
      expect.closeTo(5 * x, 10),
      expect.closeTo(5 * (0.5 - x), 10),
      expect.closeTo(5 * (0.5 - x), 10),
      expect.closeTo(2.5 * x, 10),
    ])
  })

  it('holds weights at the cap and still seeks the margins', () => {
    // 2 of 100 answered of a tenth of the audience: a weight of 5 is cut to 3.
    const cells = [
      { n: 2, values: [0] },
      { n: 98, values: [1] },
    ]
    const { weights, converged, gap, trimmed } = rake(cells, [[0.1, 0.9]], { cap: 3 })
    expect(weights).toEqual([3, expect.closeTo(94 / 98, 12)])
    expect([converged, gap, trimmed]).toEqual([false, expect.closeTo(0.04, 12), 2])
  })

  it('leaves out a value that nobody has', () => {
    const cells = [
      { n: 10, values: [0] },
      { n: 10, values: [1] },
    ]
    const { weights, converged } = rake(cells, [[0.2, 0.6, 0.2]], noCap)
    expect(weights).toEqual([expect.closeTo(0.5, 12), expect.closeTo(1.5, 12)])
    expect(converged).toBe(true)
  })

  it('gives weights above 0 with a mean of 1 and the margins that are wanted', () => {
    const rows = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 4,
    })
    const part = fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(rows, part, part, fc.boolean(), (seed, first, second, isCapped) => {
        const cells = table(seed)
        const targets = [first.slice(0, seed.length), second.slice(0, 3)]
        const cap = isCapped ? 3 : Number.POSITIVE_INFINITY
        const { weights, converged, trimmed } = rake(cells, targets, { cap })
        for (const weight of weights) {
          expect(weight).toBeGreaterThan(0)
          expect(weight).toBeLessThanOrEqual(cap * (1 + 1e-9))
        }
        const n = cells.reduce((sum, cell) => sum + cell.n, 0)
        expect(cells.reduce((sum, cell, at) => sum + cell.n * (weights[at] ?? 0), 0) / n).toBeCloseTo(1, 9)
        if (!isCapped) expect([converged, trimmed]).toEqual([true, 0])
        if (!converged) return
        targets.forEach((field, at) => {
          const sum = field.reduce((all, one) => all + one, 0)
          field.forEach((one, value) => {
            expect(Math.abs(shareOf(cells, weights, at, value) - one / sum)).toBeLessThan(2e-6)
          })
        })
      }),
    )
  })
})
