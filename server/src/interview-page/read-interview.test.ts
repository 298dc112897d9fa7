import { type Interview, interviewCalls } from '@kaiku/contract/interview.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type List = AnswerOf<'InterviewList'>
type Headers = { authorization: string }

let test: TestApp
let acme: string
let owner: Headers

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'phone', type: 'text', title: 'Phone', roles: ['contact'] },
  ],
}
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json(questions)],
    ['settings.json', json({ extName, title: extName, ...more })],
  ])
/** Thirty in store s1, two in s2; the newest last. */
const answers = Array.from({ length: 32 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  store: at < 30 ? 's1' : 's2',
  nps: at % 11,
  ...(at % 2 === 0 ? { comment: `Said ${at} <b>` } : {}),
  phone: `+358 ${at}`,
}))

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
const place = (store: string): Grant['rows'] => ({ store: [[store]] })

async function list(headers: Headers, component: object = {}, survey = 'open', path = 'store,all') {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/${survey}/${path}?compare=none`, headers },
    payload: { components: [{ type: 'InterviewList', ...component }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0] as List & { code?: string }
}
const get = (id: string, headers: Headers, survey = 'open') =>
  test.app.inject({ url: `/api/vuejs/interview/${survey}/${id}`, headers })
async function read(id: string, headers: Headers, survey = 'open'): Promise<Interview> {
  const reply = await get(id, headers, survey)
  expect(reply.statusCode, reply.body).toBe(200)
  return interviewCalls.one.reply.parse(reply.json())
}
const newest = async (headers: Headers, survey = 'open') => (await list(headers, {}, survey)).rows[0]?.interviewId ?? ''
const note = (id: string, message: string, headers: Headers) =>
  test.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/interview/addcomment/open/${id}`, headers, payload: { message } },
  })

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, named('open'), answers)
  const half = answers.map((one, at) => ({ ...one, store: at % 2 === 0 ? 's1' : 's2' }))
  await test.survey(acme, named('closed', { protection: true, minimumN: 5, minimumNComments: 10 }), half)
  owner = await member(fullGrant('all'))
})
afterAll(() => test?.close())

describe('the interviews behind a selection', () => {
  it('stand in a list, newest first, with scores and answers, page after page', async () => {
    const first = await list(owner, { columns: ['nps', 'comment', 'store'], limit: 20 })
    expect(first).toMatchObject({ total: 32, hidden: false })
    expect(first.rows[0]).toMatchObject({ day: '2026-02-01', place: ['All', 'Second'] })
    expect(first.rows[1]?.answers).toEqual([
      { value: 8, label: null, missing: false },
      { value: 'Said 30 <b>', label: null, missing: false },
      { value: 's2', label: 'Second', missing: false },
    ])
    expect(first.rows[0]?.answers[1]).toBeNull()
    expect(first.rows[0]?.scores).toContainEqual({ indicator: 'nps', value: 31 % 11 })
    const second = await list(owner, { limit: 20, after: first.next })
    expect(second.next).toBeNull()
    const days = [...first.rows, ...second.rows].map(({ day }) => day)
    expect(days).toEqual(answers.map(({ date }) => date).reverse())
  })

  it('are those of the place, of the filters and of what is searched', async () => {
    expect((await list(owner, {}, 'open', 'store,all,s2')).total).toBe(2)
    expect((await list(owner, { columns: ['comment'], search: 'SAID 1' })).total).toBe(5)
    expect((await list(owner, { columns: ['nps'], search: 'said' })).total).toBe(0)
    expect(await list(owner, { columns: ['nothing'] })).toMatchObject({ type: 'Failed', code: 'invalid' })
    expect(await list(owner, { after: 'yesterday' })).toMatchObject({ type: 'Failed', code: 'invalid' })
  })

  it('are only those of places where one may open interviews', async () => {
    const narrow = await member(
      { ...fullGrant('figures'), permissions: ['seeIndicators'] },
      { ...fullGrant('second'), permissions: ['seeInterviews'], rows: place('s2') },
    )
    expect(await list(narrow)).toMatchObject({ total: 2 })
    const without = await member({ ...fullGrant('figures'), permissions: ['seeIndicators'] })
    expect(await list(without)).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('show who somebody is to those who may know it there, and to nobody by default', async () => {
    expect((await list(owner)).columns.map(({ id }) => id)).not.toContain('phone')
    expect((await list(owner, { columns: ['phone'] })).rows[0]?.answers[0]?.value).toBe('+358 31')
    const blind = await member({ ...fullGrant('no contacts'), permissions: ['seeIndicators', 'seeInterviews'] })
    expect(await list(blind, { columns: ['phone'] })).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('are hidden where a survey is protected', async () => {
    expect(await list(owner, {}, 'closed')).toMatchObject({ hidden: true, total: null, rows: [] })
    expect(await list(owner, {}, 'closed', 'store,all,s2')).toMatchObject({ hidden: true, total: null, rows: [] })
  })
})

describe('one interview', () => {
  it('has its answers in words, its scores and its places', async () => {
    const interview = await read(await newest(owner), owner)
    expect(interview).toMatchObject({ survey: 'open', day: '2026-02-01', corrected: false, notes: [] })
    expect(interview.places).toEqual([
      { view: 'store', title: 'Stores', path: 'store,all,s2', names: ['All', 'Second'] },
    ])
    expect(interview.questions.find(({ id }) => id === 'nps')).toMatchObject({
      ...{ scale: { min: 0, max: 10, falling: false }, answer: { value: 31 % 11, label: null } },
    })
    expect(interview.questions.find(({ id }) => id === 'comment')).toMatchObject({ isComment: true, answer: null })
  })

  it('keeps who somebody is from those who may not know, and writes down who looked', async () => {
    const id = await newest(owner)
    const looked = async () => {
      const { rows } = await test.stores.service.query(`select 1 from audit where action = 'contact.view'`)
      return rows.length
    }
    const before = await looked()
    const blind = await member(
      { ...fullGrant('no contacts'), permissions: ['seeIndicators', 'seeInterviews'] },
      { ...fullGrant('contacts elsewhere'), permissions: ['seeContacts'], rows: place('s1') },
    )
    const phone = ({ questions: asked }: Interview) => asked.find(({ id: question }) => question === 'phone')
    expect(phone(await read(id, blind))).toMatchObject({ withheld: true, answer: null })
    expect(await looked()).toBe(before)
    expect(phone(await read(id, owner))).toMatchObject({ withheld: false, answer: { value: '+358 31' } })
    expect(await looked()).toBe(before + 1)
  })

  it('is not there for who may not open it: elsewhere, in another universe, without the right', async () => {
    const id = await newest(owner)
    const elsewhere = await member({ ...fullGrant('first'), rows: place('s1') })
    const globex = await test.universe('globex')
    await test.survey(globex, named('open'), answers)
    const stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
    for (const headers of [elsewhere, stranger]) {
      expect((await get(id, headers)).statusCode).toBe(404)
      expect((await note(id, 'Hello', headers)).statusCode).toBe(404)
    }
    const without = await member({ ...fullGrant('figures'), permissions: ['seeIndicators'] })
    expect((await get(id, without)).statusCode).toBe(403)
    expect((await get(id, owner, 'closed')).statusCode).toBe(404)
  })

  it('stays closed where the survey is protected', async () => {
    const { rows } = await test.stores.service.query<{ id: string }>(
      `select i.id from interview i join survey s on s.number = i.survey where s.ext_name = 'closed' limit 3`,
    )
    expect(rows).toHaveLength(3)
    for (const { id } of rows) expect((await get(id, owner, 'closed')).statusCode).toBe(403)
  })

  it('lets who noted something change it and take it back, and shows that; nobody else may', async () => {
    const id = (await list(owner, {}, 'open', 'store,all,s1')).rows[1]?.interviewId ?? ''
    const colleague = await member(fullGrant('all'))
    const { noteId } = (await note(id, 'First words', owner)).json()
    const change = (method: 'PUT' | 'DELETE', headers: Headers, of = id) =>
      test.app.inject({
        ...{ method, url: `/api/vuejs/interview/comment/open/${of}/${noteId}`, headers },
        ...(method === 'PUT' && { payload: { message: 'Better words' } }),
      })
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await change(method, colleague)).statusCode).toBe(404)
      expect((await change(method, owner, await newest(owner))).statusCode).toBe(404)
    }
    expect((await change('PUT', owner)).json()).toMatchObject({ message: 'Better words', isRemoved: false })
    expect((await read(id, colleague)).notes).toMatchObject([{ message: 'Better words', editedAt: expect.any(String) }])
    expect((await change('DELETE', owner)).json()).toMatchObject({ message: '', isRemoved: true })
    expect((await read(id, colleague)).notes).toMatchObject([{ message: '', isRemoved: true }])
    expect((await change('PUT', owner)).statusCode).toBe(404)
    const kept = await test.stores.service.query("select 1 from interview_note where message like '%words%'")
    expect(kept.rows).toEqual([])
  })

  it('carries what colleagues note about it, until it is erased', async () => {
    const id = (await list(owner, {}, 'open', 'store,all,s1')).rows[0]?.interviewId ?? ''
    const colleague = await member(fullGrant('all'))
    expect((await note(id, '  Called back.\n<script>  ', owner)).json()).toMatchObject({ own: true })
    expect((await note(id, '', owner)).statusCode).toBe(400)
    const { notes } = await read(id, colleague)
    expect(notes).toMatchObject([
      { message: 'Called back.\n<script>', own: false, by: expect.stringMatching(/person-/) },
    ])

    const dictionary = await findSurvey(test.stores, acme, 'open')
    const { number } = await storedInterview(test.stores, dictionary, id)
    await eraseInterview(test.stores, acme, dictionary.survey, Number(number), 'test')
    await catchUp(test.stores)
    expect((await get(id, owner)).statusCode).toBe(404)
    const kept = await test.stores.service.query('select 1 from interview_note where number = $1', [number])
    expect(kept.rows).toEqual([])
  })
})
