import type { Identity } from '@kaiku/contract/session.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, type Person } from '../person/person.ts'
import { publish } from '../publishing/definition.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { createUniverse } from '../universe/universe.ts'
import { issueTicket } from './ticket.ts'
import { hashToken } from './token.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let anna: Person
let otto: Person

const password = 'correct horse battery'
const definition = (extName: string) =>
  new Map([
    ['settings.json', JSON.stringify({ extName, title: extName })],
    ['questions.json', JSON.stringify({ questions: [{ id: 'store', type: 'choice', title: 'Store', open: true }] })],
    [
      'views.json',
      JSON.stringify({
        views: [
          {
            ...{ extName: 'stores', title: 'Stores', root: { title: 'All' } },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      }),
    ],
  ])

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  const globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  await createUniverse(stores, { name: 'initech', title: 'Initech', timeZone: 'UTC' })
  for (const survey of ['retail', 'staff']) await publish(stores, acme, definition(survey), 'test')
  anna = await createPerson(stores, { username: 'anna', email: 'anna@example.com', locale: 'fi', password })
  otto = await createPerson(stores, { username: 'otto', isRoot: true, password })
  const { service } = stores
  for (const universe of [acme, globex]) await addMember(service, universe, anna.id)
  const grant = { ...fullGrant('Retail'), permissions: ['seeIndicators' as const], surveys: ['retail'] }
  await giveRole(service, acme, await ensureRole(service, acme, grant), anna.id, grant)
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
})
beforeEach(() => stores.service.query('delete from attempt'))
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/${url}`, payload, headers })
const login = async (more: object = {}): Promise<Identity> =>
  (await post('vuejs/auth/login', { username: 'anna', password, ...more })).json()
const get = (url: string, token: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${token}`, ...headers } })
const audited = async (action: string) =>
  (await stores.service.query('select actor_name, acting_as, subject from audit where action = $1', [action])).rows

describe('signing in', () => {
  it('answers the identity with the surveys that a role names', async () => {
    expect(await login({ universe: 'ACME' })).toMatchObject({
      ...{ loginStatus: loginStatus.success, authToken: expect.stringMatching(/^[\w-]{43}$/), role: 'Retail' },
      ...{ isUserAdmin: false, isRoot: false, universe: 'acme', locale: 'fi', userId: anna.id },
      surveys: [{ extName: 'retail', title: 'retail', loadCount: expect.any(Number) }],
      universes: [
        { name: 'acme', title: 'Acme' },
        { name: 'globex', title: 'Globex' },
      ],
    })
    expect(await audited('session.signIn')).toContainEqual({ actor_name: 'anna', acting_as: null, subject: '' })
  })

  it('begins with the survey that is named', async () => {
    const names = async (surveyName: string) =>
      (await login({ username: 'otto', universe: 'acme', surveyName })).surveys.map(({ extName }) => extName)
    expect(await names('')).toEqual(['retail', 'staff'])
    expect(await names('STAFF')).toEqual(['staff', 'retail'])
    expect(await names('nowhere')).toEqual(['retail', 'staff'])
  })

  it('takes the mail address for the user name', async () => {
    expect((await login({ username: 'ANNA@example.com' })).username).toBe('anna')
  })

  it('answers a wrong password and an unknown user alike', async () => {
    const wrong = await login({ password: 'wrong' })
    expect(wrong).toMatchObject({ loginStatus: loginStatus.refused, authToken: '', surveys: [] })
    expect(await login({ username: 'nobody' })).toEqual(wrong)
  })

  it('refuses a universe that is not one’s own like one that does not exist', async () => {
    const foreign = await login({ universe: 'initech' })
    expect(foreign).toMatchObject({ loginStatus: loginStatus.noUniverse, authToken: '' })
    expect(await login({ universe: 'nowhere' })).toEqual(foreign)
  })

  it('slows a guesser down without locking the owner out', async () => {
    for (let i = 0; i < 6; i++) await login({ password: 'wrong' })
    const slowed = await login()
    expect(slowed).toMatchObject({ loginStatus: loginStatus.slowedDown, authToken: '' })
    expect(slowed.retryAfter).toBeGreaterThan(0)
    const elsewhere = await app.inject({
      ...{ method: 'POST', url: '/api/vuejs/auth/login', payload: { username: 'anna', password } },
      remoteAddress: '192.0.2.7',
    })
    expect(elsewhere.json().loginStatus).toBe(loginStatus.success)
  })
})

describe('a guesser', () => {
  const office = '203.0.113.9'
  const from = (remoteAddress: string, payload: object, cookie = '') =>
    app.inject({ method: 'POST', url: '/api/vuejs/auth/login', payload, remoteAddress, headers: { cookie } })
  const statusFrom = async (...asked: Parameters<typeof from>) => (await from(...asked)).json().loginStatus
  const spray = async () => {
    for (let i = 0; i < 50; i++) await from(office, { username: `user-${i}`, password })
  }

  it('of one password at many accounts becomes slow, and whose device is known does not', async () => {
    const [device] = (await from(office, { username: 'anna', password })).cookies
    expect(device).toMatchObject({ name: 'kaiku_device', path: '/', httpOnly: true, sameSite: 'Lax' })
    const known = `kaiku_device=${device?.value}`
    await spray()
    const slowed = (await from(office, { username: 'anna', password })).json()
    expect(slowed).toMatchObject({ loginStatus: loginStatus.slowedDown, authToken: '' })
    expect(slowed.retryAfter).toBeLessThanOrEqual(60)
    expect(await statusFrom(office, { username: 'anna', password }, known)).toBe(0)
    expect(await statusFrom(office, { username: 'otto', password }, known)).toBe(loginStatus.slowedDown)
    expect(await statusFrom('203.0.113.10', { username: 'otto', password })).toBe(0)
  })

  it('waits a minute for each further one, and gains nothing by a password of their own', async () => {
    await spray()
    const later = () => stores.service.query(`update attempt set last_at = last_at - interval '1 minute'`)
    for (let i = 0; i < 3; i++) {
      await later()
      expect(await statusFrom(office, { username: `user-x${i}`, password })).toBe(loginStatus.refused)
      expect(await statusFrom(office, { username: 'otto', password })).toBe(loginStatus.slowedDown)
    }
    await later()
    expect(await statusFrom(office, { username: 'otto', password })).toBe(0)
    expect(await statusFrom(office, { username: 'user-y', password })).toBe(loginStatus.refused)
    expect(await statusFrom(office, { username: 'otto', password })).toBe(loginStatus.slowedDown)
  })

  it('is nobody of an office whose people all sign in at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 55 }, () => statusFrom(office, { username: 'anna', password })))
    expect(all.filter((status) => status !== 0)).toEqual([])
    for (let i = 0; i < 49; i++) await from(office, { username: `user-${i}`, password })
    const more = await Promise.all(
      Array.from({ length: 4 }, (_, at) => statusFrom(office, { username: at % 2 ? 'otto' : 'anna', password })),
    )
    expect(more.filter((status) => status !== 0)).toEqual([])
  }, 300_000)

  it('does not keep out who shares the address and signed in on this device before', async () => {
    const [device] = (await from(office, { username: 'anna', password })).cookies
    const known = `kaiku_device=${device?.value}`
    for (let i = 0; i < 6; i++) await from(office, { username: 'anna', password: 'wrong' })
    await stores.service.query('update attempt set failed = 20 where failed >= 5')
    expect(await statusFrom(office, { username: 'anna', password })).toBe(loginStatus.slowedDown)
    expect(await statusFrom(office, { username: 'anna', password }, known)).toBe(0)
    for (let i = 0; i < 6; i++) await from(office, { username: 'anna', password: 'wrong' }, known)
    await stores.service.query('update attempt set failed = 20 where failed >= 5')
    expect(await statusFrom(office, { username: 'anna', password }, known)).toBe(loginStatus.slowedDown)
  })

  it('gets no further by asking many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => statusFrom(office, { username: 'anna', password: 'wrong' })),
    )
    const heard = answers.filter((status) => status === loginStatus.refused)
    expect(heard.length).toBeGreaterThanOrEqual(5)
    expect(heard.length).toBeLessThan(10)
  })

  it('is one guesser however the account is called and whichever address of a household is used', async () => {
    const [first, second] = ['2001:db8:0:1::1', '2001:db8:0:1::2']
    for (let i = 0; i < 3; i++) {
      await from(first, { username: 'Anna', password: 'wrong' })
      await from(second, { username: 'anna@example.com', password: 'wrong' })
    }
    expect(await statusFrom(first, { username: 'anna', password })).toBe(loginStatus.slowedDown)
  })
})

describe('a session', () => {
  it('opens the calls, in whatever case the scheme is written', async () => {
    const { authToken } = await login()
    for (const authorization of [`Bearer ${authToken}`, `bearer ${authToken}`, authToken])
      expect((await get('vuejs/surveys/list/all', '', { authorization })).json()).toHaveLength(1)
  })

  it('is asked for', async () => {
    for (const token of ['', 'x', 'a.b.c', `${(await login()).authToken}x`])
      expect((await get('vuejs/surveys/list/all', token)).statusCode).toBe(401)
  })

  it('goes on by its id', async () => {
    const { authToken } = await login({ remember: true })
    const again = await post('vuejs/auth/validatecookie', { sessionId: authToken })
    expect(again.json()).toMatchObject({ loginStatus: 0, authToken, username: 'anna' })
    expect((await post('vuejs/auth/validatecookie', { sessionId: 'x' })).json().loginStatus).toBe(loginStatus.refused)
  })

  it('ends with signing out', async () => {
    const { authToken } = await login()
    const other = await login()
    await post('session/logout', {}, { authorization: `Bearer ${authToken}` })
    expect((await get('vuejs/surveys/list/all', authToken)).statusCode).toBe(401)
    expect((await get('vuejs/surveys/list/all', other.authToken)).statusCode).toBe(200)
  })

  it('ends once it was not used for as long as a universe of its person allows', async () => {
    const idle = (minutes: number | null) =>
      stores.service.query(`update universe set settings = settings || $2 where id = $1`, [
        acme,
        JSON.stringify({ idleMinutes: minutes }),
      ])
    await idle(10)
    const [used, unused] = [await login({ universe: 'globex' }), await login({ universe: 'globex', remember: true })]
    expect(used.idleMinutes).toBe(10)
    const last = (token: string, minutes: number) =>
      stores.service.query('update session set seen_at = now() - make_interval(mins => $2) where token_hash = $1', [
        hashToken(token),
        minutes,
      ])
    await last(used.authToken, 9)
    await last(unused.authToken, 11)
    expect((await get('session/identity', used.authToken)).statusCode).toBe(200)
    // Asking again makes it no younger.
    for (const _ of [1, 2]) expect((await get('session/identity', unused.authToken)).statusCode).toBe(401)
    const later = await post('vuejs/auth/validatecookie', { sessionId: unused.authToken })
    expect(later.json().loginStatus).not.toBe(loginStatus.success)
    await idle(null)
    expect((await login()).idleMinutes).toBe(null)
  })

  it('moves to another universe of its own, and to no other', async () => {
    const { authToken } = await login({ universe: 'acme' })
    const moved = await get('vuejs/auth/changeuniverse/globex', authToken)
    expect(moved.json()).toMatchObject({ universe: 'globex', surveys: [], authToken })
    expect((await get('vuejs/auth/changeuniverse/initech', authToken)).statusCode).toBe(404)
    const named = await get('vuejs/surveys/list/all', authToken, { 'kaiku-universe': 'initech' })
    expect(named.statusCode).toBe(404)
  })

  it('hides the surveys that no role names', async () => {
    const { authToken } = await login({ universe: 'acme' })
    const hidden = await get('vuejs/surveys/one/staff', authToken)
    const nowhere = await get('vuejs/surveys/one/nowhere', authToken)
    expect([hidden.statusCode, hidden.json().message]).toEqual([404, nowhere.json().message])
    expect((await get('vuejs/surveys/one/retail', authToken)).statusCode).toBe(200)
  })
})

describe('acting as another user', () => {
  it('is root’s alone, is written down with both names, and ends in root’s own session', async () => {
    const acting = await login({ username: 'otto', actAsUser: 'anna', actAsUniverse: 'acme' })
    expect(acting).toMatchObject({ username: 'anna', role: 'Retail', isRoot: false, actor: { username: 'otto' } })
    expect(await audited('session.impersonate')).toEqual([{ actor_name: 'otto', acting_as: 'anna', subject: 'anna' }])
    const back = await post('session/stop', {}, { authorization: `Bearer ${acting.authToken}` })
    expect(back.json()).toMatchObject({ username: 'otto', actor: null })
    expect((await get('vuejs/surveys/list/all', acting.authToken)).statusCode).toBe(401)
  })

  it('is refused to others and towards root', async () => {
    expect((await login({ actAsUser: 'otto' })).loginStatus).toBe(loginStatus.refused)
    expect((await login({ username: 'otto', actAsUser: 'otto' })).loginStatus).toBe(loginStatus.refused)
    const { authToken: accessToken } = await login()
    const refused = await post('vuejs/auth/impersonateuser', { accessToken, userName: 'anna' })
    expect(refused.json().loginStatus).toBe(loginStatus.refused)
  })

  it('begins from a session too, but not from one that acts already', async () => {
    const { authToken: accessToken } = await login({ username: 'otto' })
    const ask = (token: string) => post('vuejs/auth/impersonateuser', { accessToken: token, userName: 'anna' })
    const acting = (await ask(accessToken)).json()
    expect(acting).toMatchObject({ username: 'anna', actor: { username: 'otto' } })
    expect((await ask(acting.authToken)).json().loginStatus).toBe(loginStatus.refused)
  })

  it('ends when the actor is root no more', async () => {
    const acting = await login({ username: 'otto', actAsUser: 'anna', actAsUniverse: 'acme' })
    const root = (isRoot: boolean) =>
      stores.service.query('update person set is_root = $2 where id = $1', [otto.id, isRoot])
    await root(false)
    expect((await get('vuejs/surveys/list/all', acting.authToken)).statusCode).toBe(401)
    await root(true)
  })
})

describe('a forgotten password', () => {
  it('is replaced by a mailed link that works once, and ends the sessions', async () => {
    const { authToken } = await login()
    const answers = await Promise.all(['anna', 'nobody'].map((user) => app.inject(`/api/vuejs/auth/forgot/${user}`)))
    expect(answers.map((answer) => answer.body)).toEqual(['{"sent":true}', '{"sent":true}'])
    const text = await mailTo('anna@example.com')
    const token = /reset=([\w-]+)/.exec(text)?.[1] ?? ''
    expect(text).toContain('http://localhost:8080/?reset=')
    expect((await post('session/ticket', { token })).json()).toMatchObject({ purpose: 'reset', username: 'anna' })
    const weak = await post('vuejs/auth/reset', { token, password: 'anna anna anna' })
    expect([weak.statusCode, weak.json().message]).toEqual([400, 'The password must not contain the username.'])
    expect((await post('vuejs/auth/reset', { token, password })).json().username).toBe('anna')
    expect((await post('vuejs/auth/reset', { token, password })).statusCode).toBe(400)
    expect((await post('vuejs/auth/validatecookie', { sessionId: authToken })).json().loginStatus).toBe(1)
    expect((await stores.service.query('select count(*)::int n from mailbox')).rows).toEqual([{ n: 1 }])
  })

  async function mailTo(recipient: string): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const { rows } = await stores.service.query('select text from mailbox where recipient = $1', [recipient])
      if (rows[0]) return rows[0].text
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('no mail came')
  }
})

describe('a link that signs in', () => {
  it('works once', async () => {
    const token = await issueTicket(stores, { purpose: 'enter', person: otto.id, universe: acme })
    expect((await post('session/enter', { token })).json()).toMatchObject({ username: 'otto', universe: 'acme' })
    expect((await post('session/enter', { token })).statusCode).toBe(400)
  })
})

describe('the audit log', () => {
  it('cannot be changed by what answers requests, and shows a universe its own', async () => {
    for (const pool of [stores.pool, stores.service])
      for (const statement of ['delete from audit', `update audit set actor_name = 'x'`])
        await expect(inUniverse(pool, acme, (client) => client.query(statement))).rejects.toThrow('permission denied')
  })
})
