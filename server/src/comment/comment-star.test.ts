import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
type Comment = { interviewId: string; text: string }

let test: TestApp
let acme: string
let anna: Headers
let bert: Headers
let first: Headers
let stranger: Headers

const texts = ['Great food', 'The staff was rude', 'It was open', 'Good staff, good food, and everything very clean']
const scores = [7, 2, 10, 5]
const answers = texts.map((comment, at) => ({
  ...{ date: `2026-06-${10 + at}`, store: at < 2 ? 's1' : 's2', nps: scores[at] ?? 0, comment },
}))
const settings = JSON.parse(small.get('settings.json') ?? '{}')
const indicators = [
  'indicators.json',
  json({ indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] }),
]
const files = new Map([...small, indicators as [string, string]])
const guarded = new Map([
  ...files,
  ['settings.json', json({ ...settings, extName: 'guarded', protection: true, minimumN: 5, minimumNComments: 5 })],
])

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await test.survey(universe, files, answers)
  anna = await member(fullGrant('all'))
  bert = await member(fullGrant('all'))
  first = await member({ ...fullGrant('one'), rows: { store: [['s1']] } })
  stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
})
afterAll(() => test?.close())

async function comments(more: object = {}, headers = anna, survey = 'small') {
  const payload = { components: [{ type: 'Comments', ...more }] }
  const url = `/api/result/query/${survey}/store,all?compare=none`
  const reply = await test.app.inject({ method: 'POST', url, headers, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0]
}
const said = async (more?: object, headers?: Headers) =>
  (await comments(more, headers)).comments.map(({ text }: Comment) => text)
const idOf = async (text: string) => (await comments()).comments.find((one: Comment) => one.text === text).interviewId
const star = async (text: string, headers = anna, isStarred = true) => {
  const payload = { interviewId: await idOf(text), question: 'comment', isStarred }
  return test.app.inject({ method: 'PUT', url: '/api/vuejs/comments/stars/small', headers, payload })
}
const stars = async (headers = anna, survey = 'small') => {
  const reply = await test.app.inject({ url: `/api/vuejs/comments/stars/${survey}`, headers })
  return reply.statusCode === 200 ? reply.json().stars.length : reply.statusCode
}

describe('the order of comments', () => {
  it('is the newest first, or as asked for, also page by page', async () => {
    const [food, rude, open, clean] = texts
    expect(await said()).toEqual([clean, open, rude, food])
    const orders = {
      oldest: [food, rude, open, clean],
      lowest: [rude, clean, food, open],
      highest: [open, food, clean, rude],
      longest: [clean, rude, open, food],
      shortest: [food, open, rude, clean],
    }
    for (const [sort, expected] of Object.entries(orders)) {
      expect([sort, await said({ sort })]).toEqual([sort, expected])
      const pages: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await comments({ sort, limit: 1, ...(after && { after }) })
        pages.push(...page.comments.map(({ text }: Comment) => text))
        after = page.next
      }
      expect([sort, pages]).toEqual([sort, expected])
    }
    expect((await said({ sort: 'negative' }))[0]).toBe(rude)
    expect((await said({ sort: 'negative' })).at(-1)).not.toBe(rude)
    expect((await said({ sort: 'positive' })).at(-1)).toBe(rude)
  })

  it('by a score is none for who may not see scores there', async () => {
    const blind = await member(
      { ...fullGrant('scores'), permissions: ['seeIndicators'], rows: { store: [['s2']] } },
      { ...fullGrant('comments'), permissions: ['seeComments'] },
    )
    expect(await said({ sort: 'lowest' }, blind)).toEqual([texts[3], texts[2], texts[1], texts[0]])
  })
})

describe('starred comments', () => {
  it('are one person’s own, and a filter of the list', async () => {
    expect((await star('Great food')).json()).toEqual({ isStarred: true })
    expect((await star('It was open')).statusCode).toBe(200)
    expect(await said({ starred: true })).toEqual(['It was open', 'Great food'])
    expect(await said({ starred: true, sort: 'oldest' })).toEqual(['Great food', 'It was open'])
    expect(await said({ starred: true, search: 'food' })).toEqual(['Great food'])
    expect([await stars(), await stars(bert)]).toEqual([2, 0])
    expect(await said({ starred: true }, bert)).toEqual([])
    await star('It was open', anna, false)
    expect(await said({ starred: true })).toEqual(['Great food'])
  })

  it('show nothing any more where they may no longer be read, or are gone', async () => {
    const narrow = await member({ ...fullGrant('one'), rows: { store: [['s2']] } })
    expect((await star('Great food', narrow)).statusCode).toBe(404)
    expect((await star('The staff was rude', first)).statusCode).toBe(200)
    expect(await said({ starred: true }, first)).toEqual(['The staff was rude'])
    await test.stores.owner.query(`update role_member m set rows = '{"store": [["s2"]]}' from role r
      where r.id = m.role and r.name = 'one' and m.person in (select person from comment_star where number in (
        select number from interview where answers->>'comment' = 'The staff was rude'))`)
    forgetRights(test.stores)
    expect([await stars(first), await said({ starred: true }, first)]).toEqual([0, []])
    const dictionary = await findSurvey(test.stores, acme, 'small')
    const { number } = await storedInterview(test.stores, dictionary, await idOf('Great food'))
    await eraseInterview(test.stores, acme, dictionary.survey, Number(number), 'test')
    await catchUp(test.stores)
    expect([await stars(), await said({ starred: true })]).toEqual([0, []])
  })

  it('need the right to read comments, and are not there for another universe', async () => {
    const figures = await member({ ...fullGrant('figures'), permissions: ['seeIndicators'] })
    expect((await star('It was open', figures)).statusCode).toBe(403)
    expect((await star('It was open', stranger)).statusCode).toBe(404)
    expect((await star('It was open', { authorization: '' })).statusCode).toBe(401)
    expect([await stars(figures), await stars(stranger)]).toEqual([403, 0])
    const unknown = { interviewId: await idOf('It was open'), question: 'nps', isStarred: true }
    const url = '/api/vuejs/comments/stars/small'
    expect((await test.app.inject({ method: 'PUT', url, headers: anna, payload: unknown })).statusCode).toBe(404)
  })

  it('tell nothing of a protected survey, which has no order and no stars', async () => {
    await test.survey(
      acme,
      guarded as Map<string, string>,
      Array.from({ length: 40 }, (_, at) => ({ ...answers[at % 4] })),
    )
    expect(await comments({ starred: true }, anna, 'guarded')).toMatchObject({
      hidden: true,
      total: null,
      comments: [],
    })
    const sorted = await comments({ sort: 'lowest' }, anna, 'guarded')
    expect(sorted).toEqual(await comments({}, anna, 'guarded'))
    expect(sorted.sorts).toEqual([])
    expect(await stars(anna, 'guarded')).toBe(0)
    const { rows } = await test.stores.owner.query(
      `select i.id from interview i join survey s on s.number = i.survey where s.ext_name = 'guarded' limit 1`,
    )
    const payload = { interviewId: rows[0].id, question: 'comment', isStarred: true }
    const reply = await test.app.inject({
      method: 'PUT',
      url: '/api/vuejs/comments/stars/guarded',
      headers: anna,
      payload,
    })
    expect(reply.statusCode).toBe(403)
  })
})
