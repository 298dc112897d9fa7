import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CrossSums, correlations, driverModel, relativeWeights, without } from './relative-weight.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** A fixed sequence of numbers, about normal. */
const normals = (seed: number) => {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
}

const sumsOf = (rows: readonly (readonly number[])[]): CrossSums => {
  const size = rows[0]?.length ?? 0
  const places = Array.from({ length: size }, (_, at) => at)
  return {
    ...{ n: rows.length, W: rows.length, W2: rows.length },
    sums: places.map((i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)),
    products: places.map((i) => places.map((j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0))),
  }
}

/** R² of the last column by some of the others: residuals of a regression solved by Gauss's elimination over the rows. */
function explainedBy(rows: readonly (readonly number[])[], drivers: readonly number[]): number {
  const outcome = rows.map((row) => row.at(-1) ?? 0)
  const mean = outcome.reduce((sum, y) => sum + y, 0) / rows.length
  const design = rows.map((row) => [1, ...drivers.map((at) => row[at] ?? 0)])
  const size = drivers.length + 1
  const system = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => design.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    design.reduce((sum, row, at) => sum + (row[i] ?? 0) * (outcome[at] ?? 0), 0),
  ])
  for (let i = 0; i < size; i += 1) {
    const pivot = system.findIndex(
      (row, at) =>
        at >= i && Math.abs(row[i] ?? 0) === Math.max(...system.slice(i).map((one) => Math.abs(one[i] ?? 0))),
    )
    ;[system[i], system[pivot]] = [system[pivot] ?? [], system[i] ?? []]
    for (let k = 0; k < size; k += 1) {
      if (k === i) continue
      const factor = (system[k]?.[i] ?? 0) / (system[i]?.[i] ?? 1)
      system[k] = (system[k] ?? []).map((one, at) => one - factor * (system[i]?.[at] ?? 0))
    }
  }
  const slopes = system.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1))
  const rest = design.reduce(
    (sum, row, at) => sum + ((outcome[at] ?? 0) - row.reduce((all, x, i) => all + x * (slopes[i] ?? 0), 0)) ** 2,
    0,
  )
  return 1 - rest / outcome.reduce((sum, y) => sum + (y - mean) ** 2, 0)
}

/** What each driver adds to R², averaged over all orders in which they may enter (Lindeman, Merenda & Gold 1980). */
function averagedOverOrders(rows: readonly (readonly number[])[], count: number): number[] {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const known = new Map<number, number>()
  const explained = (set: number) => {
    const found =
      known.get(set) ??
      (set === 0
        ? 0
        : explainedBy(
            rows,
            Array.from({ length: count }, (_, at) => at).filter((at) => set & (1 << at)),
          ))
    known.set(set, found)
    return found
  }
  return Array.from({ length: count }, (_, driver) => {
    let sum = 0
    for (let set = 0; set < 1 << count; set += 1) {
      if (set & (1 << driver)) continue
      const size = Array.from({ length: count }, (_, at) => at).filter((at) => set & (1 << at)).length
      sum +=
        ((factorial(size) * factorial(count - size - 1)) / factorial(count)) *
        (explained(set | (1 << driver)) - explained(set))
    }
    return sum
  })
}

const survey = (seed: number, n: number, size = 4): number[][] => {
  const next = normals(seed)
  return Array.from({ length: n }, () => {
    const mood = next()
    const drivers = Array.from({ length: size }, (_, at) => Math.round(2 * (next() + (at < 3 ? mood : 0))) / 2)
    const outcome = 2 * (drivers[0] ?? 0) + 0.7 * (drivers[1] ?? 0) + next() * 2
    return [...drivers, outcome]
  })
}
const weightsOf = (rows: readonly (readonly number[])[]) => {
  const r = correlations(sumsOf(rows)).map((row) => row.map((one) => one ?? 0))
  return relativeWeights(
    r.slice(0, -1).map((row) => row.slice(0, -1)),
    r.slice(0, -1).map((row) => row.at(-1) ?? 0),
  )
}

describe('the eigenvalues of a symmetric matrix', () => {
  it('put the matrix together again, with vectors at right angles', () => {
    const entry = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(fc.array(fc.array(entry, { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 }), (half) => {
        const matrix = half.map((row, i) => row.map((_, j) => ((half[Math.min(i, j)] ?? [])[Math.max(i, j)] ?? 0) / 10))
        const { values, vectors } = symmetricEigen(matrix)
        for (let i = 0; i < 5; i += 1)
          for (let j = 0; j < 5; j += 1) {
            const again = values.reduce(
              (sum, value, k) => sum + (vectors[i]?.[k] ?? 0) * value * (vectors[j]?.[k] ?? 0),
              0,
            )
            expect(again).toBeCloseTo(matrix[i]?.[j] ?? 0, 9)
            const angle = values.reduce((sum, _, k) => sum + (vectors[k]?.[i] ?? 0) * (vectors[k]?.[j] ?? 0), 0)
            expect(angle).toBeCloseTo(i === j ? 1 : 0, 9)
          }
      }),
    )
  })
})

describe('relative weights', () => {
  it('are squared correlations where drivers have nothing to do with each other', () => {
    const weights = relativeWeights(
      [
        [1, 0],
        [0, 1],
      ],
      [0.6, -0.3],
    )
    expect(weights[0]).toBeCloseTo(0.36, 12)
    expect(weights[1]).toBeCloseTo(0.09, 12)
  })

  it('have a closed form for two drivers', () => {
    // The root of [[1, r], [r, 1]] is [[a, b], [b, a]] with a² + b² = 1 and 2ab = r.
    const [r, y1, y2] = [0.5, 0.6, 0.4]
    const [plus, minus] = [Math.sqrt(1 + r), Math.sqrt(1 - r)]
    const [a, b] = [(plus + minus) / 2, (plus - minus) / 2]
    const [z1, z2] = [(a * y1 - b * y2) / (a * a - b * b), (a * y2 - b * y1) / (a * a - b * b)]
    const weights = relativeWeights(
      [
        [1, r],
        [r, 1],
      ],
      [y1, y2],
    )
    expect(weights[0]).toBeCloseTo(a * a * z1 * z1 + b * b * z2 * z2, 12)
    expect(weights[1]).toBeCloseTo(b * b * z1 * z1 + a * a * z2 * z2, 12)
  })

  it.each([1, 2, 3])(
    'add up to R² of a regression over the rows and lie near the average over all orders (survey %i)',
    (seed) => {
      const rows = survey(seed, 400)
      const weights = weightsOf(rows)
      expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(explainedBy(rows, [0, 1, 2, 3]), 10)
      const other = averagedOverOrders(rows, 4)
      for (const [at, one] of weights.entries()) expect(Math.abs(one - (other[at] ?? 0))).toBeLessThan(0.02)
    },
  )

  it('are shared evenly by two drivers that say the same, and R² stays what it is', () => {
    const rows = survey(4, 300, 2)
    const doubled = rows.map(([a = 0, b = 0, y = 0]) => [a, a, b, y])
    const weights = weightsOf(doubled)
    expect(weights[0]).toBeCloseTo(weights[1] ?? 0, 10)
    expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(explainedBy(rows, [0, 1]), 9)
  })
})

describe('the model of the drivers', () => {
  const inGroups = (rows: readonly (readonly number[])[], count = 20) =>
    Array.from({ length: count }, (_, group) => sumsOf(rows.filter((_, at) => at % count === group)))

  it('marks a question that has nothing to do with the outcome as weak, and one that drives it not', () => {
    const rows = survey(5, 1_000)
    const model = driverModel(sumsOf(rows), inGroups(rows))
    expect(model?.drivers.map((driver) => driver?.isWeak)).toEqual([false, false, false, true])
    expect(model?.explained.low).toBeLessThan(model?.explained.value ?? 0)
    expect(model?.drivers[0]?.correlation).toBeGreaterThan(0.5)
  })

  it('has intervals that hold the true weight about as often as they say', () => {
    const truth = weightsOf(survey(99, 60_000))
    let held = 0
    const tries = 120
    for (let seed = 1; seed <= tries; seed += 1) {
      const rows = survey(1_000 + seed, 400)
      const first = driverModel(sumsOf(rows), inGroups(rows))?.drivers[0]
      if (first && (first.low ?? 0) <= (truth[0] ?? 0) && (first.high ?? 0) >= (truth[0] ?? 0)) held += 1
    }
    expect(held / tries).toBeGreaterThan(0.88)
  })

  it('leaves out a driver that never varies, and has nothing to say of an outcome that never does', () => {
    const rows = survey(6, 200, 2).map(([a = 0, b = 0, y = 0]) => [a, 3, b, y])
    const model = driverModel(sumsOf(rows), inGroups(rows))
    expect(model?.drivers.map((driver) => driver === null)).toEqual([false, true, false])
    const flat = rows.map((row) => [...row.slice(0, -1), 7])
    expect(driverModel(sumsOf(flat), inGroups(flat))).toBeNull()
    expect(driverModel(sumsOf(rows.slice(0, 3)), [])).toBeNull()
  })

  it('takes a group away exactly as if it had never been there', () => {
    const rows = survey(7, 60)
    const left = without(sumsOf(rows), sumsOf(rows.slice(0, 20)))
    expect(left.n).toBe(40)
    const [r, direct] = [correlations(left), correlations(sumsOf(rows.slice(20)))]
    for (const [i, row] of r.entries())
      for (const [j, one] of row.entries()) expect(one).toBeCloseTo(direct[i]?.[j] ?? 0, 9)
  })
})
