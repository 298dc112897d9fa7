import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Airport, airportInterviews, answerOf, openAirport, type Raw } from '../result/real-survey.fixture.ts'

const real = airportInterviews()
if (real === null) console.warn('skipped: ../shared/data/sfo-airport-survey is not here')

type Scored = {
  readonly unit: string
  readonly segment: string
  readonly year: string
  readonly y: number
  readonly w: number
}

const npsOf = (answer: unknown) =>
  typeof answer === 'number' && answer >= 0 && answer <= 10 ? (answer >= 9 ? 100 : answer <= 6 ? -100 : 0) : null
const topOf = (answer: unknown) =>
  typeof answer === 'number' && answer >= 1 && answer <= 5 ? (answer >= 4 ? 100 : 0) : null
const meanOf = (answer: unknown) => (typeof answer === 'number' && answer >= 1 && answer <= 5 ? answer : null)

const indicators = {
  nps: { score: (raw: Raw) => npsOf(raw.recommend), isWeighted: false },
  npsWeighted: { score: (raw: Raw) => npsOf(raw.recommend), isWeighted: true },
  overall: { score: (raw: Raw) => meanOf(raw.overall), isWeighted: false },
  overallWeighted: { score: (raw: Raw) => topOf(raw.overall), isWeighted: true },
} as const

function scoredBy(interviews: readonly Raw[], indicator: keyof typeof indicators): Scored[] {
  const { score, isWeighted } = indicators[indicator]
  return interviews.flatMap((raw) => {
    const [y, w] = [score(raw), isWeighted ? Number(raw.weight ?? 0) : 1]
    const gender = String(raw.gender ?? '')
    const segment = gender === '' || gender === '0' || gender === '4' ? '~none' : gender
    return y === null || !(w > 0)
      ? []
      : [{ unit: String(raw.area ?? ''), segment, year: String(raw.date).slice(0, 4), y, w }]
  })
}

const weight = (rows: readonly Scored[]) => rows.reduce((sum, { w }) => sum + w, 0)
const mean = (rows: readonly Scored[]) => rows.reduce((sum, { y, w }) => sum + w * y, 0) / weight(rows)
const half = (rows: readonly Scored[], by: 'unit' | 'segment', key: string) => rows.filter((one) => one[by] === key)
const keysOf = (rows: readonly Scored[], by: 'unit' | 'segment') => [...new Set(rows.map((one) => one[by]))]

/**
 * The change of a mean between groups, told twice (with the shares of the one period and the means of the other, and
 * the other way round) and averaged: what each group adds by itself and by its share.
 */
function told(now: readonly Scored[], before: readonly Scored[], by: 'unit' | 'segment') {
  return new Map(
    keysOf([...now, ...before], by).map((key) => {
      const [a, b] = [half(now, by, key), half(before, by, key)]
      const [p, q] = [weight(a) / weight(now), weight(b) / weight(before)]
      const references = [mean(now), mean(before)]
      const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
      if (b.length === 0)
        return [key, { kind: 'opened', own: 0, mix: average(references.map((v) => p * (mean(a) - v))) }]
      if (a.length === 0)
        return [key, { kind: 'closed', own: 0, mix: average(references.map((v) => -q * (mean(b) - v))) }]
      const own = average([p * (mean(a) - mean(b)), q * (mean(a) - mean(b))])
      const mix = average(references.flatMap((v) => [(p - q) * (mean(a) - v), (p - q) * (mean(b) - v)]))
      return [key, { kind: 'both', own, mix }]
    }),
  )
}

const near = (a: number | undefined, b: number, what: string) =>
  expect(Math.abs((a ?? Number.NaN) - b), `${what}: ${a} and ${b}`).toBeLessThan(1e-9)

describe.skipIf(real === null)('why the airport moved from May 2017 to May 2018', () => {
  const interviews = real ?? []
  let airport: Airport
  beforeAll(async () => {
    airport = await openAirport(interviews)
  })
  afterAll(() => airport?.close())
  const path = 'area,all;ftime=20180501_20180531'
  const ask = async (indicator: string, segment?: string, at = path) => {
    const asked = { type: 'ChangeDecomposition', indicator, ...(segment ? { segment } : {}) }
    const { answers, statements } = await airport.ask(at, [asked])
    return { answer: answerOf(answers[0], 'ChangeDecomposition'), statements }
  }

  it.each(Object.keys(indicators) as (keyof typeof indicators)[])(
    'is told by area and gender as a count row by row tells it: %s',
    async (indicator) => {
      const rows = scoredBy(interviews, indicator)
      const [now, before] = [rows.filter(({ year }) => year === '2018'), rows.filter(({ year }) => year === '2017')]
      const { answer, statements } = await ask(indicator, 'gender')
      expect(statements).toHaveLength(1)
      expect(answer.state).toBe('shown')
      near(answer.change?.value, mean(now) - mean(before), 'change')
      near(
        answer.parts.reduce((sum, { value }) => sum + value, 0),
        mean(now) - mean(before),
        'parts together',
      )
      const units = told(now, before, 'unit')
      for (const [key, { own, mix }] of units) {
        const unit = answer.units.find(({ id }) => (id ?? '') === key)
        near(unit?.own.value, own, `own ${key}`)
        near(unit?.mix.value, mix, `mix ${key}`)
        if (unit?.own.significant) expect(unit.change?.significant).toBe(true)
      }
      expect(answer.units).toHaveLength(units.size)

      const inside = [...units].flatMap(([key, { kind }]) => {
        if (kind !== 'both') return []
        const [a, b] = [half(now, 'unit', key), half(before, 'unit', key)]
        const share = (weight(a) / weight(now) + weight(b) / weight(before)) / 2
        return [...told(a, b, 'segment')].map(([segment, { own, mix }]) => ({
          key,
          segment,
          own: share * own,
          mix: share * mix,
        }))
      })
      const sum = (some: readonly { mix: number; own: number }[], what: 'own' | 'mix') =>
        some.reduce((all, one) => all + one[what], 0)
      const part = (kind: string) => answer.parts.find((one) => one.kind === kind)?.value ?? 0
      near(part('segmentMix'), sum(inside, 'mix'), 'mix of segments')
      near(part('own') + part('chance'), sum(inside, 'own'), 'own changes')
      near(
        part('unitMix'),
        sum(
          [...units.values()].filter(({ kind }) => kind === 'both'),
          'mix',
        ),
        'mix of units',
      )
      for (const segment of keysOf(rows, 'segment')) {
        const shown = answer.segments.find(({ code }) => code === segment)
        const own = inside.filter((one) => one.segment === segment)
        near(shown?.own.value, sum(own, 'own'), `own ${segment}`)
        near(shown?.mix.value, sum(own, 'mix'), `mix ${segment}`)
        expect(shown?.filter).toEqual({ name: 'gender', value: segment })
        expect(shown?.now.n).toBe(half(now, 'segment', segment).length)
      }
    },
  )

  it('has the same whole as the tile, and marks the units that the ranking marks', async () => {
    const { answers } = await airport.ask(path, [
      { type: 'ChangeDecomposition', indicator: 'nps' },
      { type: 'IndicatorTiles', indicators: ['nps'], spark: false },
      { type: 'RankingTableComponent', indicators: ['nps'], spark: false },
    ])
    const moved = answerOf(answers[0], 'ChangeDecomposition')
    const [tile] = answerOf(answers[1], 'IndicatorTiles').tiles
    expect(moved.now).toEqual(tile?.figure)
    expect(moved.change).toEqual(tile?.change)
    const { rows, columns } = answerOf(answers[2], 'RankingTableComponent')
    for (const [at, row] of rows.entries()) {
      const unit = moved.units.find(({ id }) => id === row.id)
      if (unit?.presence !== 'both') continue
      expect([row.id, unit.now.value, unit.change?.value]).toEqual([
        row.id,
        columns[0]?.value[at],
        columns[0]?.change?.value[at],
      ])
      expect(unit.now.n).toBe(columns[0]?.n[at])
    }
  })

  it('only flips its signs when the later year is taken as the earlier one', async () => {
    const swapped = interviews.map((raw) => ({
      ...raw,
      date: String(raw.date).startsWith('2018')
        ? String(raw.date).replace('2018', '2017')
        : String(raw.date).replace('2017', '2018'),
    }))
    const mirror = await openAirport(swapped)
    try {
      const asked = [{ type: 'ChangeDecomposition', indicator: 'npsWeighted', segment: 'gender' }]
      const [one, other] = await Promise.all(
        [airport, mirror].map(async (of) => answerOf((await of.ask(path, asked)).answers[0], 'ChangeDecomposition')),
      )
      const flipped = { opened: 'closed', closed: 'opened' } as const
      for (const { kind, value, low, high } of one?.parts ?? []) {
        const back = other?.parts.find(
          (part) => part.kind === (kind === 'opened' || kind === 'closed' ? flipped[kind] : kind),
        )
        near(back?.value, -value, kind)
        if (low !== null && high !== null) near(back?.low ?? undefined, -high, `${kind}, low`)
      }
    } finally {
      await mirror.close()
    }
  })

  it('tells a place without places below it by its segments alone, and a page without a comparison what is missing', async () => {
    const { answer: gate } = await ask('nps', 'gender', `area,all,A,6;ftime=20180501_20180531`)
    expect(gate.unitTitle).toBe('')
    expect(gate.units.map(({ id }) => id)).toEqual([null])
    near(
      gate.parts.reduce((sum, { value }) => sum + value, 0),
      gate.change?.value ?? Number.NaN,
      'gate',
    )
    const open = await ask('nps', undefined, 'area,all')
    expect(open.answer).toMatchObject({ state: 'uncompared', parts: [], units: [] })
    const empty = await ask('nps', undefined, 'area,all;ftime=20170501_20170531')
    expect(empty.answer).toMatchObject({ state: 'none', parts: [], change: null })
  })

  it('refuses what cannot be split, in words', async () => {
    const { answers } = await airport.ask(path, [
      { type: 'ChangeDecomposition', indicator: 'nothing' },
      { type: 'ChangeDecomposition', indicator: 'nps', segment: 'weight' },
      { type: 'ChangeDecomposition', indicator: 'nps', segment: 'date' },
    ])
    expect(answers).toEqual([
      {
        ...{ type: 'Failed', code: 'invalid', message: 'This survey has no indicator “nothing”.' },
        reason: { key: 'figure.indicator', values: { id: 'nothing' } },
      },
      ...['weight', 'date'].map((id) => ({
        ...{ type: 'Failed', code: 'invalid', message: `The question “${id}” has no groups to compare.` },
        reason: { key: 'figure.segments', values: { id } },
      })),
    ])
  })
})

describe('a protected survey', () => {
  let airport: Airport
  const people = (area: string, year: number, gender: string, count: number, recommend: number): Raw[] =>
    Array.from({ length: count }, (_, at) => ({
      ...{ date: `${year}-05-${String((at % 28) + 1).padStart(2, '0')}`, area, gate: '1', gender, recommend },
    }))
  beforeAll(async () => {
    airport = await openAirport(
      [
        ...['A', 'B', 'C'].flatMap((area) =>
          [2017, 2018].flatMap((year) => people(area, year, '1', 30, year === 2017 ? 9 : 7)),
        ),
        ...people('D', 2017, '1', 40, 9),
        ...people('D', 2018, '1', 2, 0),
        ...people('E', 2018, '1', 20, 10),
        ...people('F', 2017, '1', 3, 0),
        ...people('A', 2017, '2', 12, 8),
        ...people('A', 2018, '2', 3, 8),
        ...people('B', 2017, '2', 20, 8),
        ...people('B', 2018, '2', 20, 8),
      ],
      { protection: true, minimumN: 5 },
    )
  })
  afterAll(() => airport?.close())

  it('is told by groups: no part of it is of few, and answers make no segments', async () => {
    const { answers } = await airport.ask('area,all;ftime=20180401_20180630', [
      { type: 'ChangeDecomposition', indicator: 'nps' },
      { type: 'ChangeDecomposition', indicator: 'nps', segment: 'gender' },
    ])
    const answer = answerOf(answers[0], 'ChangeDecomposition')
    expect(answer.state).toBe('shown')
    // Who was few in D now and in F before is counted in the whole only.
    const of = (unit: string) => answer.units.find(({ id }) => id === unit)
    expect(of('D')?.now.n ?? 0).toBe(0)
    expect(of('F')?.before.n ?? 0).toBe(0)
    for (const { now, before } of answer.units)
      for (const { n } of [now, before]) expect((n ?? 0) === 0 || (n ?? 0) >= 5).toBe(true)
    near(
      answer.parts.reduce((sum, { value }) => sum + value, 0),
      answer.change?.value ?? Number.NaN,
      'parts together',
    )
    expect(answers[1]).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('shows nothing of a place where too few answered', async () => {
    const { answers } = await airport.ask('area,all,D;ftime=20180401_20180630', [
      { type: 'ChangeDecomposition', indicator: 'nps' },
    ])
    expect(answers[0]).toMatchObject({
      type: 'ChangeDecomposition',
      state: 'hidden',
      parts: [],
      units: [],
      change: null,
    })
  })
})
