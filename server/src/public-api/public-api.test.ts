import { randomUUID } from 'node:crypto'
import { largestBatch, publicApiCalls } from '@kaiku/contract/public-api.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import type { ApiScope } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverseKey, revokeUniverseKey } from '../universe-key/universe-key.ts'

let test: TestApp
let acme: string
let globex: string
let owner: { authorization: string }

const definition = (extName: string, protection = false) =>
  new Map([
    ...small,
    ['settings.json', json({ extName, title: extName, timeZone: 'Europe/Helsinki', protection })],
    [
      'questions.json',
      json({
        questions: [
          ...JSON.parse(small.get('questions.json') ?? '').questions,
          { id: 'price', type: 'number', title: 'Price', decimals: 2 },
          { id: 'mail', type: 'text', title: 'Mail', roles: ['contact'] },
        ],
      }),
    ],
    ['indicators.json', json({ indicators: [{ id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' }] })],
  ])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, definition('visit'))
  await test.survey(acme, definition('staff', true))
  await test.survey(globex, definition('visit'))
  owner = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')], username: 'owner' })
})
afterAll(() => test?.close())

const everything: ApiScope[] = ['interviews:read', 'interviews:write', 'corrections:write', 'erasure:write']
const by = (universe: string) => ({ universe, userId: null, name: 'test', actingAs: null, address: '' })

/** A new key; its headers. */
async function keyOf(universe = acme, scopes = everything, expiresOn: string | null = null) {
  const made = await createUniverseKey(test.stores, universe, { label: randomUUID(), scopes, expiresOn }, by(universe))
  return { keyId: made.keyId, headers: { authorization: `Bearer ${made.token}` } }
}

type CallOptions = {
  headers: Record<string, string>
  payload?: object | string
  method?: 'GET' | 'POST' | 'PATCH'
  ip?: string
}
const call = (path: string, { headers, payload, method = payload ? 'POST' : 'GET', ip }: CallOptions) =>
  test.app.inject({
    ...{ method, url: `/api/v1/surveys/${path}`, headers: { ...headers, 'content-type': 'application/json' } },
    ...(payload === undefined ? {} : { payload }),
    ...(ip === undefined ? {} : { remoteAddress: ip }),
  })

const whole = {
  ...{ date: '2026-03-01T10:30:00+02:00', store: 's1', nps: 9, rating: '4', age: 41, seen: ['tv', 'radio'] },
  ...{ comment: ' Good\r\nstaff ', price: 12.5, mail: 'a@example.com' },
}

/** How many interviews figures are made of. */
async function shown(): Promise<number> {
  await catchUp(test.stores)
  return (await test.app.inject({ url: '/api/result/place/visit/store,all', headers: owner })).json().nAll
}

describe('an interview that is sent', () => {
  it('is stored, shown by figures, and the same when it is sent again', async () => {
    const { headers } = await keyOf()
    const before = await shown()
    const payload = { externalId: 'a|1', answers: whole }
    const first = await call('visit/interviews', { headers, payload })
    expect([first.statusCode, first.json()]).toEqual([200, { externalId: 'a|1', interviewId: expect.any(String) }])
    expect(await shown()).toBe(before + 1)
    expect((await call('visit/interviews', { headers, payload })).json()).toEqual(first.json())
    expect(await shown()).toBe(before + 1)
    const { arrivedAt, ...stored } = (await call(`visit/interviews/${first.json().interviewId}`, { headers })).json()
    expect(new Date(arrivedAt).getTime()).toBeLessThanOrEqual(Date.now())
    expect(stored).toEqual({
      ...{ interviewId: first.json().interviewId, externalId: 'a|1', survey: 'visit', day: '2026-03-01' },
      ...{ original: null, corrected: false },
      answers: { ...whole, date: '2026-03-01', rating: 4, comment: 'Good\nstaff' },
    })
  })

  it('is known by the header Idempotency-Key, and each is new without one', async () => {
    const { headers } = await keyOf()
    const ids = async (more: Record<string, string>) => {
      const send = () =>
        call('visit/interviews', { headers: { ...headers, ...more }, payload: { answers: { nps: 5 } } })
      return [(await send()).json().interviewId, (await send()).json().interviewId]
    }
    expect(new Set(await ids({ 'idempotency-key': 'once' })).size).toBe(1)
    expect(new Set(await ids({})).size).toBe(2)
  })

  it('is answered for itself when many come at once, some of them twice and some that cannot be kept', async () => {
    const { headers } = await keyOf()
    const before = await shown()
    const send = (at: number) =>
      call('visit/interviews', {
        headers,
        payload: { externalId: `rush${at % 60}`, answers: { nps: at % 60 === 7 ? 99 : at % 11 } },
      })
    const replies = await Promise.all(Array.from({ length: 120 }, (_, at) => send(at)))
    const ids = replies.map((reply) => reply.json().interviewId ?? reply.json().code)
    expect(new Set(ids.slice(0, 60)).size).toBe(60)
    expect(ids.slice(60)).toEqual(ids.slice(0, 60))
    expect([ids[7], ids[67]]).toEqual(['invalid', 'invalid'])
    expect(await shown()).toBe(before + 59)
  })

  it('replaces the answers under its id, and keeps the first', async () => {
    const { headers } = await keyOf()
    const send = (answers: object) => call('visit/interviews', { headers, payload: { externalId: 'again', answers } })
    const { interviewId } = (await send({ nps: 1, store: 's1' })).json()
    expect((await send({ nps: 2, store: 's2' })).json().interviewId).toBe(interviewId)
    expect((await call(`visit/interviews/${interviewId}`, { headers })).json()).toMatchObject({
      ...{ answers: { nps: 2, store: 's2' }, original: { nps: 1, store: 's1' }, corrected: false },
    })
  })

  it('is refused with the reason and the place, and nothing of it is stored', async () => {
    const { headers } = await keyOf()
    const refused = async (answers: object) => {
      const reply = await call('visit/interviews', { headers, payload: { externalId: 'bad', answers } })
      const { place, expected, found } = reply.json().details?.[0] ?? {}
      return [reply.statusCode, place, expected, found]
    }
    expect(await refused({ nps: 12 })).toEqual([
      ...[400, 'body.answers.nps', 'not between 0 and 10, and no missing code', '12'],
    ])
    expect(await refused({ nps: [1] })).toEqual([
      400,
      expect.stringContaining('nps'),
      expect.anything(),
      expect.anything(),
    ])
    expect(await refused({ nps: ['1'] })).toEqual([
      400,
      'body.answers.nps',
      'not a list: the question takes one answer',
      '["1"]',
    ])
    expect(await refused({ nope: 1 })).toEqual([400, 'body.answers.nope', 'not a question of the survey', '1'])
    expect(await refused({ store: 's9' })).toEqual([400, 'body.answers.store', expect.any(String), 's9'])
    expect(await refused({ date: '1.2.2026' })).toEqual([400, 'body.answers.date', expect.any(String), '1.2.2026'])
    expect(await refused({ __proto__x: 1 })).toEqual([400, expect.any(String), 'not a question of the survey', '1'])
    expect((await call('visit/interviews', { headers, payload: '{' })).statusCode).toBe(400)
    expect((await call('visit/interviews', { headers, payload: { answers: {}, more: 1 } })).statusCode).toBe(400)
    const { rows } = await test.stores.service.query(`select 1 from interview where row_key = '|bad'`)
    expect(rows).toEqual([])
  })
})

describe('a batch', () => {
  const batch = (headers: Record<string, string>, interviews: readonly unknown[]) =>
    call('visit/interviews/batch', { headers, payload: { interviews } })

  it('is stored as far as it can be, each other is told with its place and reason, and again changes nothing', async () => {
    const { headers } = await keyOf()
    const sent = [
      { externalId: 'b1', answers: { nps: 10, store: 's1' } },
      { externalId: 'b2', answers: { nps: 99 } },
      { externalId: 'b1', answers: { nps: 3 } },
      ...['text', null, { answers: {} }, { externalId: 'b4', answers: { comment: 'a\0b' } }],
      { externalId: 'b\0', answers: {} },
      { externalId: 'b3', answers: { nps: null } },
    ]
    const before = await shown()
    const reply = await batch(headers, sent)
    expect(reply.statusCode).toBe(200)
    const { stored, rejected } = reply.json()
    expect(stored.map(({ externalId }: { externalId: string }) => externalId)).toEqual(['b1', 'b3'])
    expect(rejected.map((one: { index: number; place: string }) => [one.index, one.place])).toEqual([
      ...[
        [1, 'answers.nps'],
        [2, 'externalId'],
        [3, ''],
        [4, ''],
        [5, 'externalId'],
        [6, 'answers.comment'],
      ],
      [7, 'externalId'],
    ])
    expect(rejected[0]).toMatchObject({ externalId: 'b2', found: '99', reason: expect.stringContaining('not between') })
    expect((await batch(headers, sent)).json()).toEqual(reply.json())
    expect(await shown()).toBe(before + 2)
  })

  it('sent twice at the same time is stored once', async () => {
    const { headers } = await keyOf()
    const sent = Array.from({ length: 300 }, (_, at) => ({ externalId: `twin${at}`, answers: { nps: at % 11 } }))
    const before = await shown()
    const [one, other] = await Promise.all([batch(headers, sent), batch(headers, sent)])
    expect(one.json()).toEqual(other.json())
    expect(one.json().stored).toHaveLength(300)
    expect(await shown()).toBe(before + 300)
  })

  it('of the largest size is taken, and a larger one refused', async () => {
    const { headers } = await keyOf()
    const sent = Array.from({ length: largestBatch }, (_, at) => ({
      externalId: `many${at}`,
      answers: { nps: at % 11 },
    }))
    const { stored, rejected } = (await batch(headers, sent)).json()
    expect([stored.length, rejected.length]).toEqual([largestBatch, 0])
    const more = await batch(headers, [...sent, sent[0]])
    expect([more.statusCode, more.json().details[0].place]).toEqual([400, 'body.interviews'])
    const heavy = await batch(headers, [{ externalId: 'x', answers: { comment: 'x'.repeat(65 * 1024 ** 2) } }])
    expect([heavy.statusCode, heavy.json().code]).toEqual([413, 'too_large'])
    // Where that took seconds, others are told for a moment that Kaiku is busy.
    await expect.poll(async () => (await batch(headers, [])).statusCode, { timeout: 60_000 }).not.toBe(503)
  })
})

describe('a correction', () => {
  const sendOne = async (headers: Record<string, string>, externalId: string, answers: object) =>
    (await call('visit/interviews', { headers, payload: { externalId, answers } })).json().interviewId as string
  const correct = (headers: Record<string, string>, id: string, answers: object) =>
    call(`visit/interviews/${id}`, { headers, method: 'PATCH', payload: { answers } })

  it('changes what it names, keeps the original, and stands above what is sent later', async () => {
    const { headers } = await keyOf()
    const first = { nps: 1, store: 's1', price: 9.99, comment: 'x' }
    const id = await sendOne(headers, 'c1', first)
    const reply = await correct(headers, id, { nps: 7, price: 19.5, comment: null })
    expect(reply.json()).toEqual({ interviewId: id, corrected: true })
    const corrected = { answers: { nps: 7, store: 's1', price: 19.5 }, original: first, corrected: true }
    expect((await call(`visit/interviews/${id}`, { headers })).json()).toMatchObject(corrected)
    await sendOne(headers, 'c1', { nps: 0 })
    expect((await call(`visit/interviews/${id}`, { headers })).json()).toMatchObject(corrected)
    expect((await correct(headers, id, { nps: 'seven' })).json().details[0].place).toBe('answers.nps')
    expect((await correct(headers, randomUUID(), { nps: 7 })).statusCode).toBe(404)
  })

  it('does not lose another one that is made at the same time', async () => {
    const { headers } = await keyOf()
    const id = await sendOne(headers, 'c2', { nps: 1 })
    const made = await Promise.all([
      ...[{ nps: 2 }, { rating: 3 }, { age: 30 }, { comment: 'y' }].map((answers) => correct(headers, id, answers)),
    ])
    expect(made.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await call(`visit/interviews/${id}`, { headers })).json().answers).toEqual({
      ...{ nps: 2, rating: 3, age: 30, comment: 'y' },
    })
  })
})

describe('an erasure by contact', () => {
  it('takes all interviews of the contact away, for good, and says so in the audit log without naming them', async () => {
    const { headers } = await keyOf()
    const send = (externalId: string, mail: string) =>
      call('visit/interviews', { headers, payload: { externalId, answers: { nps: 4, mail } } })
    const ids = [(await send('e1', 'gone@example.com')).json(), (await send('e2', 'gone@example.com')).json()]
    const other = (await send('e3', 'stays@example.com')).json()
    const erase = () => call('visit/erasures', { headers, payload: { contact: 'gone@example.com' } })
    const { certificates } = (await erase()).json()
    expect(new Set(certificates.map((one: { interviewId: string }) => one.interviewId))).toEqual(
      new Set(ids.map(({ interviewId }) => interviewId)),
    )
    expect((await erase()).json()).toMatchObject({ certificates: [] })
    expect((await call(`visit/interviews/${ids[0].interviewId}`, { headers })).statusCode).toBe(404)
    expect((await call(`visit/interviews/${other.interviewId}`, { headers })).statusCode).toBe(200)
    const again = await send('e1', 'gone@example.com')
    expect(again.json().details[0]).toMatchObject({ place: 'body.externalId', expected: 'it was erased for good' })
    const { rows } = await test.stores.service.query(`select a::text from audit a where action = 'data.erase'`)
    expect(JSON.stringify(rows)).not.toContain('gone@example.com')
  })
})

describe('the door', () => {
  it('opens to keys of the universe with the scope, and to nobody and nothing else', async () => {
    const { headers } = await keyOf()
    const payload = { externalId: 'door', answers: { nps: 1 } }
    const { interviewId } = (await call('visit/interviews', { headers, payload })).json()
    const foreign = await keyOf(globex)
    const there = await call(`visit/interviews/${interviewId}`, { headers: foreign.headers })
    expect([there.statusCode, there.json().message]).toEqual([404, 'There is no such interview.'])
    expect((await call('staff/interviews', { headers: foreign.headers, payload })).statusCode).toBe(404)
    const named = { ...foreign.headers, 'kaiku-universe': 'acme' }
    expect((await call(`visit/interviews/${interviewId}`, { headers: named })).statusCode).toBe(404)

    const tries: [ApiScope, string, Omit<CallOptions, 'headers'>][] = [
      ['interviews:read', `visit/interviews/${interviewId}`, {}],
      ['interviews:write', 'visit/interviews', { payload }],
      ['interviews:write', 'visit/interviews/batch', { payload: { interviews: [payload] } }],
      ['corrections:write', `visit/interviews/${interviewId}`, { method: 'PATCH', payload: { answers: { nps: 1 } } }],
      ['erasure:write', 'visit/erasures', { payload: { contact: 'nobody' } }],
    ]
    for (const [scope, path, asked] of tries) {
      const only = await keyOf(acme, [scope])
      const without = await keyOf(
        acme,
        everything.filter((one) => one !== scope),
      )
      expect((await call(path, { ...asked, headers: only.headers })).statusCode).toBe(200)
      const refused = await call(path, { ...asked, headers: without.headers })
      expect([refused.statusCode, refused.json().message]).toEqual([403, `This key was not made for ${scope}.`])
      expect((await call(path, { ...asked, headers: owner })).statusCode).toBe(401)
      expect((await call(path, { ...asked, headers: {} })).statusCode).toBe(401)
    }
  })

  it('does not let a screen’s key write, nor a key of the API in where people and screens are', async () => {
    const root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
    await test.survey(
      acme,
      new Map([...definition('wall'), ['pages.json', json({ pages: [{ extname: 'a', title: 'a', components: [] }] })]]),
    )
    const screen = await test.app.inject({
      url: '/api/vuejs/surveys/apikey/create/wall?label=x&pages=a',
      headers: root,
    })
    const asScreen = { authorization: `Bearer ${screen.json().token}` }
    expect((await call('wall/interviews', { headers: asScreen, payload: { answers: { nps: 1 } } })).statusCode).toBe(
      401,
    )
    const { headers } = await keyOf()
    for (const url of [
      '/api/session/identity',
      '/api/vuejs/surveys/one/visit',
      '/api/vuejs/events',
      '/api/bigscreen/state',
    ])
      expect([url, (await test.app.inject({ url, headers })).statusCode]).toEqual([url, 401])
    expect((await test.app.inject({ url: '/api/scim/v2/Users', headers })).statusCode).toBe(401)
  })

  it('is closed at once to a key that was revoked, and after its last day', async () => {
    const { keyId, headers } = await keyOf()
    const path = `visit/interviews/${randomUUID()}`
    expect((await call(path, { headers })).statusCode).toBe(404)
    await expect(revokeUniverseKey(test.stores, globex, keyId, by(globex))).rejects.toMatchObject({ code: 'not_found' })
    await revokeUniverseKey(test.stores, acme, keyId, by(acme))
    expect((await call(path, { headers })).statusCode).toBe(401)
    const ended = await keyOf(acme, everything, '2020-01-01')
    expect((await call(path, { headers: ended.headers })).json()).toMatchObject({ code: 'forbidden' })
  })

  it('makes who guesses wait, before any body is read', async () => {
    const headers = { authorization: 'Bearer kaiku_api_guess' }
    const guess = () => call('visit/interviews', { headers, payload: '{'.repeat(10), ip: '10.1.1.1' })
    const codes = new Set<number>()
    for (let at = 0; at < 61; at++) codes.add((await guess()).statusCode)
    expect(codes).toEqual(new Set([401, 429]))
    expect((await guess()).headers['retry-after']).toBeDefined()
    const { headers: known } = await keyOf()
    expect((await call(`visit/interviews/${randomUUID()}`, { headers: known, ip: '10.1.1.1' })).statusCode).toBe(404)
  })

  it('hands out no single interview where respondents are protected', async () => {
    const { headers } = await keyOf()
    const { interviewId } = (await call('staff/interviews', { headers, payload: { answers: { nps: 1 } } })).json()
    expect((await call(`staff/interviews/${interviewId}`, { headers })).json().code).toBe('forbidden')
    expect((await call(`staff/interviews/${randomUUID()}`, { headers })).json().code).toBe('forbidden')
  })
})

describe('the description', () => {
  it('is OpenAPI of the calls for programs only, with every shape that it names', async () => {
    const reply = await test.app.inject('/api/v1/openapi.json')
    const document = reply.json()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries<Record<string, { security?: unknown }>>(document.paths)
    expect(
      described.flatMap(([path, of]) => Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`)).sort(),
    ).toEqual(
      Object.values(publicApiCalls)
        .map(({ method, path }) => `${method} /api/${path.replace(/:(\w+)/g, '{$1}')}`)
        .sort(),
    )
    for (const [, of] of described) for (const one of Object.values(of)) expect(one.security).toEqual([{ key: [] }])
    const named = [...reply.body.matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)))
    expect(Object.keys(document.components.schemas)).toContain('SentInterview')
    const { body } = await test.app.inject('/api/docs')
    expect(body).toContain('/api/v1/surveys/{survey}/interviews/batch')
  })
})
