import { interviewTagCalls } from '@kaiku/contract/interview-tag.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { storeInterviews } from '../import/import.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
type List = AnswerOf<'InterviewList'>

let test: TestApp
let acme: string
let anna: Headers
let bert: Headers
let first: Headers

const answers = Array.from({ length: 12 }, (_, at) => ({
  ...{ date: `2026-06-${10 + at}`, store: at < 8 ? 's1' : 's2', nps: at % 11, comment: `Said ${at}` },
}))

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await test.survey(universe, small, answers)
  anna = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
  bert = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
  first = await signedIn(test.stores, { universe: acme, grants: [{ ...fullGrant('one'), rows: { store: [['s1']] } }] })
})
afterAll(() => test?.close())

const post = (headers: Headers, path: string, payload: object) =>
  test.app.inject({ method: 'POST', url: `/api/vuejs/interview/${path}`, headers, payload })
async function tag(headers: Headers, interviews: readonly string[], change: object) {
  const reply = await post(headers, 'tags/small', { interviews, ...change })
  expect(reply.statusCode, reply.body).toBe(200)
  await catchUp(test.stores)
  return interviewTagCalls.change.reply.parse(reply.json())
}
const known = async (headers: Headers) =>
  (await test.app.inject({ url: '/api/vuejs/interview/tags/small', headers })).json<string[]>()
async function list(headers: Headers, path = 'store,all', component: object = {}): Promise<List> {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/small/${path}?compare=none`, headers },
    payload: { components: [{ type: 'InterviewList', limit: 100, ...component }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0]
}
const ids = async (path?: string) => (await list(anna, path)).rows.map(({ interviewId }) => interviewId)

describe('tags of interviews', () => {
  it('are given and taken, stand on the interview and in the list, and are suggested where they can be seen', async () => {
    const [a = '', b = '', c = ''] = await ids()
    const { changed } = await tag(anna, [a, b], { add: ['Call back', 'très cher; 50%=*'] })
    expect(changed.map(({ tags }) => tags)).toEqual([
      ['Call back', 'très cher; 50%=*'],
      ['Call back', 'très cher; 50%=*'],
    ])
    await tag(bert, [b], { add: ['call back'], remove: ['Call back'] })
    const one = await test.app.inject({ url: `/api/vuejs/interview/small/${b}`, headers: bert })
    expect(one.json()).toMatchObject({ tags: ['call back', 'très cher; 50%=*'] })
    await post(anna, `addcomment/small/${c}`, { message: '=Rang' })
    await catchUp(test.stores)
    const columns = ['interview.tag', 'interview.note']
    const { rows } = await list(anna, 'store,all', { columns })
    expect(rows.slice(0, 3).map((row) => row.answers.map((answer) => answer?.label ?? answer?.value))).toEqual([
      ['Call back, très cher; 50%=*', undefined],
      ['call back, très cher; 50%=*', undefined],
      [undefined, '=Rang'],
    ])
    const file = await test.app.inject({
      ...{ url: '/api/vuejs/reports/recordtable/small/store,all', headers: anna },
      query: { format: 'csv', columns: columns.join() },
    })
    const lines: string[][] = parse(file.body, { bom: true, relaxColumnCount: true })
    expect(lines[0]?.slice(-2)).toEqual(['Tags', 'Notes'])
    expect(lines[3]?.at(-1)).toBe("'=Rang")
    expect(await known(anna)).toEqual(['call back', 'Call back', 'très cher; 50%=*'])
    expect(await known(first)).toEqual([])
  })

  it('narrow every figure by a filter, which is offered once an interview has one, and survive a rebuild', async () => {
    const filtered = 'store,all;interview.tag=Call back'
    expect((await list(anna, encodeURIComponent(filtered))).total).toBe(1)
    expect((await list(anna, 'store,all;interview.tag=%7Enone')).total).toBe(10)
    expect((await list(anna, 'store,all', { search: 'CALL', columns: ['interview.tag'] })).total).toBe(2)
    const offered = async (headers: Headers) => {
      const reply = await test.app.inject({ url: '/api/vuejs/filters/list/small/standard', headers })
      const { filterGroups } = reply.json<{ filterGroups: { filters: { extName: string }[] }[] }>()
      return filterGroups.flatMap(({ filters }) => filters.map(({ extName }) => extName))
    }
    expect(await offered(anna)).toContain('interview.tag')
    expect(await offered(first)).not.toContain('interview.tag')
    const blind = await signedIn(test.stores, {
      ...{ universe: acme, grants: [{ ...fullGrant('figures'), permissions: ['seeIndicators'] }] },
    })
    expect(await offered(blind)).not.toContain('interview.tag')
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    await rebuild(test.stores, survey)
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    expect((await list(anna, encodeURIComponent(filtered))).total).toBe(1)
  })

  it('are changed for many at once and taken back, except where somebody was there since', async () => {
    const [, , ...some] = await ids()
    const chosen = some.slice(0, 5)
    const { bulkId, changed } = await tag(anna, chosen, { add: ['bulk'] })
    expect(changed).toHaveLength(5)
    expect(await tag(anna, chosen, { add: ['bulk'] })).toEqual({ bulkId: null, changed: [] })
    await tag(bert, chosen.slice(0, 1), { add: ['mine'] })
    expect((await post(bert, 'tags/undo/small', { bulkId })).statusCode).toBe(404)
    const undone = await post(anna, 'tags/undo/small', { bulkId })
    expect(undone.json()).toMatchObject({ left: 1, changed: expect.arrayContaining([]) })
    await catchUp(test.stores)
    expect((await list(anna, 'store,all;interview.tag=bulk')).rows.map(({ interviewId }) => interviewId)).toEqual(
      chosen.slice(0, 1),
    )
  })

  it('stay where an import corrects the interview, and are not those of another place to change', async () => {
    const before = (await list(anna, 'store,all;interview.tag=mine')).rows[0]?.interviewId ?? ''
    const rows = async function* () {
      for (const [at, one] of answers.entries()) yield { key: String(at), answers: { ...one, nps: 3 } }
    }
    await storeInterviews(test.stores, await findSurvey(test.stores, acme, 'small'), rows(), { import: 'again' })
    await catchUp(test.stores)
    expect((await list(anna, 'store,all;interview.tag=mine')).rows[0]?.interviewId).toBe(before)
    const theirs = (await list(anna, 'store,all,s2')).rows[0]?.interviewId ?? ''
    const own = (await list(anna, 'store,all,s1')).rows[0]?.interviewId ?? ''
    expect((await post(first, 'tags/small', { interviews: [own, theirs], add: ['no'] })).statusCode).toBe(404)
    expect(await known(anna)).not.toContain('no')
    const looks = await signedIn(test.stores, {
      ...{ universe: acme, grants: [{ ...fullGrant('figures'), permissions: ['seeIndicators'] }] },
    })
    expect((await post(looks, 'tags/small', { interviews: [own], add: ['no'] })).statusCode).toBe(403)
  })

  it('go with an interview that is erased', async () => {
    const [a = ''] = await ids()
    const dictionary = await findSurvey(test.stores, acme, 'small')
    const { number } = await storedInterview(test.stores, dictionary, a)
    await eraseInterview(test.stores, acme, dictionary.survey, Number(number), 'test')
    await catchUp(test.stores)
    expect(await known(anna)).not.toContain('Call back')
    const { rows } = await test.stores.service.query('select from interview_tagging where number = $1', [number])
    expect(rows).toEqual([])
  })
})
