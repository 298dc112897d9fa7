import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenCounts } from './table-suppression.ts'

const withTotals = (inner: readonly (readonly number[])[]): number[][] => {
  const rows = inner.map((row) => [...row, row.reduce((a, b) => a + b, 0)])
  return [...rows, (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0))]
}

/** Least and most that each hidden inner count can be, by trying all tables of whole numbers that agree with what is shown. */
function possible(table: number[][], hides: boolean[][]) {
  const rows = table.length - 1
  const columns = (table[0]?.length ?? 1) - 1
  const n = (row: number, column: number) => table[row]?.[column] ?? 0
  const isHidden = (row: number, column: number) => hides[row]?.[column] === true
  const free = Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns),
    column: at % columns,
  }))
  const values = table.map((row) => [...row])
  const seen = free.map(() => new Set<number>())
  const most = 6
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  const agrees = () => {
    const inner = values.slice(0, rows).map((row) => row.slice(0, columns))
    const full = withTotals(inner)
    return full.every((row, r) => row.every((value, c) => isHidden(r, c) || value === n(r, c)))
  }
  const walk = (at: number): void => {
    const cell = free[at]
    if (!cell) {
      if (agrees()) for (const [index, { row, column }] of free.entries()) seen[index]?.add(values[row]?.[column] ?? 0)
      return
    }
    const line = values[cell.row]
    if (!line) return
    if (!isHidden(cell.row, cell.column)) {
      line[cell.column] = n(cell.row, cell.column)
      walk(at + 1)
      return
    }
    for (let value = 0; value <= n(cell.row, cell.column) + most; value += 1) {
      line[cell.column] = value
      const whole = cell.column === columns - 1 && !isHidden(cell.row, columns)
      if (whole && sum(line.slice(0, columns)) !== n(cell.row, columns)) continue
      walk(at + 1)
    }
  }
  walk(0)
  return free.flatMap(({ row, column }, index) =>
    isHidden(row, column) ? [{ row, column, n: n(row, column), values: seen[index] ?? new Set<number>() }] : [],
  )
}

describe('hiding counts of a protected table', () => {
  it('hides nothing where nothing is few', () => {
    const table = withTotals([
      [9, 5, 0],
      [7, 6, 8],
    ])
    expect(hiddenCounts(table, 5).flat()).not.toContain(true)
  })

  it('hides a rectangle around a single small count', () => {
    const hides = hiddenCounts(
      withTotals([
        [2, 9, 30],
        [8, 7, 20],
        [40, 50, 60],
      ]),
      5,
    )
    expect(hides).toEqual([
      [true, true, false, false],
      [true, true, false, false],
      [false, false, false, false],
      [false, false, false, false],
    ])
  })

  it('does not leave two circles tied by one count that the sums of a side would tell', () => {
    // Columns 1–2 and rows 1–2 are one circle, columns 3–4 and rows 3–4 another; row 2, column 3 alone ties them.
    const inner = [
      [3, 3, 50, 50],
      [3, 3, 4, 50],
      [50, 50, 3, 3],
      [50, 50, 3, 3],
    ]
    const hides = hiddenCounts(withTotals(inner), 5)
    const across = inner.flatMap((row, r) => row.filter((_, c) => hides[r]?.[c] && r < 2 !== c < 2))
    expect(across.length).toBeGreaterThan(1)
  })

  it('lets no hidden count be computed: at least one other table agrees with all that is shown', () => {
    const table = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
    let checked = 0
    fc.assert(
      fc.property(table, (inner) => {
        const full = withTotals(inner)
        const hides = hiddenCounts(full, 3)
        const small = full.flatMap((row, r) => row.flatMap((n, c) => (n > 0 && n < 3 ? [hides[r]?.[c]] : [])))
        expect(small).not.toContain(false)
        const free = inner.flatMap((row, r) => row.filter((_, c) => hides[r]?.[c])).length
        if (free > 6) return
        for (const one of possible(full, hides)) {
          checked += 1
          expect([inner, one.row, one.column, one.n > 0 ? one.values.size > 1 : true]).toEqual([
            inner,
            one.row,
            one.column,
            true,
          ])
        }
      }),
      { numRuns: 300, seed: 7 },
    )
    expect(checked).toBeGreaterThan(100)
  })
})
