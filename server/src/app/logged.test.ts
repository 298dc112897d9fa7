import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { small } from '../definition/small.fixture.ts'
import { createPerson } from '../person/person.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openTestStores, type TestStores } from './app.fixture.ts'
import { buildApp } from './app.ts'

let test: TestStores
let universe: string
let lines: string[]
const write = process.stderr.write.bind(process.stderr)

beforeAll(async () => {
  test = await openTestStores()
  universe = await test.universe('acme')
  await test.survey(universe, small)
})
afterAll(() => test?.close())

/** What the log holds of what is done with a whole app, at its most talkative for people who look after it. */
async function logged(use: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<void>, level = 'debug') {
  lines = []
  process.stderr.write = ((text: string) => {
    lines.push(...String(text).split('\n').filter(Boolean))
    return true
  }) as typeof write
  try {
    const configuration = readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: level, LOG_FORMAT: 'json' })
    const app = await buildApp(test.stores, configuration)
    await use(app)
    await app.close()
  } finally {
    process.stderr.write = write
  }
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
}

it('has one line for each request, with the id that its answer names, its route, status and time', async () => {
  let ids: unknown[] = []
  const entries = await logged(async (app) => {
    const replies = [
      await app.inject('/api/health'),
      await app.inject('/api/vuejs/surveys/one/small'),
      await app.inject('/api/no-such-call'),
    ]
    ids = replies.map(({ headers }) => headers['x-request-id'])
    expect(replies[1]?.json().requestId).toBe(ids[1])
  })
  const answers = entries.filter(({ msg }) => msg === 'answered')
  expect(answers.map(({ reqId }) => reqId)).toEqual(ids)
  expect(new Set(ids).size).toBe(3)
  expect(answers[1]).toMatchObject({
    level: 30,
    status: 401,
    route: '/api/vuejs/surveys/one/:survey',
    ms: expect.any(Number),
    req: { method: 'GET' },
  })
  expect(entries.filter(({ msg }) => String(msg).includes('request'))).toEqual([])
})

it('has no line of a request that was answered, unless it is asked for', async () => {
  const entries = await logged(async (app) => void (await app.inject('/api/no-such-call')), 'warn')
  expect(entries.filter(({ level }) => Number(level) < 40)).toEqual([])
})

it('holds no answer, contact, password or token of a walk that brings them in bodies, addresses and headers', async () => {
  const headers = await signedIn(test.stores, { universe, grants: [usualRoles.Administrator], username: 'keeper' })
  await createPerson(test.stores, {
    username: 'walker',
    email: 'walker.zebra@example.com',
    password: 'zebra on a quiet pond',
  })
  const secret = 'Zebra41'
  const mail = 'zebra.anna@example.com'
  const entries = await logged(async (app) => {
    const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, more: object = headers) =>
      app.inject({ method, url, headers: { 'kaiku-universe': 'acme', ...more }, ...(payload && { payload }) })
    await send('POST', '/api/vuejs/auth/login', { username: 'walker', password: 'zebra on a quiet pond' }, {})
    await send('POST', '/api/vuejs/auth/login', { username: secret, password: `${secret}-password` }, {})
    await send('POST', `/api/vuejs/auth/forgot/${encodeURIComponent(mail)}`, undefined, {})
    await send('GET', `/api/vuejs/auth/forgot/${mail}`, undefined, {})
    await send('POST', '/api/vuejs/auth/reset', { token: secret, password: secret }, {})
    await send('POST', '/api/session/enter', { token: secret }, {})
    await send('POST', '/api/account/password', { password: 'zebra on a quiet pond', wanted: secret })
    await send('GET', `/?enter=${secret}&redirect=%2Fx`, undefined, {})
    await send('GET', `/api/vuejs/samples/list/small/${encodeURIComponent(`store,all;mail=${mail}~`)}?search=${secret}`)
    await send(
      'GET',
      `/api/vuejs/reports/recordtable/small/store,all;comment=${secret}?search=${encodeURIComponent(mail)}`,
    )
    await send('GET', `/api/user/list?search=${encodeURIComponent(mail)}`)
    await send('GET', `/api/vuejs/sharing/interview/small/0189/${secret}`, undefined, {})
    for (const door of ['shared/small/0189', 'bigscreen', 'leave', 'a', 'o', 'u'])
      await send('GET', `/${door}/${secret}`, undefined, { accept: 'text/html' })
    await send('POST', `/a/${secret}`, { q1: secret, email: mail }, {})
    const interview = { answers: { comment: secret, nps: 3 }, contact: mail }
    await send('POST', '/api/v1/surveys/small/interviews', interview, { authorization: `Bearer ${secret}` })
    const label = `/api/vuejs/surveys/apikey/create/small?label=Wall&pages=overview`
    const { token } = (await send('GET', label)).json()
    await send('POST', '/api/v1/surveys/small/interviews', interview, { authorization: `Bearer ${String(token)}` })
    await send('POST', '/api/vuejs/interview/addcomment/small/0189', { text: secret })
    await send('POST', '/api/bug/report', { survey: 'small', message: secret, stack: mail, route: '', release: '' })
    await send('POST', '/api/user/create', { username: 'zebra', email: mail, givenName: secret, familyName: secret })
    const broken = { 'content-type': 'application/json' }
    await app.inject({
      method: 'POST',
      url: '/api/vuejs/auth/login',
      headers: broken,
      payload: `{"username": ${secret}`,
    })
    await app.inject({ url: '/api/health', headers: { cookie: `x=${secret}`, referer: `https://x/${secret}` } })
  })
  const routes = entries.flatMap(({ msg, route }) => (msg === 'answered' && route !== null ? [route] : []))
  expect(new Set(routes).size).toBeGreaterThan(14)
  for (const told of [secret, 'zebra', headers.authorization.slice('Bearer '.length), 'quiet pond']) {
    const holding = lines.filter((line) => line.toLowerCase().includes(told.toLowerCase()))
    expect(holding).toEqual([])
  }
})

it('tells of a call that broke by its id, without what the store said of the row', async () => {
  let id: unknown
  const entries = await logged(async (app) => {
    const headers = await signedIn(test.stores, { universe, grants: [usualRoles.Administrator], username: 'breaker' })
    await test.stores.owner.query('alter table system_message rename to system_message_away')
    const reply = await app.inject({
      url: '/api/systemmessage/list',
      headers: { ...headers, 'kaiku-universe': 'acme' },
    })
    await test.stores.owner.query('alter table system_message_away rename to system_message')
    id = reply.headers['x-request-id']
    expect(reply.statusCode).toBe(500)
    expect(reply.json().requestId).toBe(id)
  })
  expect(entries.find(({ msg }) => msg === 'a call broke')).toMatchObject({ reqId: id, err: { code: '42P01' } })
})
