import type { Interview } from '@kaiku/contract/interview.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { catchUp } from '../feed/feed.ts'
import { adapt } from '../feed/schema.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { judgeSurvey } from './judge-survey.ts'

type Flag = Interview['quality'][number]
type List = AnswerOf<'InterviewList'>

let test: TestApp
let acme: string
let headers: { authorization: string }

const scales = ['a', 'b', 'c', 'd', 'e', 'f']
const files = (quality?: object) =>
  new Map([
    ['settings.json', json({ extName: 'visits', title: 'Visits', ...(quality && { quality }) })],
    [
      'questions.json',
      json({
        questions: [
          { id: 'day', type: 'date', title: 'Day', roles: ['date'] },
          { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
          { id: 'seconds', type: 'number', title: 'Seconds', decimals: 1 },
          ...scales.map((id) => ({ id, type: 'scale', title: id, min: 1, max: 5, missing: [9] })),
          { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
        ],
      }),
    ],
    [
      'views.json',
      json({
        views: [{ extName: 'all', title: 'All', root: { title: 'All' }, levels: [{ question: 'who', title: 'Who' }] }],
      }),
    ],
  ])
const rules = { duration: 'seconds' }
const rated = (values: readonly number[]) => Object.fromEntries(scales.map((id, at) => [id, values[at] ?? 9]))
const usual = (at: number): Answers => ({
  ...{ day: '2026-06-01', who: `p${at}`, seconds: 3000, ...rated([1, 2, 3, 4, 5, 1]) },
})

const store = async (interviews: readonly (Answers & { key?: string })[], name: string) => {
  const rows = async function* () {
    for (const [at, answers] of interviews.entries()) yield { key: `${name} ${at}`, answers }
  }
  const dictionary = await findSurvey(test.stores, acme, 'visits')
  await storeInterviews(test.stores, dictionary, rows(), { import: name })
  await catchUp(test.stores)
}
const list = async (path = 'all,all'): Promise<List> => {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/visits/${path}?compare=none`, headers },
    payload: { components: [{ type: 'InterviewList', columns: ['interview.quality', 'who'], limit: 200 }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0]
}
const flagged = async () =>
  Object.fromEntries(
    (await list('all,all;interview.quality=tooFast*straightLining*duplicate')).rows.map(({ answers }) => [
      answers[1]?.value,
      answers[0]?.value,
    ]),
  )
const flagsOf = async (who: string): Promise<Flag[]> => {
  const { rows } = await test.stores.service.query(
    `select id from interview where answers ->> 'who' = $1 order by number desc limit 1`,
    [who],
  )
  return (await test.app.inject({ url: `/api/vuejs/interview/visits/${rows[0]?.id}`, headers })).json().quality
}
const judge = async () => {
  const dictionary = await findSurvey(test.stores, acme, 'visits')
  const judged = await judgeSurvey(test.stores, dictionary)
  await catchUp(test.stores)
  return judged
}
const published = async (quality?: object) => {
  await publish(test.stores, acme, files(quality), 'test')
  await adapt(test.stores, await findSurvey(test.stores, acme, 'visits'))
}

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files(rules))
  headers = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
  await store(
    Array.from({ length: 40 }, (_, at) => usual(at)),
    'usual',
  )
})
afterAll(() => test?.close())

describe('flags of quality', () => {
  it('are set as interviews are imported, each with its reason, and stand on the interview, in the list, in filters', async () => {
    await store(
      [
        { ...usual(0), who: 'fast', seconds: 980 },
        { ...usual(0), who: 'straight', ...rated([4, 4, 4, 4, 4, 4]) },
        { ...usual(0), who: 'few', ...rated([4, 4, 4, 4, 4, 9]) },
        { ...usual(0), who: 'p7', day: '2026-06-02' },
        { ...usual(0), who: 'p8', day: '2026-06-03' },
      ],
      'second',
    )
    expect(await flagged()).toEqual({ fast: ['tooFast'], straight: ['straightLining'], p7: ['duplicate'] })
    expect(await flagsOf('fast')).toEqual([{ flag: 'tooFast', seconds: 98, median: 300 }])
    expect(await flagsOf('straight')).toEqual([{ flag: 'straightLining', questions: 6, answer: 4 }])
    expect(await flagsOf('p7')).toEqual([{ flag: 'duplicate', of: expect.any(String), by: 'contact' }])
    expect((await list('all,all;interview.quality=%7Enone')).total).toBe(42)
    const { survey } = await findSurvey(test.stores, acme, 'visits')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    const filters = await test.app.inject({ url: '/api/vuejs/filters/list/visits/standard', headers })
    expect(filters.body).toContain('Not flagged')
    expect(JSON.stringify(await compareRollup(test.stores, survey))).not.toContain('"different":1')
  })

  it('are set as a program sends, and follow a correction', async () => {
    const settings = { label: 'x', scopes: [...apiScopes], expiresOn: null }
    const by = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
    const { token } = await createUniverseKey(test.stores, acme, settings, by)
    const program = { authorization: `Bearer ${token}` }
    const comment = 'The queue was far too long today.'
    const sent = { day: '2026-06-05', ...rated([1, 2, 3, 4, 5, 1]), comment }
    const send = async (externalId: string, answers: object) => {
      const url = '/api/v1/surveys/visits/interviews'
      return (await test.app.inject({ method: 'POST', url, headers: program, payload: { externalId, answers } })).json()
    }
    const first = await send('one', sent)
    const second = await send('two', { ...sent, day: '2026-06-06' })
    await catchUp(test.stores)
    const quality = async () =>
      (await test.app.inject({ url: `/api/vuejs/interview/visits/${second.interviewId}`, headers })).json().quality
    expect(await quality()).toEqual([{ flag: 'duplicate', of: first.interviewId, by: 'answers' }])
    const url = `/api/v1/surveys/visits/interviews/${second.interviewId}`
    const payload = { answers: { comment: 'Another person wrote this text.' } }
    await test.app.inject({ method: 'PATCH', url, headers: program, payload })
    await catchUp(test.stores)
    expect(await quality()).toEqual([])
  })

  it('tell neither rules nor other programs of anything', async () => {
    const { rows } = await test.stores.service.query(
      `select count(*)::int as n from interview_change where not placed group by number having count(*) > 2`,
    )
    expect(rows).toEqual([])
  })

  it('are made anew for what is there already, go with the rules, and nobody is flagged without any', async () => {
    expect(await judge()).toMatchObject({ changed: 0 })
    await published()
    expect(await judge()).toMatchObject({ interviews: 47, changed: 3 })
    await published({ ...rules, tooFast: null, duplicateDays: 2, straightLining: 5 })
    expect(await judge()).toMatchObject({ changed: 4 })
    expect(await flagged()).toMatchObject({ few: ['straightLining'], p8: ['duplicate'] })
    expect(await flagged()).not.toHaveProperty('fast')
  })

  it('reach every interview of a survey that is judged in several parts', async () => {
    await store(
      Array.from({ length: 5_100 }, (_, at) => usual(at + 100)),
      'many',
    )
    expect((await judge()).interviews).toBe(5_147)
  })

  it('ask for a number question as the duration', async () => {
    await expect(publish(test.stores, acme, files({ duration: 'comment' }), 'test')).rejects.toThrow()
  })
})
