import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Airport,
  airportInterviews,
  airportItems,
  answerOf,
  openAirport,
  type Raw,
} from '../result/real-survey.fixture.ts'

const real = airportInterviews()
if (real === null) console.warn('skipped: ../shared/data/sfo-airport-survey is not here')

type Row = { readonly xs: readonly number[]; readonly y: number; readonly w: number }

const within = (answer: unknown, low: number, high: number) =>
  typeof answer === 'number' && answer >= low && answer <= high ? answer : null
const npsOf = (raw: Raw) => {
  const answer = within(raw.recommend, 0, 10)
  return answer === null ? null : answer >= 9 ? 100 : answer <= 6 ? -100 : 0
}

/** Who answered the outcome and every driver. */
const completeOf = (interviews: readonly Raw[], isWeighted: boolean): Row[] =>
  interviews.flatMap((raw) => {
    const [y, xs] = [npsOf(raw), airportItems.flatMap((item) => within(raw[item], 1, 5) ?? [])]
    const w = isWeighted ? Number(raw.weight ?? 0) : 1
    return y === null || xs.length < airportItems.length || !(w > 0) ? [] : [{ xs, y, w }]
  })

type Matrix = number[][]
const solved = (matrix: Matrix, right: Matrix): Matrix => {
  const rows = matrix.map((row, i) => [...row, ...(right[i] ?? [])])
  const size = rows.length
  for (let i = 0; i < size; i += 1) {
    let best = i
    for (let k = i; k < size; k += 1) if (Math.abs(rows[k]?.[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0)) best = k
    ;[rows[i], rows[best]] = [rows[best] ?? [], rows[i] ?? []]
    const pivot = rows[i]?.[i] ?? 1
    rows[i] = (rows[i] ?? []).map((one) => one / pivot)
    for (let k = 0; k < size; k += 1) {
      const factor = rows[k]?.[i] ?? 0
      if (k !== i) rows[k] = (rows[k] ?? []).map((one, at) => one - factor * (rows[i]?.[at] ?? 0))
    }
  }
  return rows.map((row) => row.slice(size))
}
const unit = (size: number): Matrix =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)))

/** R² of the outcome by some drivers: the residuals of weighted least squares over the rows. */
function explainedBy(rows: readonly Row[], drivers: readonly number[]): number {
  const design = rows.map(({ xs }) => [1, ...drivers.map((at) => xs[at] ?? 0)])
  const places = Array.from({ length: drivers.length + 1 }, (_, at) => at)
  const normal = places.map((i) =>
    places.map((j) => design.reduce((sum, row, at) => sum + (rows[at]?.w ?? 0) * (row[i] ?? 0) * (row[j] ?? 0), 0)),
  )
  const right = places.map((i) => [
    design.reduce((sum, row, at) => sum + (rows[at]?.w ?? 0) * (row[i] ?? 0) * (rows[at]?.y ?? 0), 0),
  ])
  const slopes = solved(normal, right).map(([one = 0]) => one)
  const weight = rows.reduce((sum, { w }) => sum + w, 0)
  const mean = rows.reduce((sum, { w, y }) => sum + w * y, 0) / weight
  const rest = rows.reduce(
    (sum, { w, y }, at) => sum + w * (y - (design[at] ?? []).reduce((all, x, i) => all + x * (slopes[i] ?? 0), 0)) ** 2,
    0,
  )
  return 1 - rest / rows.reduce((sum, { w, y }) => sum + w * (y - mean) ** 2, 0)
}

/** Correlation of two columns, one interview after the other. */
function correlation(rows: readonly Row[], of: (row: Row) => number, other: (row: Row) => number): number {
  const weight = rows.reduce((sum, { w }) => sum + w, 0)
  const mean = (column: (row: Row) => number) => rows.reduce((sum, row) => sum + row.w * column(row), 0) / weight
  const [a, b] = [mean(of), mean(other)]
  const moment = (x: (row: Row) => number, mx: number, y: (row: Row) => number, my: number) =>
    rows.reduce((sum, row) => sum + row.w * (x(row) - mx) * (y(row) - my), 0)
  return moment(of, a, other, b) / Math.sqrt(moment(of, a, of, a) * moment(other, b, other, b))
}

/** Johnson's weights without an eigenvalue: the root of the correlations by the iteration of Denman and Beavers (1976). */
function weightsOf(rows: readonly Row[]): number[] {
  const places = airportItems.map((_, at) => at)
  const column = (at: number) => (row: Row) => row.xs[at] ?? 0
  let root: Matrix = places.map((i) => places.map((j) => correlation(rows, column(i), column(j))))
  let inverse = unit(places.length)
  for (let step = 0; step < 40; step += 1) {
    const [a, b] = [solved(root, unit(places.length)), solved(inverse, unit(places.length))]
    const middle = (x: Matrix, y: Matrix) => x.map((row, i) => row.map((one, j) => (one + (y[i]?.[j] ?? 0)) / 2))
    ;[root, inverse] = [middle(root, b), middle(inverse, a)]
  }
  const outcome = places.map((i) => [correlation(rows, column(i), ({ y }) => y)])
  const betas = solved(root, outcome).map(([one = 0]) => one)
  return root.map((row) => row.reduce((sum, one, j) => sum + (one * (betas[j] ?? 0)) ** 2, 0))
}

/** What a driver adds to R², averaged over all orders (Lindeman, Merenda & Gold 1980): near Johnson's, by another road. */
function averagedOverOrders(rows: readonly Row[]): number[] {
  const count = airportItems.length
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const members = (set: number) => airportItems.flatMap((_, at) => (set & (1 << at) ? [at] : []))
  const explained = Array.from({ length: 1 << count }, (_, set) => (set === 0 ? 0 : explainedBy(rows, members(set))))
  return airportItems.map((_, driver) =>
    explained.reduce((sum, before, set) => {
      if (set & (1 << driver)) return sum
      const size = members(set).length
      return (
        sum +
        ((factorial(size) * factorial(count - size - 1)) / factorial(count)) *
          ((explained[set | (1 << driver)] ?? 0) - before)
      )
    }, 0),
  )
}

describe.skipIf(real === null)('what drives the recommendation of the airport in May 2018', () => {
  const interviews = (real ?? []).filter(({ date }) => String(date).startsWith('2018'))
  let airport: Airport
  beforeAll(async () => {
    airport = await openAirport(real ?? [])
  })
  afterAll(() => airport?.close())
  const path = 'area,all;ftime=20180501_20180531'
  const ask = async (outcome: string, more: object = {}) => {
    const { answers, statements } = await airport.ask(path, [
      { type: 'KeyDrivers', outcome, drivers: [...airportItems], ...more },
    ])
    return { answer: answerOf(answers[0], 'KeyDrivers'), statements }
  }

  it.each([
    ['nps', false],
    ['npsWeighted', true],
  ] as const)('is what a regression over the rows says: %s', async (outcome, isWeighted) => {
    const rows = completeOf(interviews, isWeighted)
    const { answer, statements } = await ask(outcome)
    expect(answer.state).toBe('shown')
    expect(answer.n).toBe(rows.length)
    expect(answer.answered).toBe(
      interviews.filter((raw) => npsOf(raw) !== null && (!isWeighted || Number(raw.weight ?? 0) > 0)).length,
    )
    // Sums of products come in one scan, beside one that counts and one for the performances.
    expect(statements.filter((sql) => sql.includes('cityHash64'))).toHaveLength(1)
    expect(statements).toHaveLength(3)
    const all = airportItems.map((_, at) => at)
    const explained = (answer.explained?.value ?? 0) / 100
    expect(Math.abs(explained - explainedBy(rows, all))).toBeLessThan(1e-9)
    const [weights, others] = [weightsOf(rows), averagedOverOrders(rows)]
    for (const [at, item] of airportItems.entries()) {
      const driver = answer.drivers.find(({ question }) => question === item)
      const weight = (driver?.importance?.value ?? 0) / 100
      expect(Math.abs(weight - (weights[at] ?? 0)), item).toBeLessThan(1e-9)
      expect(Math.abs(weight - (others[at] ?? 0)), item).toBeLessThan(0.01)
      expect(
        Math.abs(
          (driver?.correlation ?? 0) -
            correlation(
              rows,
              ({ xs }) => xs[at] ?? 0,
              ({ y }) => y,
            ),
        ),
      ).toBeLessThan(1e-9)
      expect(driver?.importance?.low).toBeLessThan(driver?.importance?.value ?? 0)
      expect(driver?.importance?.high).toBeGreaterThan(driver?.importance?.value ?? 0)
    }
    const sum = answer.drivers.reduce((all, { importance }) => all + (importance?.value ?? 0), 0)
    expect(Math.abs(sum - (answer.explained?.value ?? 0))).toBeLessThan(1e-9)
  })

  it('shows how each does over all who answered it, as an index', async () => {
    const { answer } = await ask('nps')
    for (const { question, performance } of answer.drivers) {
      const valid = interviews.flatMap((raw) => within(raw[question], 1, 5) ?? [])
      const mean = valid.reduce((sum, one) => sum + one, 0) / valid.length
      expect(performance.n).toBe(valid.length)
      expect(performance.value).toBeCloseTo(25 * (mean - 1), 9)
    }
  })

  it('takes all scales of the survey where none is named, and never the outcome itself', async () => {
    const { answers } = await airport.ask(path, [{ type: 'KeyDrivers', outcome: 'nps' }])
    const { drivers } = answerOf(answers[0], 'KeyDrivers')
    expect(new Set(drivers.map(({ question }) => question))).toEqual(new Set(['overall', ...airportItems]))
    const refused = await airport.ask(path, [
      { type: 'KeyDrivers', outcome: 'nps', drivers: ['recommend'] },
      { type: 'KeyDrivers', outcome: 'nps', drivers: ['gender'] },
      { type: 'KeyDrivers', outcome: 'nps', drivers: ['nothing'] },
    ])
    expect(refused.answers.map((answer) => (answer.type === 'Failed' ? answer.reason : answer))).toEqual([
      { key: 'figure.ownDriver', values: { id: 'recommend' } },
      { key: 'figure.scale', values: { id: 'gender' } },
      { key: 'figure.question', values: { id: 'nothing' } },
    ])
  })
})

describe('few answers', () => {
  let open: Airport
  let closed: Airport
  const people = (count: number, more: (at: number) => Raw): Raw[] =>
    Array.from({ length: count }, (_, at) => ({
      ...{ date: '2018-05-02', area: at < count - 4 ? 'A' : 'B', gate: '1', recommend: (at * 7) % 11 },
      ...{ art: 1 + (at % 5), food: 3 },
      ...more(at),
    }))
  const rows = people(60, (at) => ({
    ...(at < 9 && { store: 1 + (at % 5) }),
    ...(at < 3 && { overall: 4 }),
  }))
  beforeAll(async () => {
    ;[open, closed] = [await openAirport(rows), await openAirport(rows, { protection: true, minimumN: 5 })]
  })
  afterAll(async () => {
    await open?.close()
    await closed?.close()
  })
  const drivers = ['art', 'food', 'store']
  const asked = [{ type: 'KeyDrivers', outcome: 'nps', drivers }]

  it('leave out a driver, and say so, like one whose answers are all the same', async () => {
    const answer = answerOf((await open.ask('area,all', asked)).answers[0], 'KeyDrivers')
    expect(answer).toMatchObject({ state: 'shown', answered: 60, n: 60 })
    expect(Object.fromEntries(answer.drivers.map(({ question, leftOut }) => [question, leftOut]))).toEqual({
      ...{ art: null, food: 'equal', store: 'few' },
    })
  })

  it('are said to be few, and of a protected survey hidden', async () => {
    const answer = answerOf((await open.ask('area,all,B', asked)).answers[0], 'KeyDrivers')
    expect(['few', 'none']).toContain(answer.state)
    const byFew = [{ ...asked[0], outcome: 'overall' }]
    const hidden = answerOf((await closed.ask('area,all', byFew)).answers[0], 'KeyDrivers')
    expect(hidden).toMatchObject({ state: 'hidden', n: null, answered: null, explained: null })
    expect(hidden.drivers.map(({ importance }) => importance)).toEqual(drivers.map(() => null))
  })
})
