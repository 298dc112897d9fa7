import { correctionCalls } from '@kaiku/contract/correction.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let anna: Headers
let bert: Headers

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'spent', type: 'number', title: 'Spent', decimals: 2, min: 0 },
    { id: 'phone', type: 'text', title: 'Phone', roles: ['contact'] },
    { id: 'site', type: 'choice', title: 'Site', open: true },
  ],
}
const views = {
  views: [
    ...JSON.parse(small.get('views.json') ?? '').views,
    {
      ...{ extName: 'site', title: 'Sites', root: { title: 'All' }, key: 'site' },
      nodes: [
        { id: 'lund-1', name: { en: 'Lund', fi: 'Lundi' } },
        { id: 'umea', name: 'Umeå' },
      ],
    },
  ],
}
const files = new Map([...small, ['questions.json', json(questions)], ['views.json', json(views)]])
const answers = Array.from({ length: 6 }, (_, at) => ({
  ...{
    date: `2026-06-${10 + at}`,
    store: at < 4 ? 's1' : 's2',
    nps: 5,
    rating: 3,
    seen: ['tv'],
    spent: 1250,
    site: 'umea',
  },
  ...{ comment: `Said ${at}`, phone: `+358 40 ${at}` },
}))

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files, answers)
  anna = await member(fullGrant('all'))
  bert = await member(fullGrant('all'))
})
afterAll(() => test?.close())

async function list(path = 'store,all') {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/small/${path}?compare=none`, headers: anna },
    payload: { components: [{ type: 'InterviewList', columns: ['nps'] }] },
  })
  return reply.json().answers[0] as AnswerOf<'InterviewList'>
}
const newest = async (path?: string) => (await list(path)).rows[0]?.interviewId ?? ''
const address = (id: string) => `/api/vuejs/surveys/metainterviewdata/small/${id}`
const read = async (id: string, headers = anna) => {
  const reply = await test.app.inject({ url: address(id), headers })
  expect(reply.statusCode, reply.body).toBe(200)
  const { questions: found } = correctionCalls.read.reply.parse(reply.json())
  return new Map(found.map((one) => [one.id, one]))
}
const correct = async (id: string, changes: object[], headers = anna) => {
  const reply = await test.app.inject({ method: 'POST', url: address(id), headers, payload: { changes } })
  await catchUp(test.stores)
  return reply
}
const shown = async (id: string, headers = anna) =>
  (await test.app.inject({ url: `/api/vuejs/interview/small/${id}`, headers })).json()

describe('correcting an interview', () => {
  it('changes answers and background values, keeps what first came, and figures follow', async () => {
    const id = await newest()
    const before = await read(id)
    expect(before.get('spent')).toMatchObject({ value: 12.5, original: 12.5, isCorrected: false, isFixed: false })
    const changes = [
      { question: 'nps', before: 5, value: 9 },
      { question: 'store', before: 's2', value: 's1' },
      { question: 'spent', before: 12.5, value: 0.07 },
      { question: 'seen', before: ['tv'], value: ['web', 'tv'] },
      { question: 'comment', before: 'Said 5', value: null },
    ]
    const reply = await correct(id, changes)
    expect(reply.statusCode, reply.body).toBe(200)
    const one = await shown(id)
    expect(one).toMatchObject({ corrected: true, places: [{ names: ['All', 'First'] }, { names: ['All', 'Umeå'] }] })
    expect(one.corrections).toHaveLength(5)
    expect(one.corrections.find(({ question }: { question: string }) => question === 'spent')).toMatchObject({
      ...{ was: { value: 12.5 }, by: expect.stringMatching(/./), at: expect.any(String) },
    })
    expect((await list('store,all,s1')).total).toBe(5)
    expect((await list()).rows.find(({ interviewId }) => interviewId === id)?.answers[0]?.value).toBe(9)
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'data.correct' and subject = 'small' order by id desc limit 1`,
    )
    expect(rows[0]?.after).toEqual({ interview: id, questions: changes.map(({ question }) => question) })

    const back = [{ question: 'comment', before: null, value: 'Said 5' }]
    const restored = correctionCalls.correct.reply.parse((await correct(id, back)).json()).questions
    expect(restored.find((question) => question.id === 'comment')).toMatchObject({ isCorrected: false })
    expect((await shown(id)).corrections).toHaveLength(4)
  })

  it('offers places by their names to who may change them, and names the others only where they are', async () => {
    const id = await newest('store,all,s1')
    expect((await read(id)).get('site')).toMatchObject({
      ...{ value: 'umea', isOpen: true, isFixed: false },
      choices: [
        { code: 'lund-1', title: 'Lund' },
        { code: 'umea', title: 'Umeå' },
      ],
    })
    const permissions = ['seeIndicators', 'seeInterviews', 'importData'] as const
    const narrow = await member({ ...fullGrant('site'), permissions, rows: { store: [['s1']] } })
    expect((await read(id, narrow)).get('site')).toMatchObject({
      ...{ isFixed: true, choices: [{ code: 'umea', title: 'Umeå' }] },
    })
    expect((await correct(id, [{ question: 'site', before: 'umea', value: 'lund-1' }])).statusCode).toBe(200)
    expect((await shown(id)).places).toContainEqual(expect.objectContaining({ names: ['All', 'Lund'] }))
  })

  it('tells a second writer what it is now and keeps what the first wrote; other answers go through', async () => {
    const id = await newest('store,all,s2')
    expect((await correct(id, [{ question: 'nps', before: 5, value: 1 }], anna)).statusCode).toBe(200)
    const late = await correct(id, [{ question: 'nps', before: 5, value: 2 }], bert)
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      {
        message: expect.stringContaining('has corrected this interview'),
        details: [{ place: 'nps', expected: '5', found: '1' }],
      },
    ])
    expect((await read(id)).get('nps')?.value).toBe(1)
    const made = await Promise.all([
      correct(id, [{ question: 'rating', before: 3, value: 5 }], anna),
      correct(id, [{ question: 'spent', before: 12.5, value: 3 }], bert),
    ])
    expect(made.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const now = await read(id)
    expect([now.get('rating')?.value, now.get('spent')?.value]).toEqual([5, 3])
  })

  it('refuses what does not fit a question, and says which', async () => {
    const id = await newest()
    for (const [question, value] of [
      ['rating', 7],
      ['nps', 'nine'],
      ['store', 's9'],
      ['date', '2026-02-30'],
      ['nowhere', 1],
    ] as const) {
      const before = (await read(id)).get(question)?.value ?? null
      const reply = await correct(id, [{ question, before, value }])
      expect([reply.statusCode, reply.json().details?.[0]?.place], question).toEqual([400, question])
    }
  })

  it('asks for the right at that place, leaves contacts to who may see them, and places to who corrects everywhere', async () => {
    const [theirs, own] = [await newest('store,all,s2'), await newest('store,all,s1')]
    const change = [{ question: 'rating', before: 3, value: 4 }]
    const reader = await member({ ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] })
    expect((await correct(own, change, reader)).statusCode).toBe(403)
    const permissions = ['seeIndicators', 'seeInterviews', 'importData'] as const
    const narrow = await member({ ...fullGrant('first'), permissions, rows: { store: [['s1']] } })
    expect((await correct(theirs, change, narrow)).statusCode).toBe(404)
    const questionsOf = await read(own, narrow)
    expect([questionsOf.has('phone'), questionsOf.get('store')?.isFixed]).toEqual([false, true])
    expect((await correct(own, [{ question: 'phone', before: null, value: 'x' }], narrow)).statusCode).toBe(400)
    const store = questionsOf.get('store')?.value
    expect((await correct(own, [{ question: 'store', before: store, value: 's2' }], narrow)).statusCode).toBe(403)
    await correct(own, [{ question: 'phone', before: (await read(own)).get('phone')?.value, value: '+1' }], anna)
    expect(JSON.stringify((await shown(own, narrow)).corrections)).not.toContain('+358')
  })
})
