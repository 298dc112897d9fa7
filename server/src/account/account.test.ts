import { randomUUID } from 'node:crypto'
import type { OwnSession } from '@kaiku/contract/account.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { createPerson } from '../person/person.ts'
import { openSession } from '../session/session.ts'
import { setUpPath } from '../sign-in/setup.ts'
import { createUniverse } from '../universe/universe.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  app = await buildApp(stores, { ...readConfiguration({}, { data: stores.directory }), logLevel: 'silent' })
  await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const password = 'five swans on a pond'
let number = 0

/** Somebody with a password, signed in as often as wanted. Root, so that the account's own calls are all that is asked. */
async function somebody(sessions = 1) {
  number += 1
  const person = await createPerson(stores, { username: `account-${number}`, isRoot: true, password })
  const tokens = await Promise.all(
    Array.from({ length: sessions }, () =>
      openSession(stores, { person: person.id, universe: null, isRemembered: false, address: '::1', agent: 'test' }),
    ),
  )
  return { person, headers: tokens.map((token) => ({ authorization: `Bearer ${token}` })) }
}

type Headers = { authorization: string } | undefined
const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, headers: Headers, body?: object) =>
  app.inject({ method, url: `/api/${path}`, ...(headers ? { headers } : {}), ...(body ? { payload: body } : {}) })

const profile = { givenName: 'Anna', familyName: 'Aho', email: '', locale: 'fi', theme: 'dark' }

describe('one’s own account', () => {
  it('is read and changed, and the change is written into the audit log', async () => {
    const { person, headers } = await somebody()
    expect((await ask('PUT', 'account', headers[0], profile)).statusCode).toBe(200)
    expect((await ask('GET', 'account', headers[0])).json()).toMatchObject({ ...profile, username: person.username })
    const { rows } = await stores.service.query('select after from audit where actor = $1 and action = $2', [
      person.id,
      'user.change',
    ])
    expect(rows).toMatchObject([{ after: profile }])
  })

  it('changes its mail address only with the password, as a new password can be sent there', async () => {
    const { headers } = await somebody()
    const wanted = { ...profile, email: 'anna@acme.example' }
    expect((await ask('PUT', 'account', headers[0], wanted)).statusCode).toBe(400)
    expect((await ask('PUT', 'account', headers[0], { ...wanted, password })).json().email).toBe('anna@acme.example')
    expect((await ask('PUT', 'account', headers[0], { ...wanted, givenName: 'Anni' })).statusCode).toBe(200)
  })

  it('takes a new password only with the present one, and ends every other session', async () => {
    const { headers } = await somebody(2)
    const change = (current: string, next: string) =>
      ask('POST', 'account/password', headers[0], { current, password: next })
    expect((await change('not this one at all', 'six swans on a pond')).statusCode).toBe(400)
    expect((await change(password, 'short')).statusCode).toBe(400)
    expect((await ask('GET', 'account', headers[1])).statusCode).toBe(200)
    expect((await change(password, 'six swans on a pond')).statusCode).toBe(200)
    expect((await ask('GET', 'account', headers[1])).statusCode).toBe(401)
    expect((await ask('GET', 'account', headers[0])).statusCode).toBe(200)
  })

  it('lists its sessions and ends them, and nobody else’s', async () => {
    const { headers } = await somebody(3)
    const stranger = await somebody()
    const listed = (await ask('GET', 'account/sessions', headers[0])).json<OwnSession[]>()
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
    const other = listed.find(({ isThis }) => !isThis)?.id ?? ''
    const byStranger = await ask('DELETE', `account/sessions/${other}`, stranger.headers[0])
    const unknown = await ask('DELETE', `account/sessions/${randomUUID()}`, stranger.headers[0])
    expect([byStranger.statusCode, unknown.statusCode]).toEqual([404, 404])
    expect((await ask('DELETE', `account/sessions/${other}`, headers[0])).json()).toEqual({ ended: 1 })
    expect((await ask('DELETE', 'account/sessions', headers[0])).json()).toEqual({ ended: 1 })
    expect((await ask('GET', 'account/sessions', stranger.headers[0])).json()).toHaveLength(1)
  })

  it('is nobody’s who is not signed in', async () => {
    for (const [method, path, body] of [
      ['GET', 'account'],
      ['PUT', 'account', profile],
      ['POST', 'account/password', { current: password, password: 'six swans on a pond' }],
      ['GET', 'account/sessions'],
      ['DELETE', 'account/sessions'],
      ['DELETE', `account/sessions/${randomUUID()}`],
    ] as const)
      expect((await ask(method, path, undefined, body)).statusCode).toBe(401)
  })
})

describe('counted links', () => {
  const hit = (anonymous: string, linkable = 'mail') =>
    ask('POST', 'analytics/hit', undefined, { path: '/vgs', linkable, anonymous })

  it('are joined to who signs in, once, and only those of the same browser', async () => {
    const { person, headers } = await somebody()
    const [own, other] = [randomUUID(), randomUUID()]
    await hit(own)
    await hit(other)
    expect((await ask('POST', 'analytics/identify', headers[0], { anonymous: own })).json()).toEqual({ joined: 1 })
    expect((await ask('POST', 'analytics/identify', headers[0], { anonymous: own })).json()).toEqual({ joined: 0 })
    const { rows } = await stores.service.query(
      'select person, path, survey from analytics_event where anonymous = any($1) order by person nulls last',
      [[own, other]],
    )
    expect(rows).toEqual([
      { person: person.id, path: '/vgs', survey: null },
      { person: null, path: '/vgs', survey: null },
    ])
  })

  it('are no longer written down for an address that sends too many', async () => {
    const own = randomUUID()
    const replies = await Promise.all(Array.from({ length: 60 }, () => hit(own)))
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(replies.map((reply) => reply.json().recorded)).toContain(false)
  })
})

describe('the set-up link', () => {
  it('is there only until there is an operator, also when it was printed before', async () => {
    await stores.service.query('update person set is_root = false')
    const path = await setUpPath(stores)
    const token = path?.split('=')[1] ?? ''
    const universe = { title: 'Another', timeZone: 'UTC' }
    const setUp = (username: string, secret = 'seven swans on a pond') =>
      ask('POST', 'session/setup', undefined, { token, username, password: secret, universe })
    expect((await setUp('operator', 'short')).statusCode).toBe(400)
    const late = (await setUpPath(stores))?.split('=')[1] ?? ''
    expect((await setUp('operator')).json()).toMatchObject({ isRoot: true, loginStatus: 0 })
    // Where there are universes, none is made.
    const { rowCount } = await stores.service.query(`select from universe where title = 'Another'`)
    expect(rowCount).toBe(0)
    expect((await setUp('second')).statusCode).toBe(400)
    const another = await ask('POST', 'session/setup', undefined, {
      ...{ token: late, username: 'second', password: 'eight swans on a pond' },
    })
    expect(another.statusCode).toBe(409)
    expect(await setUpPath(stores)).toBeNull()
  })
})
