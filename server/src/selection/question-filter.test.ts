import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { filterCalls } from '@kaiku/contract/filter.ts'
import type { AnswerOf, Figures } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { option } from '@kaiku/core/filter-token.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

let test: TestApp
let acme: string
let owner: { authorization: string }

const more = [
  { id: 'customer', type: 'choice', title: 'Customer number', open: true, roles: ['pii'] },
  { id: 'secret', type: 'choice', title: 'Secret', open: true, hidden: true },
]
const questions = [...JSON.parse(small.get('questions.json') ?? '').questions, ...more]
const named = (extName: string, settings: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json({ questions })],
    ['filters.json', json({ standard: { filterGroups: [] }, time: { filterGroups: [] } })],
    ['settings.json', json({ extName, title: 'Visits', minimumN: 5, ...settings })],
  ])
const answers = Array.from({ length: 60 }, (_, at) => ({
  ...{
    date: '2025-05-05',
    store: at % 2 === 0 ? 's1' : 's2',
    rating: 1 + (at % 5),
    customer: `c${at % 4}`,
    secret: 'x',
  },
  ...(at % 3 === 0 ? {} : { age: 20 + (at % 2) }),
  ...(at < 20 ? { seen: ['tv'] } : at < 30 ? { seen: ['tv', 'a*b;c=d'] } : {}),
}))

const query = (component: object, path = 'store,all', headers = owner, survey = 'open') =>
  test.app.inject({
    ...{ method: 'POST', headers, payload: { components: [component] } },
    url: `/api/result/query/${survey}/${encodeURIComponent(path)}?compare=none`,
  })
async function bars(question: string, survey = 'open') {
  const reply = await query({ type: 'Distribution', question }, 'store,all', owner, survey)
  return (reply.json<Figures>().answers[0] as AnswerOf<'Distribution'>).bars
}
const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, named('open'), answers)
  await test.survey(acme, named('closed', { protection: true }), answers)
  owner = await member(fullGrant('all'))
})
afterAll(() => test?.close())

describe('the filter that a question has without one in the survey', () => {
  it('selects the interviews behind each bar, of scales, numbers, choices and what several answers say', async () => {
    for (const question of ['rating', 'age', 'store', 'seen', 'customer']) {
      const shown = (await bars(question)).filter(({ missing, n }) => !missing && n)
      expect(shown.length, question).toBeGreaterThan(1)
      for (const { select, n, code } of shown) {
        expect(select?.filter).toBe(`~${question}`)
        const reply = await query({ type: 'InterviewList' }, `store,all;${select?.filter}=${select?.value}`)
        expect(reply.json<Figures>().answers[0], `${question} ${code}`).toMatchObject({ total: n })
      }
    }
  })

  it('stands among the filters while it is set, called as its question is', async () => {
    const listed = async (path: string) => {
      const url = `/api/vuejs/filters/list/open/standard?path=${encodeURIComponent(path)}`
      const reply = await test.app.inject({ url, headers: owner })
      const { filterGroups } = reply.json<ReplyOf<(typeof filterCalls)['list']>>()
      return filterGroups.flatMap(({ filters }) => filters).filter(({ extName }) => extName.startsWith('~'))
    }
    expect(await listed('store,all')).toEqual([])
    const [filter] = await listed(`store,all;~store=${option('s2')}`)
    expect(filter).toMatchObject({ extName: '~store', title: 'Store', question: 'store' })
    expect(filter?.options).toContainEqual({ extName: 's2', title: 'Second', n: 30 })
  })

  it('is not there for a hidden question, nor in a protected survey', async () => {
    const tiles = { type: 'IndicatorTiles' }
    for (const name of ['~secret', '~none', '~comment', '~~rating'])
      expect((await query(tiles, `store,all;${name}=x`)).statusCode, name).toBe(400)
    expect((await query(tiles, 'store,all;~rating=5', owner, 'closed')).statusCode).toBe(400)
    expect((await bars('rating', 'closed')).every(({ select }) => select === null)).toBe(true)
  })

  it('tells by what somebody is known to nobody who may not see it', async () => {
    const permissions = ['seeIndicators', 'seeInterviews'] satisfies Grant['permissions']
    const reader = await member({ ...fullGrant('reads'), permissions })
    expect((await query({ type: 'InterviewList' }, 'store,all;~customer=c1', reader)).statusCode).toBe(403)
    expect((await query({ type: 'InterviewList' }, 'store,all;~rating=1', reader)).statusCode).toBe(200)
  })
})
