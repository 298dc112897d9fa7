import type { TargetsAnswer } from '@kaiku/contract/target.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledSurveys, openFilledSurveys } from '../result/filled-survey.fixture.ts'
import { Random } from '../result/oracle/random.ts'

/** The day that the surveys are asked on is 10 March 2026. */
const today = '2026-03-10'
const dayMs = 86_400_000
const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

type Given = {
  readonly day: string
  readonly region: string
  readonly store: string
  readonly nps: number
  readonly w: number
}

/** Two and a half years of answers, fewer on Sundays; the north wanders from quarter to quarter. */
function given(): Given[] {
  const random = new Random(7)
  const found: Given[] = []
  for (let day = '2023-10-01'; day <= today; day = dayAfter(day, 1)) {
    const isSunday = new Date(day).getUTCDay() === 0
    const quarter = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)
    for (const [store, region, most] of [
      ['n1', 'north', 2],
      ['n2', 'north', 1],
      ['s1', 'south', 2],
    ] as const)
      for (let left = isSunday ? 1 : random.whole(0, most); left > 0; left -= 1) {
        const promoters = (region === 'north' ? 0.35 : 0.5) + 0.05 * ((quarter * 7) % 3)
        const nps = random.chance(promoters) ? random.whole(9, 10) : random.whole(3, 8)
        found.push({ day, region, store, nps, w: random.whole(50, 200) })
      }
  }
  return found
}

const targets = {
  nps: {
    'stores,all': { '2026-Q1': 20, '2025-Q4': 30, '2026': 25, '2026-03': 12 },
    'stores,all,north': { '2026-Q1': 15 },
    'stores,all,north,n2': { '2026-Q1': -10, '2025-Q4': -100 },
  },
  low: { 'stores,all': { '2026-Q1': 20 } },
  weighted: { 'stores,all': { '2026-Q1': 50 } },
  count: { 'stores,all': { '2026-Q1': 100 } },
}

const files = (settings: object = {}, own: object = targets) =>
  new Map(
    Object.entries({
      'settings.json': { extName: 'survey', title: 'Survey', timeZone: 'UTC', minimumN: 10, ...settings },
      'questions.json': {
        questions: [
          { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
          { id: 'region', type: 'text', title: 'Region' },
          {
            id: 'store',
            type: 'choice',
            title: 'Store',
            options: ['n1', 'n2', 's1'].map((code) => ({ code, title: code })),
          },
          { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
          { id: 'nps', type: 'scale', title: 'Recommend', min: 0, max: 10 },
          { id: 'w', type: 'number', title: 'Weight', decimals: 2, roles: ['weight'] },
        ],
      },
      'views.json': {
        views: [
          {
            ...{ extName: 'stores', title: 'Stores', root: { title: 'All' } },
            levels: [
              { question: 'region', title: 'Region' },
              { question: 'store', title: 'Store' },
            ],
          },
        ],
      },
      'indicators.json': {
        indicators: [
          { id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' },
          { id: 'plain', measure: 'mean', title: 'Mean', question: 'nps', target: 7 },
          { id: 'low', measure: 'share', title: 'Low', question: 'nps', set: [3, 4, 5, 6], better: 'low' },
          { id: 'weighted', measure: 'share', title: 'Weighted', question: 'nps', set: [9, 10], weight: 'role' },
          { id: 'count', measure: 'count', title: 'Count' },
        ],
      },
      'filters.json': {
        standard: {
          filterGroups: [{ title: 'Filters', filters: [{ extName: 'store', title: 'Store', question: 'store' }] }],
        },
        time: {
          filterGroups: [
            {
              title: 'Time',
              filters: [
                { extName: 'ftime', title: 'Period', dateInterval: true },
                { extName: 'once', title: 'One answer per customer', tableDate: true },
              ],
            },
          ],
        },
      },
      'targets.json': { targets: own },
    }).map(([file, part]): [string, string] => [file, JSON.stringify(part)]),
  )

async function* rows(all: readonly Given[]) {
  for (const [at, { day, region, store, nps, w }] of all.entries())
    yield { key: `row ${at}`, answers: { date: day, region, store, nps, w } }
}

const all = given()
let surveys: FilledSurveys
beforeAll(async () => {
  surveys = await openFilledSurveys()
  await surveys.publish('open', 'survey', files(), rows(all))
  await surveys.publish(
    'fiscal',
    'survey',
    files({}, { nps: { 'stores,all': { '2025': 3 } } }),
    rows(all.slice(0, 300)),
  )
  await surveys.publish('closed', 'survey', files({ protection: true, minimumN: 5 }), rows(all))
  await surveys.ready()
})
afterAll(() => surveys?.close())

type Place = Parameters<FilledSurveys['answer']>[3]
const ask = (more: object = {}, place: Place = {}, name = 'open'): Promise<TargetsAnswer> =>
  surveys.answer('Targets', name, { indicators: ['nps'], ...more }, place)
const cellOf = ({ rows: found }: TargetsAnswer, id: string, at = 0) => {
  const cell = found.find((row) => row.id === id)?.cells[at]
  if (!cell) throw new TypeError(`no row ${id}`)
  return cell
}

const npsScore = ({ nps }: Given) => (nps >= 9 ? 100 : nps <= 6 ? -100 : 0)
const mean = (scores: readonly number[]) => scores.reduce((sum, one) => sum + one, 0) / scores.length
const between = (from: string, to: string) => (one: Given) => one.day >= from && one.day <= to
const quarters = ['2024-01', '2024-04', '2024-07', '2024-10', '2025-01', '2025-04', '2025-07', '2025-10', '2026-01']

/** The normal curve up to z, by Simpson’s rule. */
function below(z: number): number {
  const [from, count] = [-9, 400]
  if (z <= from) return 0
  const width = (z - from) / count
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  let sum = density(from) + density(z)
  for (let at = 1; at < count; at += 1) sum += (at % 2 ? 4 : 2) * density(from + at * width)
  return (sum * width) / 3
}

/**
 * The chance of scores reaching a target, from interviews one by one: every common mean and every spread between periods
 * is tried on a grid and weighed by how well it tells the periods’ means.
 */
function chanceOf(rowsOf: readonly Given[], score: (one: Given) => number, wanted: number, k: number) {
  const periods = quarters.map((start, at) =>
    rowsOf.filter(between(`${start}-01`, `${quarters[at + 1] ?? '2026-04'}-00`)).map(score),
  )
  const means = periods.map(mean)
  const scale = Math.max(...rowsOf.map(score)) - Math.min(...rowsOf.map(score))
  const squares = periods.flatMap((scores, at) => scores.map((one) => (one - (means[at] ?? 0)) ** 2))
  const df = squares.length - periods.length + 3
  const square = (squares.reduce((sum, one) => sum + one, 0) + (3 * (scale / 2) ** 2) / 2) / df
  const [n, m] = [periods.at(-1)?.length ?? 0, means.at(-1) ?? 0]
  const needed = ((n + k) * wanted - n * m) / k
  const middle = mean(means)
  const apart = Math.sqrt(means.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (means.length - 1))
  const most = 4 * apart + 2 * Math.sqrt(square / Math.min(...periods.map(({ length }) => length)))
  let [weights, chances] = [0, 0]
  for (let i = 0; i < 240; i += 1) {
    const tau2 = (((i + 0.5) / 240) * most) ** 2
    for (let j = 0; j < 240; j += 1) {
      const mu = middle + ((j + 0.5) / 120 - 1) * 2 * most
      const weight = means.reduce((product, one, at) => {
        const v = square / (periods[at]?.length ?? 1) + tau2
        return (product * Math.exp(-((one - mu) ** 2) / (2 * v))) / Math.sqrt(v / square)
      }, 1)
      const precision = 1 / tau2 + n / square
      const likely = (mu / tau2 + (n * m) / square) / precision
      weights += weight
      chances += weight * (1 - below((needed - likely) / Math.sqrt(1 / precision + square / k)))
    }
  }
  return { chance: chances / weights, needed, n, value: m }
}

/** From the day after today to the quarter’s end: the mean of the same weekdays of eight weeks. */
function paceOf(rowsOf: readonly Given[], end = '2026-03-31') {
  let sum = 0
  for (let day = dayAfter(today, 1); day <= end; day = dayAfter(day, 1)) {
    const same = Array.from({ length: 56 }, (_, back) => dayAfter(today, -1 - back)).filter(
      (one) => new Date(one).getUTCDay() === new Date(day).getUTCDay(),
    )
    sum += rowsOf.filter((one) => same.includes(one.day)).length / same.length
  }
  return sum
}

describe('the targets of a quarter that goes on', () => {
  it.each([
    ['all', 'stores,all', all, 20, 'own'],
    ['north', 'stores,all', all.filter(({ region }) => region === 'north'), 15, 'own'],
    ['south', 'stores,all', all.filter(({ region }) => region === 'south'), 20, 'above'],
    ['n1', 'stores,all,north', all.filter(({ store }) => store === 'n1'), 15, 'above'],
    ['n2', 'stores,all,north', all.filter(({ store }) => store === 'n2'), -10, 'own'],
  ] as const)('at %s have the odds that the interviews give one by one', async (id, path, rowsOf, target, from) => {
    const answer = await ask({}, { path })
    expect(answer).toMatchObject({
      by: 'quarter',
      period: '2026-Q1',
      from: '2026-01-01',
      to: '2026-03-31',
      isOver: false,
    })
    const cell = cellOf(answer, id)
    const k = paceOf(rowsOf)
    const wanted = chanceOf(rowsOf, npsScore, target, k)
    expect(cell.target).toEqual({ value: target, from })
    expect(cell.figure).toMatchObject({ n: wanted.n, state: 'shown' })
    expect(cell.figure.value).toBeCloseTo(wanted.value, 9)
    expect(cell.state).toBe('open')
    expect(cell.odds?.expected).toBeCloseTo(k, 9)
    expect(cell.odds?.needed).toBeCloseTo(wanted.needed, 9)
    expect(cell.odds?.periods).toBe(8)
    expect(Math.abs((cell.odds?.chance ?? Number.NaN) - wanted.chance)).toBeLessThan(0.006)
    const { likely = 0, promoters } = cell.odds ?? {}
    expect(promoters).toBe(Math.max(0, Math.ceil(((wanted.needed - likely) * k) / 200)))
  })

  it('are better met from below where low is better', async () => {
    const lowScore = ({ nps }: Given) => (nps <= 6 ? 100 : 0)
    const wanted = chanceOf(all, lowScore, 20, paceOf(all))
    const odds = cellOf(await ask({ indicators: ['low'] }), 'all').odds
    expect(Math.abs((odds?.chance ?? Number.NaN) - (1 - wanted.chance))).toBeLessThan(0.006)
    expect(odds?.promoters).toBeNull()
  })

  it('hold weighted figures to what the interviews to come must average', async () => {
    const now = all.filter(between('2026-01-01', today))
    const weight = now.reduce((sum, { w }) => sum + w, 0)
    const value = now.reduce((sum, { nps, w }) => sum + (nps >= 9 ? 100 : 0) * w, 0) / weight
    const cell = cellOf(await ask({ indicators: ['weighted'] }), 'all')
    expect(cell.figure.value).toBeCloseTo(value, 9)
    const k = paceOf(all)
    expect(cell.odds?.needed).toBeCloseTo(50 + ((50 - value) * now.length) / k, 9)
  })

  it('have no odds where answers are few, where the measure is no mean, or for one answer per contact', async () => {
    expect(cellOf(await ask({ minimumN: 1000 }), 'all')).toMatchObject({ state: 'open', odds: null, why: 'few' })
    expect(cellOf(await ask({ indicators: ['count'] }), 'all')).toMatchObject({ odds: null, why: 'measure' })
    const once = await ask({}, { path: 'stores,all;once=first' })
    expect(cellOf(once, 'all')).toMatchObject({ state: 'open', odds: null, why: 'contact' })
    const undone = await ask({ indicators: ['nps', 'plain'] })
    expect(cellOf(undone, 'all', 1).target).toEqual({ value: 7, from: 'indicator' })
    expect(undone.rows.map(({ isWhole }) => isWhole)).toEqual([true, false, false])
    expect((await ask({ byPlace: false })).rows.map(({ id }) => id)).toEqual(['all'])
  })
})

describe('the period', () => {
  it('is the one that the selection ends in; over, it is reached or missed', async () => {
    const answer = await ask({}, { path: 'stores,all;ftime=20250101_20251231' })
    expect(answer).toMatchObject({ period: '2025-Q4', isOver: true })
    const past = all.filter(between('2025-10-01', '2025-12-31'))
    const cell = cellOf(answer, 'all')
    expect(cell.figure.value).toBeCloseTo(mean(past.map(npsScore)), 9)
    expect(cell).toMatchObject({ state: mean(past.map(npsScore)) >= 30 ? 'reached' : 'missed', odds: null, why: null })
    const below = await ask({}, { path: 'stores,all,north;ftime=20251001_20251231' })
    expect(cellOf(below, 'n2').state).toBe('reached')
    expect(cellOf(below, 'n1').state).toBe('missed')
  })

  it('may be a month or a year', async () => {
    expect(await ask({ by: 'month' })).toMatchObject({ period: '2026-03', from: '2026-03-01', to: '2026-03-31' })
    expect(cellOf(await ask({ by: 'year' }), 'all').target).toEqual({ value: 25, from: 'own' })
  })

  it('follows filters, and tells a place without answers by no odds', async () => {
    const answer = await ask({}, { path: 'stores,all;store=n2' })
    expect(cellOf(answer, 'all').figure.n).toBe(
      all.filter(between('2026-01-01', today)).filter(({ store }) => store === 'n2').length,
    )
    expect(cellOf(answer, 'south')).toMatchObject({ figure: { state: 'none' }, odds: null, why: 'few' })
  })
})

describe('who sees targets', () => {
  it('of some places sees those alone, and no odds for what they see a part of', async () => {
    const answer = await ask({}, { within: { stores: [['north', 'n1']] } })
    expect(answer.rows.map(({ id }) => id)).toEqual(['all', 'north'])
    for (const id of ['all', 'north']) expect(cellOf(answer, id)).toMatchObject({ odds: null, why: 'part' })
    const own = await ask({}, { path: 'stores,all,north,n1', within: { stores: [['north', 'n1']] } })
    const whole = await ask({}, { path: 'stores,all,north,n1' })
    expect(own.rows[0]?.cells).toEqual(whole.rows[0]?.cells)
    expect(own.rows[0]?.above).toEqual([''])
    await expect(ask({}, { path: 'stores,all,south', within: { stores: [['north']] } })).rejects.toThrow(/no place/)
  })

  it('in another universe sees its own', async () => {
    expect(
      cellOf(await ask({ by: 'year' }, { path: 'stores,all;ftime=20250101_20251231' }, 'fiscal'), 'all').target,
    ).toEqual({
      value: 3,
      from: 'own',
    })
    expect(cellOf(await ask({}, {}, 'fiscal'), 'all').target).toBeNull()
  })
})

describe('a protected survey', () => {
  it('tells figures as a ranking of the same period does, and no odds', async () => {
    const answer = await ask({ by: 'month' }, {}, 'closed')
    expect(answer).toMatchObject({ by: 'quarter', period: '2026-Q1' })
    const ranking = await surveys.answer(
      'RankingTableComponent',
      'closed',
      { indicators: ['nps'] },
      { path: 'stores,all;ftime=20260101_20260331' },
    )
    const [column] = ranking.columns
    const [own, ...below] = answer.rows
    expect(own?.cells[0]?.figure).toEqual(ranking.parent[0]?.figure)
    expect(below.map(({ id }) => id)).toEqual(ranking.rows.map(({ id }) => id))
    below.forEach(({ cells: [cell] }, at) => {
      expect(cell?.figure.value).toBe(column?.value[at])
      expect(cell?.odds).toBeNull()
    })
    expect(own?.cells[0]?.why).toBe(own?.cells[0]?.figure.state === 'hidden' ? null : 'protected')
  })
})

it('shows the target of the place and the period that is selected beside its figures', async () => {
  const { indicators } = await surveys.reply(
    'open',
    { type: 'IndicatorTiles', indicators: ['nps', 'plain'] },
    {
      path: 'stores,all,north;ftime=20260101_20260331',
    },
  )
  expect(indicators.map(({ target }) => target)).toEqual([15, 7])
})
