/** A square matrix, row by row. */
export type Matrix = readonly (readonly number[])[]

const mostSweeps = 50
/** Of all squares, what is left beside the diagonal when rounding is all that moves it. */
const closeEnough = 1e-31

/**
 * Eigenvalues of a symmetric matrix and their vectors, `vectors[i][j]` the i-th place of the j-th, by Jacobi's
 * rotations (1846; Golub & Van Loan, Matrix Computations, §8.5): slow for large matrices, exact to rounding for small.
 */
export function symmetricEigen(matrix: Matrix): { values: number[]; vectors: number[][] } {
  const size = matrix.length
  const a = matrix.map((row) => Float64Array.from(row))
  const v = matrix.map((_, i) => Float64Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)))
  const at = (rows: readonly Float64Array[], i: number, j: number) => rows[i]?.[j] ?? 0
  const turn = (rows: readonly Float64Array[], p: number, q: number, c: number, s: number) => {
    for (const row of rows) {
      const [x, y] = [row[p] ?? 0, row[q] ?? 0]
      row[p] = c * x - s * y
      row[q] = s * x + c * y
    }
  }
  const all = matrix.flat().reduce((sum, one) => sum + one * one, 0)
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let off = 0
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) off += at(a, p, q) ** 2
    if (off <= closeEnough * all) break
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) {
        const apq = at(a, p, q)
        if (apq === 0) continue
        const theta = (at(a, q, q) - at(a, p, p)) / (2 * apq)
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1))
        const c = 1 / Math.hypot(t, 1)
        const s = t * c
        turn(a, p, q, c, s)
        const [rowP, rowQ] = [a[p], a[q]]
        for (let j = 0; rowP && rowQ && j < size; j += 1) {
          const [x, y] = [rowP[j] ?? 0, rowQ[j] ?? 0]
          rowP[j] = c * x - s * y
          rowQ[j] = s * x + c * y
        }
        turn(v, p, q, c, s)
      }
  }
  return { values: a.map((_, i) => at(a, i, i)), vectors: v.map((row) => [...row]) }
}
