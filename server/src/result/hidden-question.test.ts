import { resultCalls } from '@kaiku/contract/result.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

let test: TestApp
let headers: Record<string, string>

const hide = (id: string) => {
  const { questions } = JSON.parse(small.get('questions.json') ?? '')
  return json({ questions: questions.map((one: { id: string }) => ({ ...one, hidden: one.id === id })) })
}
const set = (filters: object[]) => ({ filterGroups: filters.length ? [{ title: 'All', filters }] : [] })
const files = new Map([
  ...small,
  ['questions.json', hide('rating')],
  [
    'filters.json',
    json({ standard: set([{ extName: 'rating', title: 'Rating', question: 'rating' }]), time: set([]) }),
  ],
  ['indicators.json', json({ indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] })],
])

beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  const answers = Array.from({ length: 30 }, (_, at) => ({
    store: at % 2 ? 's1' : 's2',
    nps: at % 11,
    rating: (at % 5) + 1,
  }))
  await test.survey(acme, files, answers)
  headers = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
})
afterAll(() => test?.close())

const query = (components: object[], path = 'store,all') =>
  test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/small/${encodeURIComponent(path)}?compare=none`, headers },
    payload: { components },
  })

describe('a hidden question', () => {
  it.each([
    { type: 'Distribution', question: 'rating' },
    { type: 'Distribution', question: 'nps', split: 'rating' },
    { type: 'RankingTableComponent', of: { question: 'rating' } },
    { type: 'HeatMap', of: { question: 'rating' } },
    { type: 'HeatMap', questions: ['rating'] },
    { type: 'Crosstab', rows: { question: 'store' }, columns: { question: 'rating' } },
    { type: 'KeyDrivers', drivers: ['rating'] },
    { type: 'InterviewList', columns: ['rating'] },
    { type: 'InterviewList', sort: { by: 'answer:rating' } },
  ])('is told by no figure and no list: %j', async (component) => {
    const reply = await query([component])
    expect(reply.statusCode, reply.body).toBe(200)
    expect(resultCalls.query.reply.parse(reply.json()).answers).toMatchObject([{ type: 'Failed', code: 'invalid' }])
  })

  it('is no filter', async () => {
    expect((await query([{ type: 'IndicatorTiles' }], 'store,all;rating=5')).statusCode).toBe(400)
    const options = await test.app.inject({ url: '/api/vuejs/filters/query/small/rating?query=5', headers })
    expect(options.statusCode).toBe(404)
    const list = await test.app.inject({ url: '/api/vuejs/filters/list/small/standard', headers })
    expect(
      list
        .json()
        .filterGroups.flatMap((group: { filters: { extName: string }[] }) =>
          group.filters.map(({ extName }) => extName),
        ),
    ).not.toContain('rating')
  })
})
