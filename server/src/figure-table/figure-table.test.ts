import type { Ranking } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Figures } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let owner: Headers

const stores = { s1: 'First', s2: 'Second', s3: '=Third, "quoted"', s4: 'Fourth' }
const options = Object.entries(stores).map(([code, title]) => ({ code, title }))
const questions = JSON.parse(small.get('questions.json') ?? '').questions.map((one: { id: string }) =>
  one.id === 'store' ? { ...one, options } : one,
)
const filters = {
  standard: {
    filterGroups: [{ title: 'All', filters: [{ extName: 'rating', title: 'Rating', question: 'rating' }] }],
  },
  time: { filterGroups: [] },
}
const indicators = {
  indicators: [
    { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' },
    { id: 'top', title: 'Happy', measure: 'topBox', question: 'rating', boxes: 1 },
  ],
}
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json({ questions })],
    ['filters.json', json(filters)],
    ['indicators.json', json(indicators)],
    ['settings.json', json({ extName, title: 'Visits', mainIndicators: ['nps', 'top'], minimumN: 5, ...more })],
  ])

/** `count` answers of a store in a year, their marks in turn. */
const some = (store: string, year: number, count: number, ...marks: number[]) =>
  Array.from({ length: count }, (_, at) => ({
    date: `${year}-${String(1 + (at % 12)).padStart(2, '0')}-15`,
    ...{ store, nps: marks[at % marks.length] ?? 0, rating: 1 + (at % 5) },
    ...(year === 2025 && at > 23 && (store === 's1' || store === 's2')
      ? { comment: store === 's1' ? '=1+1, too slow' : 'Friendly staff' }
      : {}),
  }))
const answers = [
  ...[...some('s1', 2025, 30, 9, 7, 3), ...some('s1', 2024, 30, 9, 9, 9)],
  ...[...some('s2', 2025, 30, 10), ...some('s2', 2024, 30, 0, 5)],
  ...some('s3', 2025, 20, 0, 0, 8),
  ...some('s4', 2025, 2, 0),
]
const year = 'store,all;ftime=20250101_20251231'

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
const ranking = { type: 'RankingTableComponent' }
const file = (body: object, { headers = owner, survey = 'open', path = year, locale = 'en' } = {}) =>
  test.app.inject({
    ...{ method: 'POST', headers, payload: { format: 'csv', component: ranking, ...body } },
    url: `/api/vuejs/reports/figuretable/${survey}/${path}?compare=yearBefore&locale=${locale}`,
  })
/** What stands above the table, its head, and its rows by title. */
async function told(body: object, to: Parameters<typeof file>[1] = {}) {
  const reply = await file(body, to)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  const lines: string[][] = parse(reply.body, { bom: true, relaxColumnCount: true, skipEmptyLines: false })
  const blank = lines.findIndex((line) => line.every((cell) => cell === ''))
  const head = lines[blank + 1] ?? []
  const rows = lines.slice(blank + 2).map((line) => Object.fromEntries(line.map((cell, at) => [head[at] ?? '', cell])))
  return { facts: Object.fromEntries(lines.slice(0, blank)), head, rows }
}

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, named('open'), answers)
  // Of one store hardly anybody answered the second question.
  const gaps = answers.map(({ rating, ...one }, at) => (one.store === 's3' && at % 9 > 0 ? one : { ...one, rating }))
  await test.survey(acme, named('closed', { protection: true }), gaps)
  owner = await member(fullGrant('all'))
})
afterAll(() => test?.close())

describe('a ranking as a file', () => {
  it('has its rows in the order of the screen, those without a rank last whichever way it is sorted', async () => {
    const names = async (shown: object) => (await told({ shown })).rows.map((row) => row.Store)
    const best = ['Second', 'First', '=Third, "quoted"', 'Fourth'].map((name) => name.replace(/^=/, "'="))
    expect(await names({ sort: '-nps' })).toEqual(best)
    expect(await names({ sort: 'nps' })).toEqual([...best.slice(0, 3).reverse(), 'Fourth'])
    expect(await names({ sort: 'name', search: 'f' })).toEqual(['First', 'Fourth'])
    expect(await names({ part: 'worst10', sort: 'nps' })).toEqual(best.slice(0, 3).reverse())
    expect(await names({ leastN: 25 })).toEqual(['Second', 'First'])
  })

  it('has numbers as numbers, with their interval, n, what they changed by, and the path of the place', async () => {
    const { rows, head } = await told({ title: 'Stores', shown: { columns: ['rank', 'n', 'nps', 'change', 'top'] } })
    const [second, first] = rows
    expect(first).toMatchObject({ Rank: '2', Path: 'First', n: '30', NPS: '0', 'NPS: n': '30', 'NPS: change': '-100' })
    expect(first).toMatchObject({ 'NPS: before': '100', 'NPS: significant': 'yes', 'Happy (%)': '20' })
    expect(second).toMatchObject({ NPS: '100', 'NPS: change': '200', 'NPS: before': '-100' })
    expect(Number(first?.['NPS: 95% from'])).toBeLessThan(0)
    expect(rows.at(-1)).toMatchObject({ Store: 'Fourth', Note: 'few responses', Rank: '' })
    expect(rows.flatMap((row) => Object.values(row)).join('')).not.toMatch(/[\u2212%]/)
    expect(head).not.toContain('Trend')
    const { head: narrow } = await told({ shown: { columns: ['nps'] } })
    expect(narrow).toEqual(['Store', 'Path', 'NPS', 'NPS: 95% from', 'NPS: 95% to', 'NPS: n', 'Note'])
  })

  it('says above it what it is of: survey, place, period, what it is compared with, and filters in words', async () => {
    const path = `${year};rating=5*_1`
    const { facts } = await told({ title: 'Stores' }, { path })
    expect(facts).toMatchObject({ Table: 'Stores', Survey: 'Visits', Place: 'All' })
    expect(facts).toMatchObject({ Period: '2025', 'Compared with': '2024', 'Filter: Rating': '5, not 1' })
    const finnish = await told({}, { path, locale: 'fi' })
    expect(finnish.facts['Suodatin: Rating']).toBe('5, ei 1')
    const own = await told({ component: { ...ranking, filter: 'rating=4' } }, { path })
    expect(own.facts['Filter: Rating']).toBe('4')
  })

  it('has the same as a workbook: numbers that count, dates that are dates, and what it is of on a second sheet', async () => {
    const reply = await file({ format: 'xlsx', shown: { sort: '-nps' } })
    expect(reply.headers['content-type']).toContain('spreadsheetml')
    const { sheets } = await readXlsx(reply.rawPayload)
    expect(sheets.map(({ name }) => name)).toEqual(['About', 'Kaiku'])
    const [head, ...rows] = sheets[1]?.rows ?? []
    const at = (title: string) => head?.indexOf(title) ?? -1
    expect(rows.map((row) => row[at('NPS')])).toEqual([100, 0, -70, -100])
    expect(rows[2]?.[at('Store')]).toBe('=Third, "quoted"')
    for (const cell of sheets[1]?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
    expect(sheets[0]?.rows.find(([name]) => name === 'Made on')?.[1]).toBeInstanceOf(Date)
  })
})

describe('a heat map and a crosstab as files', () => {
  it('have periods as days, each measure with interval and n, and the whole last', async () => {
    const component = { type: 'HeatMap', indicators: ['nps'], of: { period: 'quarter' } }
    const { rows } = await told({ component })
    expect(rows.map((row) => row.Period)).toEqual(['Q1 2025', 'Q2 2025', 'Q3 2025', 'Q4 2025', 'All'])
    expect(rows[1]).toMatchObject({ From: '2025-04-01', To: '2025-06-30' })
    expect(rows.at(-1)?.n).toBe('82')
    const { sheets } = await readXlsx((await file({ component, format: 'xlsx' })).rawPayload)
    const [head, , second] = sheets[1]?.rows ?? []
    expect(second?.[head?.indexOf('From') ?? -1]).toEqual(new Date('2025-04-01T00:00:00Z'))

    const places = { type: 'HeatMap', indicators: ['nps', 'top'], of: 'children' }
    const sorted = await told({ component: places, shown: { sort: 'nps' } })
    expect(sorted.rows.map((row) => row.Store)).toEqual(['Fourth', `'=Third, "quoted"`, 'First', 'Second', 'All'])
  })

  it('have what the cells of a crosstab show', async () => {
    const component = { type: 'Crosstab', rows: { question: 'rating' }, columns: 'children', indicator: 'nps' }
    const shares = await told({ component })
    const first = shares.head.findIndex((title) => / First \(%\)$/.test(title))
    const name = shares.head[first] ?? ''
    expect(shares.head.slice(first + 1, first + 3)).toEqual([`${name}: 95% from`, `${name}: 95% to`])
    const letter = name.slice(0, 1)
    expect(shares.rows[0]).toMatchObject({ [name]: '20', [`${letter} First: n`]: '6' })
    const counts = await told({ component: { ...component, show: 'n' } })
    expect(counts.rows.at(-1)).toMatchObject({ Rating: 'All', [`${letter} First: n`]: '30', 'All: n': '82' })
    const values = await told({ component: { ...component, show: 'figure' } })
    const second = values.head.find((title) => title.endsWith(' Second')) ?? ''
    expect(values.rows.at(-1)?.[second]).toBe('100')
  })
})

describe('every other component as a file', () => {
  const answersOf = async (component: object, compare = 'yearBefore') => {
    const reply = await test.app.inject({
      ...{ method: 'POST', url: `/api/result/query/open/${year}?compare=${compare}`, headers: owner },
      payload: { components: [component] },
    })
    const [answer] = reply.json<Figures>().answers
    if (!answer || answer.type === 'Failed') throw new Error(reply.body)
    return answer
  }

  it('has key metrics an indicator a row, with what they were before', async () => {
    const { rows } = await told({ component: { type: 'IndicatorTiles' } })
    expect(rows.map(({ Indicator: title, Unit: unit }) => [title, unit])).toEqual([
      ['NPS', ''],
      ['Happy', '%'],
    ])
    expect(rows[1]).toMatchObject({ Value: '19.5', 'Value: n': '82', 'Value: before': '20', 'Value: change': '-0.5' })
    expect(rows[1]?.['Value: significant']).toBe('no')
  })

  it('has a trend period by period, with its moving average, or a column for each place', async () => {
    const trend = { type: 'Trend', by: 'quarter', places: true }
    const { rows, head } = await told({ component: trend, shown: { columns: ['nps'], average: true } })
    const answer = await answersOf(trend)
    if (answer.type !== 'Trend') throw new Error('no trend')
    expect(rows.map((row) => Number(row.NPS))).toEqual(
      answer.points.map(({ figures }) => expect.closeTo(figures[0]?.value ?? Number.NaN, 1)),
    )
    expect(rows[0]).toMatchObject({ Period: 'Q1 2025', From: '2025-01-01', To: '2025-03-31' })
    const mean = 'NPS: moving average over three periods'
    expect(rows.map((row) => row[mean] === '')).toEqual([true, true, false, false])
    expect(head.join()).not.toContain('Happy')
    const places = await told({ component: trend, shown: { columns: ['nps'], lines: 'places' } })
    expect(places.head).toEqual(expect.arrayContaining(['First: NPS', 'Second: NPS', 'Second: NPS: n']))
    expect(places.rows[0]).toMatchObject({ 'Second: NPS': '100' })
  })

  it('has the shares of answers, and of a split distribution those of each group', async () => {
    const { rows } = await told({ component: { type: 'Distribution', question: 'rating' } })
    const share = 'Share (%)'
    expect(rows[0]).toMatchObject({ Answer: '1', n: '17' })
    expect(rows.reduce((sum, row) => sum + Number(row[share]), 0)).toBeCloseTo(100, 0)
    const split = await told({ component: { type: 'Distribution', question: 'rating', split: 'store' } })
    expect(split.head.some((title) => title.endsWith('First (%)'))).toBe(true)
  })

  it('has what a change is made of, the parts adding up to it', async () => {
    const { rows } = await told({ component: { type: 'ChangeDecomposition', indicator: 'nps' } })
    const [whole, ...parts] = rows
    expect(whole).toMatchObject({ Component: 'Change', 'Now: n': '82' })
    const kinds = parts.filter((row) => row['Now: n'] === '')
    const sum = kinds.reduce((all, row) => all + Number(row.Effect), 0)
    expect(sum).toBeCloseTo(Number(whole?.Effect), 0)
    expect(rows.map((row) => row.Component)).toContain('First: effect of score')
  })

  it('has drivers with their importance and what is made of it', async () => {
    const { rows, head } = await told({ component: { type: 'KeyDrivers', outcome: 'nps', drivers: ['rating'] } })
    expect(head).toEqual(expect.arrayContaining(['Importance (%)', 'Correlation', 'Score', 'Assessment']))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ Question: 'Rating', 'Score: n': '82' })
    expect(rows[0]?.Assessment).not.toBe('')
  })

  it('has places as tiles in the order that is shown', async () => {
    const component = { type: 'GeographyTiles', indicator: 'nps' }
    const names = async (sort: string) => (await told({ component, shown: { sort } })).rows.map((row) => row.Store)
    expect((await names('value')).slice(0, 2)).toEqual(['Second', 'First'])
    expect((await names('name')).at(-1)).toBe('Second')
  })

  it('has all comments that are found, as texts and not as formulas', async () => {
    const all = await told({ component: { type: 'Comments', limit: 2 } })
    expect(all.rows).toHaveLength(12)
    expect(all.rows[0]).toMatchObject({ Day: '2025-06-15', Place: 'All › Second', NPS: '10' })
    expect(all.rows.map((row) => row.Comment)).toContain("'=1+1, too slow")
    const some = await told({ component: { type: 'Comments', search: 'slow' } })
    expect(some.rows).toHaveLength(6)
    const topics = await told({ component: { type: 'Topics' } })
    expect(topics.head).toEqual(expect.arrayContaining(['Topic', 'Share of comments (%)', 'Praised', 'Impact']))
    expect(topics.rows.length).toBeGreaterThan(0)
  })

  it('has how alerts and samples stand, for who handles and manages them', async () => {
    const loop = await told({ component: { type: 'AlertLoop' } })
    expect(loop.rows[0]).toMatchObject({ Place: 'All', Alerts: '0' })
    expect((await told({ component: { type: 'AlertList' } })).head).toEqual(['Alert', 'Place', 'State', 'Owner', 'Due'])
    const funnel = await told({ component: { type: 'ResponseFunnel' } })
    expect(funnel.rows[0]).toMatchObject({ Place: 'All', Sampled: '0' })
    const permissions = ['seeIndicators', 'export'] satisfies Grant['permissions']
    const headers = await member({ ...fullGrant('figures'), permissions })
    for (const type of ['AlertLoop', 'AlertList', 'ResponseFunnel', 'Comments'])
      expect((await file({ component: { type } }, { headers })).statusCode, type).toBe(403)
  })
})

describe('who may take figures along', () => {
  it('is who may export, of the places where both seeing and taking along is permitted', async () => {
    const sees = { ...fullGrant('sees'), permissions: ['seeIndicators'] } satisfies Grant
    expect((await file({}, { headers: await member(sees) })).statusCode).toBe(403)
    const takes = { ...fullGrant('takes'), permissions: ['export'], rows: { store: [['s2']] } } satisfies Grant
    const narrow = await member(sees, takes)
    const { rows } = await told({}, { headers: narrow })
    expect(rows.map((row) => [row.Store, row.n])).toEqual([['Second', '30']])
    expect((await file({}, { headers: narrow, path: 'store,all,s1' })).statusCode).toBe(404)
    // Comments are taken along where both reading and taking along is permitted.
    const reads = { ...fullGrant('reads'), permissions: ['seeIndicators', 'seeComments'] } satisfies Grant
    const { rows: said } = await told(
      { component: { type: 'Comments' } },
      { headers: await member(reads, { ...takes, rows: { store: [['s1']] } }) },
    )
    expect(said.map((row) => row.Place)).toEqual(Array.from({ length: 6 }, () => 'All › First'))
    // A component's own filter opens no other places.
    const own = await told({ component: { ...ranking, filter: 'rating=5' } }, { headers: narrow })
    expect(own.rows.map((row) => row.Store)).toEqual(['Second'])
  })

  it('gets of a protected survey what the screen shows, and nothing of a row that is hidden', async () => {
    const { rows } = await told({}, { survey: 'closed' })
    const reply = await test.app.inject({
      ...{ method: 'POST', url: `/api/result/query/closed/${year}?compare=yearBefore`, headers: owner },
      payload: { components: [ranking] },
    })
    const shown = rankingRows(
      reply.json<Figures>().answers.find((one) => one.type === 'RankingTableComponent') as Ranking,
    )
    expect(rows).toHaveLength(shown.length)
    let hidden = 0
    for (const { name, n, cells } of shown) {
      const row = rows.find((one) => unmarked(one.Store ?? '') === name)
      expect(row?.n).toBe(n === null ? '' : String(n))
      const figure = cells.find(({ indicator }) => indicator === 'top')?.figure
      if (figure?.state !== 'hidden') expect(Number(row?.['Happy (%)'])).toBeCloseTo(figure?.value ?? Number.NaN, 1)
      else {
        hidden += 1
        expect([row?.['Happy (%)'], row?.['Happy (%): n'], row?.['Happy (%): 95% from'], row?.Note]).toEqual([
          ...['', '', ''],
          'hidden',
        ])
      }
    }
    expect(hidden).toBeGreaterThan(0)
    expect((await file({}, { survey: 'closed', path: `${year};rating=5` })).statusCode).toBe(403)
  })

  it('is written down', async () => {
    await told({ title: 'Stores' })
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'data.export' order by at desc limit 1`,
    )
    expect(rows).toMatchObject([{ after: { table: 'RankingTableComponent', rows: 4, format: 'csv', path: year } }])
  })

  it('is told what is no table, and what is not there', async () => {
    const text = await file({ component: { type: 'Text', text: 'x' } })
    expect([text.statusCode, text.body]).toEqual([400, expect.stringContaining('a component with a table of its own')])
    expect((await file({ component: { ...ranking, indicators: ['none'] } })).statusCode).toBe(400)
    expect((await file({}, { survey: 'none' })).statusCode).toBe(404)
  })
})
