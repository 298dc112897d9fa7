import { filterCalls } from '@kaiku/contract/filter.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { option } from '@kaiku/core/filter-token.ts'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { literal } from '../selection/sql.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { Random } from './oracle/random.ts'
import { definitionFiles, hostile, questions, randomAnswers } from './oracle/random-survey.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let signed: { authorization: string }

async function* rowsOf(seed: number, count: number) {
  const random = new Random(seed)
  for (let at = 0; at < count; at++) {
    const answers: Record<string, number | string | readonly string[]> = {}
    for (const [id, value] of Object.entries(randomAnswers(random))) {
      const decimals = questions.find((one) => one.id === id)?.decimals ?? 0
      answers[id] = typeof value === 'number' ? Math.round(value * 10 ** decimals) : value
    }
    yield { key: `row ${at}`, answers: answers satisfies Answers }
  }
}

async function fill(name: string, seed: number, count: number, settings: object = {}) {
  const universe = (await createUniverse(stores, { name, title: name, timeZone: 'UTC' })).id
  const files = definitionFiles('visits')
  const own: unknown = JSON.parse(files.get('settings.json') ?? '{}')
  files.set('settings.json', JSON.stringify({ ...Object(own), ...settings }))
  files.set(
    'pages.json',
    JSON.stringify({
      pages: [
        { extname: 'overview', title: 'Overview', components: [{ type: 'IndicatorTiles', indicators: ['nps'] }] },
      ],
    }),
  )
  await publish(stores, universe, files, 'test')
  await storeInterviews(stores, await findSurvey(stores, universe, 'visits'), rowsOf(seed, count), { import: 'test' })
}

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  await fill('acme', 1, 300)
  await fill('globex', 2, 40)
  await fill('closed', 3, 900, { protection: true, protectionPeriod: 'year', minimumN: 5, minimumNComments: 5 })
  await catchUp(stores)
  signed = await signedIn(stores, 'root')
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
})

afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const get = (universe: string, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/${url}`, headers: { ...signed, 'kaiku-universe': universe, ...headers } })

const at = (path: string) => encodeURIComponent(path)

async function query(universe: string, path: string, components: readonly object[], compare = 'previous') {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/result/query/visits/${at(path)}?compare=${compare}`,
    headers: { ...signed, 'kaiku-universe': universe },
    payload: { components },
  })
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
  return resultCalls.query.reply.parse(reply.json())
}

const place = async (universe: string, path: string, compare = 'previous') => {
  const reply = await get(universe, `result/place/visits/${at(path)}?compare=${compare}`)
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
  return resultCalls.place.reply.parse(reply.json())
}

describe('the calls of the query path', () => {
  it('answers every component in the shape the contract gives it', async () => {
    const { answers, indicators } = await query('acme', 'stores,all;ftime=20250101_20251231', [
      { type: 'IndicatorTiles' },
      { type: 'Trend', indicators: ['nps', 'ratingMedian'] },
      { type: 'Distribution', question: 'channel' },
      { type: 'RankingTableComponent', indicators: ['nps', 'amountMedian'] },
      { type: 'RankingTableComponent', of: { question: 'age' }, indicators: ['nps'], ownRankOnly: true },
      { type: 'Comments', search: 'HYVÄ', limit: 5 },
      { type: 'Text', text: { en: 'Hello', fi: 'Hei' } },
      { type: 'ChangeDecomposition', indicator: 'nps', segment: 'rating' },
      { type: 'KeyDrivers', outcome: 'nps' },
    ])
    expect(answers.map(({ type }) => type)).toEqual([
      'IndicatorTiles',
      'Trend',
      'Distribution',
      'RankingTableComponent',
      'RankingTableComponent',
      'Comments',
      'Text',
      'ChangeDecomposition',
      'KeyDrivers',
    ])
    expect(indicators.map(({ id }) => id)).toContain('amountMedian')
    const [, , , , , comments] = answers
    if (comments?.type !== 'Comments') throw new TypeError('no comments')
    expect(comments.comments.length).toBeGreaterThan(0)
    for (const { text } of comments.comments) expect(text.toLowerCase()).toContain('hyvä')
  })

  it('lets one component fail without the others', async () => {
    const { answers } = await query('acme', 'stores,all', [
      { type: 'IndicatorTiles', indicators: ['nowhere'] },
      { type: 'Text', text: 'still here' },
    ])
    expect(answers.map(({ type }) => type)).toEqual(['Failed', 'Text'])
  })

  it('goes through all comments page by page, none twice', async () => {
    const seen = new Set<string>()
    let after: string | null = null
    let total = 0
    do {
      const { answers } = await query('acme', 'stores,all', [{ type: 'Comments', limit: 40, ...(after && { after }) }])
      const [page] = answers
      if (page?.type !== 'Comments') throw new TypeError('no comments')
      for (const { interviewId } of page.comments) seen.add(interviewId ?? '')
      total = page.total ?? 0
      after = page.next
    } while (after !== null)
    expect(total).toBeGreaterThan(100)
    expect(seen.size).toBe(total)
  })

  it('answers a page of the survey and knows the answer again', async () => {
    const url = `result/page/visits/${at('stores,all')}/overview`
    const first = await get('acme', url, { 'accept-encoding': 'br' })
    expect(first.statusCode).toBe(200)
    const etag = String(first.headers.etag)
    const again = await get('acme', url, { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect((await get('acme', `result/page/visits/${at('stores,all')}/nowhere`)).statusCode).toBe(404)
  })

  it('says where one is, how many are there and what happened', async () => {
    const found = await place('acme', 'stores,all,fi;ftime=20250101_20251231')
    expect(found.segments.map(({ path }) => path)).toEqual(['stores,all', 'stores,all,fi'])
    expect(found.nAll).toBe(300)
    expect(found.nInterviews).toBeGreaterThan(0)
    expect(found.nInterviews).toBeLessThan(300)
    expect(found.childTitle).toBe('region')
    expect(found.trendTitle).toContain('2024')
    expect(found.trendDetails).toContain('**nps**')
  })

  it('gives no verdict on a period against one that shares days with it, and says which that would be', async () => {
    const path = 'stores,all;ftime=20240101_20251231'
    const found = await place('acme', path, 'yearBefore')
    expect([found.compared, found.overlapping]).toEqual([null, { from: '2023-01-01', to: '2024-12-31' }])
    expect([found.trendTitle, found.trendDetails].join()).not.toMatch(/vs|from/)
    const { answers } = await query('acme', path, [{ type: 'IndicatorTiles' }, { type: 'Trend' }], 'yearBefore')
    const [tiles, trend] = answers
    if (tiles?.type !== 'IndicatorTiles' || trend?.type !== 'Trend') throw new TypeError()
    expect(tiles.tiles.every(({ change, figure }) => change === null && figure.value !== undefined)).toBe(true)
    expect(trend.points.every(({ before }) => before.every(({ value }) => value === null))).toBe(true)
    const whole = await place('acme', 'stores,all;ftime=20250101_20251231', 'yearBefore')
    expect([whole.compared, whole.overlapping]).toEqual([{ from: '2024-01-01', to: '2024-12-31' }, null])
  })

  it('says of each answer of a distribution which filter leaves it alone, and whom it makes of somebody', async () => {
    const year = 'stores,all;ftime=20250101_20251231'
    const { answers } = await query('acme', year, [
      { type: 'Distribution', question: 'nps' },
      { type: 'Distribution', question: 'channel' },
    ])
    const [nps, channel] = answers
    if (nps?.type !== 'Distribution' || channel?.type !== 'Distribution') throw new TypeError()
    const groupOf = (code: string) => nps.bars.find((bar) => bar.code === code)?.group
    expect(['6', '7', '9'].map(groupOf)).toEqual(['detractor', 'passive', 'promoter'])
    expect(channel.bars.every(({ group }) => group === null)).toBe(true)
    let told = 0
    for (const { select, n, missing } of channel.bars) {
      if (!select) continue
      expect(missing).toBe(false)
      const only = await query('acme', `${year};${select.filter}=${select.value}`, [{ type: 'InterviewList' }])
      expect(only.answers[0]).toMatchObject({ total: n })
      told += 1
    }
    expect(told).toBeGreaterThan(1)
  })

  it('tells a period by how it is written, also where the same days were asked for before', async () => {
    const relative = await place('acme', 'stores,all;ftime=rdays-30+0')
    const days = [relative.period?.from, relative.period?.to].map((day) => day?.replaceAll('-', '')).join('_')
    expect(relative.trendTitle).toMatch(/^Last 31 days/)
    expect((await place('acme', `stores,all;ftime=${days}`)).trendTitle).not.toMatch(/Last/)
  })

  it('lists the places below and finds them by a part of their name, accents aside', async () => {
    const children = resultCalls.children.reply.parse(
      (await get('acme', `result/children/visits/${at('units,whole')}`)).json(),
    )
    expect(children.map(({ id }) => id).sort()).toEqual(['lone', 'north', 'south'])
    const found = resultCalls.search.reply.parse((await get('acme', 'result/search/visits/stores?query=TURKU')).json())
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(['Åbo/Turku']))
  })

  it.each([
    ['a survey', 'result/place/nowhere/stores,all', 404],
    ['a view', 'result/place/visits/nowhere,all', 404],
    ['a root', 'result/place/visits/stores,whole', 404],
    ['a place', 'result/place/visits/stores,all,nowhere', 404],
    ['a filter', `result/place/visits/${at('stores,all;nowhere=1')}`, 400],
    ['a value', `result/place/visits/${at('stores,all;rating=x')}`, 400],
    ['a grammar', `result/place/visits/${at('stores,all;rating')}`, 400],
  ])('refuses what is not there: %s', async (_, url, status) => {
    const reply = await get('acme', url)
    expect(reply.statusCode).toBe(status)
  })

  it('shows another universe its own interviews only', async () => {
    expect((await place('acme', 'stores,all')).nAll).toBe(300)
    expect((await place('globex', 'stores,all')).nAll).toBe(40)
    expect((await get('nowhere', `result/place/visits/${at('stores,all')}`)).statusCode).toBe(404)
  })
})

describe('filters', () => {
  const list = async (universe: string, path: string, type = 'standard') => {
    const reply = await get(universe, `vuejs/filters/list/visits/${type}?path=${at(path)}`)
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
    const { filterGroups } = filterCalls.list.reply.parse(reply.json())
    return new Map(filterGroups.flatMap(({ filters }) => filters).map((filter) => [filter.extName, filter] as const))
  }

  it('offers what the data holds, and counts it as the selection without the filter itself has it', async () => {
    const all = (await list('acme', 'stores,all')).get('channel')
    expect(all?.options.map(({ extName }) => extName)).toEqual(['web', 'shop', "o'clock", 'äö', 'dk', '~none'])
    const { nInterviews } = await place('acme', `stores,all;channel=${option("o'clock")}`)
    expect(all?.options.find(({ extName }) => extName === "o'clock")?.n).toBe(nInterviews)
    const chosen = (await list('acme', 'stores,all;channel=web')).get('channel')
    expect(chosen?.options).toEqual(all?.options)
    const none = all?.options.find(({ extName }) => extName === '~none')
    expect(none?.n).toBe((await place('acme', 'stores,all;channel=~none')).nInterviews)
  })

  it('gives ranges their ends and a histogram that holds every valid answer', async () => {
    const rating = (await list('acme', 'stores,all')).get('rating')
    expect(rating?.extent).toEqual({ min: 1, max: 5 })
    const { answers } = await query('acme', 'stores,all', [{ type: 'Distribution', question: 'rating' }])
    const [distribution] = answers
    const n = distribution?.type === 'Distribution' ? distribution.n : null
    expect(rating?.histogram.reduce((sum, bin) => sum + bin.n, 0)).toBe(n)
  })

  it('answers a component of a page as if it stood there alone', async () => {
    const components = [
      ...['rating', 'tags', 'channel', 'age'].map((question) => ({ type: 'Distribution', question })),
      { type: 'Distribution', question: 'rating', split: 'channel' },
      { type: 'Crosstab', rows: { question: 'channel' }, columns: { question: 'rating' }, indicator: 'nps' },
      { type: 'HeatMap', questions: ['rating'], of: { question: 'channel' } },
    ]
    const together = await query('acme', 'stores,all', components)
    const alone = []
    for (const component of components) alone.push((await query('acme', 'stores,all', [component])).answers[0])
    expect(together.answers).toEqual(alone)
    const bars = together.answers.flatMap((one) => (one.type === 'Distribution' ? [one.bars] : []))
    const shares = (at: number) => (bars[at] ?? []).reduce((sum, { share }) => sum + (share ?? 0), 0)
    expect([shares(0), shares(2)].map(Math.round)).toEqual([100, 100])
  })

  it('finds options by a part of their title', async () => {
    const reply = await get('acme', `vuejs/filters/query/visits/tags?query=${at('BRIEN')}`)
    expect(filterCalls.query.reply.parse(reply.json()).map(({ extName }) => extName)).toEqual(["O'Brien"])
  })

  it('counts what each way of taking one answer per customer keeps, as the selection then has it', async () => {
    const counted = async (query: string) => {
      const reply = await get('acme', `vuejs/filters/query/visits/table${query}`)
      return new Map(filterCalls.query.reply.parse(reply.json()).map(({ extName, n }) => [extName, n] as const))
    }
    const path = 'stores,all;channel=web'
    const counts = await counted(`?path=${at(path)}`)
    expect([...counts.keys()]).toEqual(['none', 'first', 'last'])
    expect(counts.get('none')).toBe((await place('acme', path)).nInterviews)
    for (const mode of ['first', 'last'])
      expect(counts.get(mode)).toBe((await place('acme', `${path};table=${mode}`)).nInterviews)
    expect(await counted(`?path=${at(`${path};table=last`)}`)).toEqual(counts)
  })

  it('knows the time filters', async () => {
    expect([...(await list('acme', 'stores,all', 'time')).keys()]).toEqual(['table', 'ftime'])
  })
})

describe('a protected survey', () => {
  const minimum = 5

  it('shows no figure on fewer answers than its minimum and leaves no rest of few', async () => {
    const { answers } = await query('closed', 'stores,all', [
      { type: 'RankingTableComponent', of: 'leaves', indicators: ['nps', 'rating'], spark: true },
      { type: 'Trend', indicators: ['nps'], by: 'week' },
    ])
    const [ranking, trend] = answers
    if (ranking?.type !== 'RankingTableComponent' || trend?.type !== 'Trend') throw new TypeError('no answers')
    expect(ranking.rows.length).toBeGreaterThan(1)
    // Places of too few are known to nobody.
    const open = await query('acme', 'stores,all', [
      { type: 'RankingTableComponent', of: 'leaves', indicators: ['nps'] },
    ])
    const rowsOfOpen = open.answers[0]?.type === 'RankingTableComponent' ? open.answers[0].rows.length : 0
    expect(ranking.rows.length).toBeLessThan(rowsOfOpen)
    // Who is few below is counted above, with enough others.
    expect(ranking.remainder ?? minimum).toBeGreaterThanOrEqual(minimum)
    for (const { n, cells } of rankingRows(ranking)) {
      if (n !== null && n > 0) expect(n).toBeGreaterThanOrEqual(minimum)
      for (const { figure, rank } of cells) {
        if (figure.n !== null && figure.n > 0) expect(figure.n).toBeGreaterThanOrEqual(minimum)
        if (figure.state === 'hidden')
          expect([figure.n, figure.value, figure.low, rank]).toEqual([null, null, null, null])
      }
    }
    for (const { n } of trend.points) if (n !== null && n > 0) expect(n).toBeGreaterThanOrEqual(minimum)
  })

  it('offers filters by background alone, without counts, the same at every place', async () => {
    const listed = async (path: string) => {
      const reply = await get('closed', `vuejs/filters/list/visits/standard?path=${at(path)}`)
      return filterCalls.list.reply.parse(reply.json()).filterGroups.flatMap(({ filters }) => filters)
    }
    const filters = await listed('stores,all,fi')
    expect(filters.map(({ question }) => question)).toEqual(expect.arrayContaining(['channel', 'age']))
    expect(filters.every(({ question }) => question === 'channel' || question === 'age')).toBe(true)
    expect(filters.flatMap(({ options }) => options).filter(({ n }) => n !== null)).toEqual([])
    expect(await listed('stores,all,se')).toEqual(filters)
    expect((await get('closed', 'vuejs/filters/query/visits/tags?query=a')).statusCode).toBe(404)
  })

  it('refuses filters by answers, texts, several values, exclusions and what keeps one of each customer', async () => {
    const status = async (token: string) =>
      (await get('closed', `result/place/visits/${at(`stores,all;${token}`)}`)).statusCode
    for (const token of [
      'free=known',
      'comment=a~',
      'tags=a',
      'channel=web*shop',
      'channel=_web',
      'table=last',
      'age=25_26',
    ])
      expect([token, await status(token)]).toEqual([token, 403])
    for (const token of ['channel=web', 'age=25_59.9', 'channel=web;age=25_59.9', 'ftime=20240101_20241231'])
      expect([token, await status(token)]).toEqual([token, 200])
  })

  it('moves what filters tell by noise that is the same whoever asks, and shows no comments with them', async () => {
    const asked = [{ type: 'Comments' }, { type: 'IndicatorTiles', indicators: ['count', 'rating'] }]
    const path = 'stores,all;channel=web'
    const [{ answers }, again, unfiltered] = [
      await query('closed', path, asked),
      await query('closed', path, asked),
      await query('closed', 'stores,all', asked),
    ]
    expect(again.answers).toEqual(answers)
    const figures = (of: typeof answers) =>
      of[1]?.type === 'IndicatorTiles' ? of[1].tiles.map(({ figure }) => figure) : []
    const [count, rating] = figures(answers)
    const [whole, mean] = figures(unfiltered.answers)
    expect(count?.n).toBeLessThan(whole?.n ?? 0)
    expect(rating?.state).toBe('shown')
    expect((rating?.high ?? 0) - (rating?.low ?? 0)).toBeGreaterThan((mean?.high ?? 0) - (mean?.low ?? 0))
    expect(answers[0]).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('widens a time to the release periods that it touches, and says which', async () => {
    const of = async (time: string) => {
      const reply = await get('closed', `result/place/visits/${at(`stores,all;ftime=${time}`)}?compare=previous`)
      return resultCalls.place.reply.parse(reply.json())
    }
    const [few, whole, last] = [await of('20240210_20240312'), await of('20240101_20241231'), await of('rdays-30+0')]
    expect([few.period, few.nInterviews]).toEqual([whole.period, whole.nInterviews])
    expect(few.nInterviews).toBeGreaterThan(0)
    expect(few.compared).toEqual({ from: '2023-01-01', to: '2023-12-31' })
    expect(few.trendTitle).toBe(whole.trendTitle)
    expect([last.period?.from?.slice(4), last.period?.to?.slice(4)]).toEqual(['-01-01', '-12-31'])
    expect((await get('acme', `result/place/visits/${at('stores,all;ftime=rdays-30+0')}`)).json().period.from).not.toBe(
      last.period?.from,
    )
    const { answers } = await query('closed', 'stores,all;ftime=20240210_20240312', [{ type: 'Trend', by: 'auto' }])
    expect(answers[0]).toMatchObject({ by: 'year' })
  })

  it('writes down every look, at figures, places, filters and their options', async () => {
    const looks = async () => {
      const { rows } = await stores.service.query<{ count: number }>(
        `select count(*)::int as count from audit where action = 'figures.view' and subject = 'visits'`,
      )
      return rows[0]?.count ?? 0
    }
    const before = await looks()
    await query('closed', 'stores,all', [{ type: 'IndicatorTiles' }])
    await place('closed', 'stores,all')
    await get('closed', `vuejs/filters/list/visits/standard?path=${at('stores,all')}`)
    await get('closed', 'vuejs/filters/query/visits/channel?query=a')
    await query('acme', 'stores,all', [{ type: 'IndicatorTiles' }])
    expect(await looks()).toBe(before + 4)
  })

  it('tells what was written without when, by whom and what else they said', async () => {
    const { answers } = await query('closed', 'stores,all', [{ type: 'Comments', limit: 5 }])
    const [comments] = answers
    if (comments?.type !== 'Comments') throw new TypeError('no comments')
    expect(comments.comments.length).toBe(5)
    for (const one of comments.comments) expect([one.interviewId, one.day, one.scores]).toEqual([null, null, []])
    const page = async (limit: number, after?: string) => {
      const [one] = (await query('closed', 'stores,all', [{ type: 'Comments', limit, after }])).answers
      return one?.type === 'Comments' ? one : null
    }
    const all = await page(200)
    const pages = [await page(70)]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(70, next))
    expect(pages.flatMap((one) => one?.comments ?? []).slice(0, 200)).toEqual(all?.comments)
    expect(pages.slice(0, 2).map((one) => one?.next)).toEqual(['70', '140'])
    const found = await query('closed', 'stores,all', [{ type: 'Comments', search: 'a' }, { type: 'InterviewList' }])
    expect(found.answers).toMatchObject([
      { hidden: true, comments: [], total: null },
      { hidden: true, rows: [], total: null },
    ])
  })
})

describe('looking through a member’s eyes', () => {
  const member = async (name: string, username: string, ...path: string[]) => {
    const { rows } = await stores.service.query<{ id: string }>('select id from universe where name = $1', [name])
    const rowsOfPath = path.length > 0 ? { units: [path] } : {}
    const grants = [{ ...fullGrant(username), rows: rowsOfPath }]
    const headers = await signedIn(stores, { universe: rows[0]?.id ?? '', grants, username: `${username}-${name}` })
    const found = await stores.service.query<{ id: string }>('select id from person where username = $1', [
      `${username}-${name}`,
    ])
    return { ...headers, 'kaiku-view-as': found.rows[0]?.id ?? '' }
  }
  const components = [{ type: 'IndicatorTiles' }, { type: 'RankingTableComponent' }, { type: 'Comments', limit: 5 }]
  const ask = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/api/result/query/visits/units,whole`, headers, payload: { components } })
  const own = ({ authorization }: { authorization: string }) => ask({ authorization })

  it.each(['acme', 'closed'])('shows of %s what both may see and no more, and writes every look down', async (name) => {
    const admin = await member(name, 'admin')
    const north = await member(name, 'north', 'north')
    const upper = await member(name, 'upper', 'north', 'n2')
    const south = await member(name, 'south', 'south')
    const seen = await ask({ ...admin, 'kaiku-view-as': north['kaiku-view-as'] })
    expect([seen.statusCode, seen.json()]).toEqual([200, (await own(north)).json()])
    const narrow = await ask({ ...upper, 'kaiku-view-as': north['kaiku-view-as'] })
    expect([narrow.statusCode, narrow.json()]).toEqual([200, (await own(upper)).json()])
    expect(narrow.json()).not.toEqual(seen.json())
    expect((await ask({ ...upper, 'kaiku-view-as': south['kaiku-view-as'] })).statusCode).toBe(404)
    const { rows } = await stores.service.query(
      `select actor_name, acting_as, action, subject from audit where acting_as like $1 order by id`,
      [`%-${name}`],
    )
    expect(rows).toEqual(
      [
        [`admin-${name}`, `north-${name}`],
        [`upper-${name}`, `north-${name}`],
        [`upper-${name}`, `south-${name}`],
      ].map(([actor_name, acting_as]) => ({ actor_name, acting_as, action: 'figures.view', subject: 'visits' })),
    )
  })
})

describe('hostile text', () => {
  it('stays a value whatever it holds', async () => {
    const texts = [
      ...hostile,
      "\\'",
      "' or 1=1 --",
      '\\',
      '`',
      '$x',
      '{id:UInt64}',
      '/*',
      '\u2028',
      '😀',
      '\\0',
      '\b',
      '\t\n',
    ]
    for (const text of texts) {
      const [row] = await stores.clickhouse.read(`select ${literal(text)} as c0`)
      expect(row?.[0]).toBe(text)
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const [row] = await stores.clickhouse.read(`select ${literal(text)} as c0`)
        return row?.[0] === text
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it('selects nobody or somebody, and never breaks a question', async () => {
    const hostileText = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(
        hostileText,
        fc.constantFrom('tags', 'free', 'comment', 'channel', 'ageOption'),
        fc.boolean(),
        async (text, filter, part) => {
          const path = `stores,all;${filter}=${option(text)}${part ? '~' : ''}`
          const reply = await get('acme', `result/place/visits/${at(path)}`)
          return reply.statusCode === 200
        },
      ),
      { numRuns: 60, seed: 2 },
    )
    expect((await place('acme', 'stores,all')).nAll).toBe(300)
  })
})
