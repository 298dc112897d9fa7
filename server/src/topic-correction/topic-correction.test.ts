import type { Topics } from '@kaiku/contract/topic.ts'
import { topicCorrectionCalls } from '@kaiku/contract/topic-correction.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { topicCorrectionLines } from './topic-correction-table.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let anna: Headers
let first: Headers
let stranger: Headers

const answers = Array.from({ length: 8 }, (_, at) => ({
  ...{ date: `2026-06-${10 + at}`, store: at < 4 ? 's1' : 's2', nps: at },
  comment: at % 2 === 0 ? 'The staff was rude, "really" rude\\never again' : 'Great food',
}))
const settings = JSON.parse(small.get('settings.json') ?? '{}')
const guarded = new Map([
  ...small,
  ['settings.json', json({ ...settings, extName: 'guarded', protection: true, minimumN: 5, minimumNComments: 10 })],
])

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await test.survey(universe, small, answers)
  anna = await member(fullGrant('all'))
  first = await member({ ...fullGrant('one'), rows: { store: [['s1']] } })
  stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
})
afterAll(() => test?.close())

const ask = async (components: object[], path = 'store,all', headers = anna) => {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/small/${path}?compare=none`, headers, payload: { components } },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0]
}
const ids = async (path?: string) => {
  const { rows } = await ask([{ type: 'InterviewList', limit: 100 }], path)
  return (rows as { interviewId: string }[]).map(({ interviewId }) => interviewId)
}
const address = (id: string) => `/api/vuejs/interview/topics/small/${id}`
async function say(id: string, topic: string, isThere: boolean | null, headers = anna, question = 'comment') {
  const payload = { question, topic, isThere }
  const reply = await test.app.inject({ method: 'POST', url: address(id), headers, payload })
  await catchUp(test.stores)
  return reply
}
const read = async (id: string, headers = anna) => {
  const reply = await test.app.inject({ url: address(id), headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return topicCorrectionCalls.read.reply.parse(reply.json()).comments[0]
}
const counts = async (path?: string) => {
  const { topics } = (await ask([{ type: 'Topics' }], path)) as Topics
  return Object.fromEntries(topics.map(({ id, n }) => [id, n]))
}
const exported = async (headers: Headers) => {
  const reply = await test.app.inject({ url: '/api/vuejs/reports/topiccorrections/small', headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return parse(reply.body, { bom: true, columns: true }) as Record<string, string>[]
}

describe('topics of a comment that are put right', () => {
  it('move every figure at once, outlive reading all comments anew, and can be taken back', async () => {
    const [, id = ''] = await ids()
    expect(await counts()).toEqual({ staff: 4, food: 4 })
    expect((await read(id))?.topics).toMatchObject([{ id: 'staff', mood: 'complaint', isThere: true, by: null }])
    expect((await say(id, 'staff', false)).statusCode).toBe(200)
    expect((await say(id, 'price', true)).statusCode).toBe(200)
    expect(await counts()).toEqual({ staff: 3, food: 4, price: 1 })
    expect(await counts(encodeURIComponent('store,all;comment.complaint=price'))).toEqual({ price: 1 })
    const comment = await read(id)
    expect(comment?.topics).toMatchObject([
      { id: 'staff', isThere: false, by: expect.stringMatching(/./) },
      { id: 'price', mood: 'complaint', isThere: true, by: expect.stringMatching(/./) },
    ])
    expect(comment?.others.map((topic) => topic.id)).not.toContain('price')
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    await rebuild(test.stores, survey)
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    expect(await counts()).toEqual({ staff: 3, food: 4, price: 1 })
    await say(id, 'staff', null)
    await say(id, 'price', null)
    expect(await counts()).toEqual({ staff: 4, food: 4 })
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'topic.correct' and subject = 'small' order by id`,
    )
    expect(rows.map(({ after }) => [after.topic, after.isThere])).toEqual([
      ['staff', false],
      ['price', true],
      ['staff', null],
      ['price', null],
    ])
  })

  it('are refused by name where there is no such comment or topic', async () => {
    const [id = ''] = await ids()
    for (const [topic, question, place] of [
      ['nonsense', 'comment', 'topic'],
      ['other', 'comment', 'topic'],
      ['staff', 'nps', 'question'],
    ] as const) {
      const reply = await say(id, topic, true, anna, question)
      expect([reply.statusCode, reply.json().details?.[0]?.place]).toEqual([400, place])
    }
  })

  it('are those of who may correct there, and exported to who may read and take along there', async () => {
    const [own = ''] = await ids('store,all,s1')
    const [theirs = ''] = await ids('store,all,s2')
    expect((await say(own, 'price', true, first)).statusCode).toBe(200)
    expect((await say(theirs, 'price', true)).statusCode).toBe(200)
    expect((await say(theirs, 'price', false, first)).statusCode).toBe(404)
    expect((await say(own, 'price', false, stranger)).statusCode).toBe(404)
    const reads = await member({
      ...fullGrant('reads'),
      permissions: ['seeIndicators', 'seeComments', 'seeInterviews'],
    })
    expect((await say(own, 'price', false, reads)).statusCode).toBe(403)
    const blind = await member({ ...fullGrant('blind'), permissions: ['seeInterviews', 'importData', 'export'] })
    expect((await say(own, 'price', false, blind)).statusCode).toBe(400)
    expect(await read(own, blind)).toBeUndefined()

    const all = await exported(anna)
    expect(new Set(all.map(({ interview }) => interview))).toEqual(new Set([own, theirs]))
    expect(all.find(({ interview }) => interview === own)).toMatchObject({
      ...{ question: 'comment', heard: 'food+', corrected: 'food+ price+', comment: 'Great food' },
    })
    expect((await exported(first)).map(({ interview }) => interview)).toEqual([own])
    expect(await exported(stranger)).toEqual([])
    for (const headers of [reads, blind]) {
      const url = '/api/vuejs/reports/topiccorrections/small'
      expect((await test.app.inject({ url, headers })).statusCode).toBe(403)
    }
  })

  it('go with an interview that is erased', async () => {
    const dictionary = await findSurvey(test.stores, acme, 'small')
    const before = await exported(anna)
    const { number } = await storedInterview(test.stores, dictionary, before[0]?.interview ?? '')
    await eraseInterview(test.stores, acme, dictionary.survey, Number(number), 'test')
    await catchUp(test.stores)
    expect(await exported(anna)).toHaveLength(before.length - 1)
    expect((await counts()).price).toBe(before.length - 1)
  })

  it('are nobody’s in a protected survey, which shows no single comments', async () => {
    await test.survey(acme, guarded, answers)
    const dictionary = await findSurvey(test.stores, acme, 'guarded')
    const { survey } = dictionary
    const { rows } = await test.stores.service.query<{ id: string }>('select id from interview where survey = $1', [
      survey,
    ])
    const url = `/api/vuejs/interview/topics/guarded/${rows[0]?.id}`
    const payload = { question: 'comment', topic: 'price', isThere: true }
    expect((await test.app.inject({ url, headers: anna })).statusCode).toBe(403)
    expect((await test.app.inject({ method: 'POST', url, headers: anna, payload })).statusCode).toBe(403)
    const table = { url: '/api/vuejs/reports/topiccorrections/guarded', headers: anna }
    expect((await test.app.inject(table)).statusCode).toBe(403)
    expect(() => topicCorrectionLines(test.stores, null, dictionary)).toThrow()
  })
})
