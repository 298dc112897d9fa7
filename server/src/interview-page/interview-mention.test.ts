import { type Interview, interviewCalls } from '@kaiku/contract/interview.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellPeople } from '../alert-notice/tell-people.ts'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
type Account = { userId: string }

let test: TestApp
let acme: string
let anna: Headers
let bert: Headers
let cleo: Headers
const ids: Record<string, string> = {}

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'phone', type: 'text', title: 'Phone', roles: ['contact'] },
  ],
}
const answers = Array.from({ length: 4 }, (_, at) => ({
  ...{ date: `2026-06-1${at}`, store: at < 2 ? 's1' : 's2', nps: 5, phone: `+358 ${at}` },
  ...(at > 0 && { comment: `Jonotin ${at} tuntia` }),
}))

/** Signs somebody in under a name. */
async function named(name: string, grant: object = {}): Promise<Headers> {
  const headers = await signedIn(test.stores, { universe: acme, grants: [{ ...fullGrant(name), ...grant }] })
  const { userId } = (await test.app.inject({ url: '/api/account', headers })).json<Account>()
  ids[name] = userId
  await test.stores.service.query(
    `update person set given_name = $2, family_name = '', email = $3, locale = 'fi' where id = $1`,
    [userId, name, `${name.toLowerCase()}@acme.example`],
  )
  return headers
}

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, new Map([...small, ['questions.json', json(questions)]]), answers)
  anna = await named('Anna')
  bert = await named('Bert')
  cleo = await named('Cleo', { rows: { store: [['s1']] } })
})
afterAll(() => test?.close())

async function list(headers = anna, component: object = {}) {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: '/api/result/query/small/store,all?compare=none', headers },
    payload: { components: [{ type: 'InterviewList', columns: ['comment'], ...component }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0] as AnswerOf<'InterviewList'>
}
const newest = async (headers = anna) => (await list(headers)).rows[0]?.interviewId ?? ''
const note = (id: string, message: string, mentions: readonly (string | undefined)[], headers = anna) =>
  test.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/interview/addcomment/small/${id}`, headers },
    payload: { message, mentions },
  })
const read = async (id: string, headers = anna): Promise<Interview> =>
  interviewCalls.one.reply.parse(
    (await test.app.inject({ url: `/api/vuejs/interview/small/${id}?locale=en`, headers })).json(),
  )
const mails = async () =>
  (await test.stores.service.query('select recipient, subject, text from mailbox order by id')).rows
const told = async () => {
  while ((await tellPeople(test.stores, 'https://kaiku.example.com', Date.now())) > 0);
  return mails()
}
const events = async () => {
  const { rows } = await test.stores.service.query(
    `select person, detail from live_event where kind = 'mention' order by tx, seq`,
  )
  return rows
}

describe('who is mentioned in a note about an interview', () => {
  it('is told by mail in their language and on their open screens, once, without what was noted', async () => {
    const id = await newest()
    const reply = await note(id, '@Bert please call +358 40 1', [ids.Bert, ids.Bert, ids.Anna])
    expect(reply.statusCode, reply.body).toBe(200)
    const { notes } = await read(id)
    expect(
      notes
        .at(-1)
        ?.mentions.map(({ name }) => name)
        .sort(),
    ).toEqual(['Anna', 'Bert'])
    expect(await events()).toMatchObject([{ person: ids.Bert, detail: { interviewId: id, by: 'Anna' } }])
    const [mail, ...more] = await told()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'bert@acme.example', subject: 'Anna mainitsi sinut: Pieni, 2026-06-13' })
    expect(mail.text).toContain(`https://kaiku.example.com/interview/small/${id}?universe=acme`)
    expect(JSON.stringify(mail)).not.toMatch(/358|call/)
    expect(await told()).toHaveLength(1)
  })

  it('is one of those who may open it, who are offered by name; nobody is told where one may not', async () => {
    const id = await newest()
    const people = async (headers: Headers, search = '') => {
      const reply = await test.app.inject({
        ...{ url: `/api/vuejs/interview/people/small/${id}`, query: { search }, headers },
      })
      return reply.statusCode === 200 ? reply.json<{ name: string }[]>().map(({ name }) => name) : reply.statusCode
    }
    expect(await people(anna)).toEqual(['Anna', 'Bert'])
    expect(await people(anna, 'be')).toEqual(['Bert'])
    expect(await people(cleo)).toBe(404)
    const refused = await note(id, '@Cleo @Bert', [ids.Cleo, ids.Bert])
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('have access')])
    expect(await events()).toHaveLength(1)
  })

  it('hears nothing of an interview that is gone, or out of their reach, before the mail is written', async () => {
    const before = (await mails()).length
    const own = await newest(cleo)
    await note(own, '@Cleo', [ids.Cleo])
    await test.stores.service.query(`update role set rows = '{"store": [["s2"]]}' where name = 'Cleo'`)
    const leave = (leaves: unknown) =>
      test.stores.service.query('update interview set leaves = $2 where id = $1', [own, leaves])
    const { rows: found } = await test.stores.service.query('select leaves from interview where id = $1', [own])
    await leave([0])
    await told()
    await leave(found[0].leaves)
    expect((await mails()).length).toBe(before)
    const { rows } = await test.stores.service.query('select from alert_notice')
    expect(rows).toEqual([])
  })
})

describe('an open answer in another language', () => {
  const write = (id: string, payload: object, headers = anna) =>
    test.app.inject({ method: 'PUT', url: `/api/vuejs/interview/translation/small/${id}`, headers, payload })

  it('stands beside it, is found by the search, is replaced and taken away', async () => {
    const id = await newest()
    await write(id, { question: 'comment', locale: 'en', text: 'I queued for Three HOURS' })
    await write(id, { question: 'comment', locale: 'sv', text: 'Jag köade i tre timmar' }, bert)
    await catchUp(test.stores)
    const { translations } = await read(id, bert)
    expect(translations).toMatchObject([
      { question: 'comment', locale: 'en', text: 'I queued for Three HOURS', by: 'Anna' },
      { question: 'comment', locale: 'sv', by: 'Bert' },
    ])
    expect((await list(anna, { search: 'three hours' })).rows.map(({ interviewId }) => interviewId)).toEqual([id])
    expect((await list(anna, { search: 'three hours', columns: ['nps'] })).total).toBe(0)
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    await rebuild(test.stores, survey)
    expect((await list(anna, { search: 'köade' })).total).toBe(1)
    const reply = await write(id, { question: 'comment', locale: 'en', text: ' ' })
    expect(reply.json()).toMatchObject([{ locale: 'sv' }])
    await catchUp(test.stores)
    expect((await list(anna, { search: 'three hours' })).total).toBe(0)
  })

  it('is refused where there is no open answer, or it tells who answered, and where one may not open the interview', async () => {
    const [id] = (await list()).rows.map(({ interviewId }) => interviewId)
    const last = (await list()).rows.at(-1)?.interviewId ?? ''
    for (const [of, question] of [
      [id ?? '', 'phone'],
      [id ?? '', 'store'],
      [id ?? '', 'nowhere'],
      [last, 'comment'],
    ] as const)
      expect((await write(of, { question, locale: 'en', text: 'x' })).statusCode, question).toBe(400)
    expect((await write(id ?? '', { question: 'comment', locale: 'klingon!', text: 'x' })).statusCode).toBe(400)
    const reader = await named('Reader', { permissions: ['seeIndicators'] })
    expect((await write(id ?? '', { question: 'comment', locale: 'en', text: 'x' }, reader)).statusCode).toBe(403)
  })
})
