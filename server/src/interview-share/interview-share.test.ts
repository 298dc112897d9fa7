import type { SharedInterview } from '@kaiku/contract/interview-share.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { masked } from '@kaiku/core/mask.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let owner: Headers
let interview: string

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'name', type: 'text', title: 'Name', roles: ['pii'] },
  ],
}
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json(questions)],
    ['settings.json', json({ extName, title: extName, ...more })],
  ])
const answers = [
  { date: '2026-01-01', store: 's1', nps: 3, comment: 'Ask Maija, maija@example.com', name: 'Maija Meikäläinen' },
  { date: '2026-01-02', store: 's2', nps: 9, name: 'Matti' },
]

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
const call = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers | object = owner, payload?: object) =>
  test.app.inject({ method, url: `/api/vuejs/${url}`, headers: { ...headers }, ...(payload && { payload }) })
const share = (id: string, headers = owner, survey = 'open') =>
  call('POST', `interview/shares/${survey}/${id}`, headers, { days: 7 })
/** The call behind a link. */
const asStranger = (address: string, survey = 'open') =>
  call('GET', `sharing/interview/${survey}/${new URL(address).pathname.split('/').slice(-2).join('/')}`, {})
async function newest(survey = 'open', path = 'store,all,s1'): Promise<string> {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/${survey}/${path}?compare=none`, headers: owner },
    payload: { components: [{ type: 'InterviewList' }] },
  })
  return reply.json().answers[0].rows[0].interviewId
}

beforeAll(async () => {
  test = await openTestApp({ PUBLIC_URL: 'https://kaiku.example.com' })
  acme = await test.universe('acme')
  await test.survey(acme, named('open'), answers)
  await test.survey(acme, named('closed', { protection: true, minimumN: 1, minimumNComments: 1 }), answers)
  owner = await member(fullGrant('all'))
  interview = await newest()
})
afterAll(() => test?.close())

describe('an interview that is shared', () => {
  it('is read by who has the link, without what tells who answered', async () => {
    const { address, by } = (await share(interview)).json()
    expect(address).toMatch(new RegExp(`^https://kaiku.example.com/shared/open/${interview}/[\\w-]{43}$`))
    expect(by).toMatch(/person-/)
    const reply = await asStranger(address)
    expect(reply.statusCode, reply.body).toBe(200)
    const shared = reply.json<SharedInterview>()
    expect(shared).toMatchObject({ survey: 'open', day: '2026-01-01', place: 'First', universe: { title: 'acme' } })
    const answer = (id: string) => shared.questions.find((one) => one.id === id)?.answer?.value
    expect([answer('nps'), answer('comment')]).toEqual([3, `Ask ${masked}, ${masked}`])
    expect(reply.body).not.toMatch(/maija|meik|pii/i)
    expect((await call('GET', `interview/shares/open/${interview}`)).json()[0]).toMatchObject({
      ...{ readAt: expect.any(String), isExpired: false },
    })
  })

  it('is kept by the hash of its secret only, and every sharing and reading is written down', async () => {
    const { address, shareId } = (await share(interview)).json()
    await asStranger(address)
    const secret = new URL(address).pathname.split('/').at(-1) ?? ''
    const { rows } = await test.stores.service.query('select interview_share::text as kept from interview_share')
    expect(rows.map(({ kept }) => kept).join()).not.toContain(secret)
    const { rows: log } = await test.stores.service.query(
      `select action, after from audit where after->>'share' = $1 order by id`,
      [shareId],
    )
    expect(log.map(({ action }) => action)).toEqual(['interview.share', 'interview.readShared'])
    expect(JSON.stringify(log)).not.toContain(secret)
  })

  it('is over when it expired, was revoked or erased, and each looks like a link that never was', async () => {
    const never = await asStranger(`https://x/shared/open/${interview}/${'a'.repeat(43)}`)
    expect(never.statusCode).toBe(404)
    const told = ({ json: read }: typeof never) => {
      const { requestId: _, ...rest } = read()
      return rest
    }
    const revoked = (await share(interview)).json()
    const expired = (await share(interview)).json()
    const later = (await share(interview)).json()
    await call('DELETE', `interview/shares/open/${interview}/${revoked.shareId}`)
    await test.stores.service.query('update interview_share set expires_at = now() where id = $1', [expired.shareId])
    for (const { address } of [revoked, expired]) expect(told(await asStranger(address))).toEqual(told(never))
    const listed = (await call('GET', `interview/shares/open/${interview}`)).json()
    expect(listed.find((one: { shareId: string }) => one.shareId === expired.shareId)).toMatchObject({
      isExpired: true,
    })
    // Of another survey, of another interview.
    expect((await asStranger(later.address, 'closed')).statusCode).toBe(404)
    expect((await asStranger(later.address.replace(interview, expired.shareId))).statusCode).toBe(404)
    expect((await asStranger(later.address)).statusCode).toBe(200)

    const dictionary = await findSurvey(test.stores, acme, 'open')
    const { number } = await storedInterview(test.stores, dictionary, interview)
    await eraseInterview(test.stores, acme, dictionary.survey, Number(number), 'test')
    expect(told(await asStranger(later.address))).toEqual(told(never))
  })

  it('is shared by who may open and share it at its place only, and never out of a protected survey', async () => {
    const second = await newest('open', 'store,all,s2')
    const elsewhere = await member(
      { ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] },
      { ...fullGrant('shares'), permissions: ['shareInterviews'], rows: { store: [['s1']] } },
    )
    expect((await share(second, elsewhere)).statusCode).toBe(404)
    const reader = await member({ ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] })
    expect((await share(second, reader)).statusCode).toBe(403)
    const { rows } = await test.stores.service.query<{ id: string }>(
      `select i.id from interview i join survey s on s.number = i.survey where s.ext_name = 'closed' limit 1`,
    )
    expect((await share(rows[0]?.id ?? '', owner, 'closed')).statusCode).toBe(403)
    const globex = await test.universe('globex')
    const stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
    expect((await share(second, stranger)).statusCode).toBe(404)
  })

  it('lets nobody try one link after the other', async () => {
    const tries = await Promise.all(
      Array.from({ length: 70 }, (_, at) => asStranger(`https://x/shared/open/${interview}/${at}`)),
    )
    expect(tries.map(({ statusCode }) => statusCode)).toContain(429)
  })
})
