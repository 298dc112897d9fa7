import { randomUUID } from 'node:crypto'
import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { small } from '../definition/small.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'

let opened: TestStores
let app: FastifyInstance
type Headers = { authorization: string }
let [anna, ben, admin, stranger]: Headers[] = []

beforeAll(async () => {
  opened = await openTestStores()
  const { stores } = opened
  const [acme, globex] = await Promise.all(
    ['acme', 'globex'].map((name) => createUniverse(stores, { name, title: name, timeZone: 'UTC' })),
  )
  for (const universe of [acme, globex]) await publish(stores, universe?.id ?? '', small, 'test')
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  const here = { universe: acme?.id ?? '', grants: [usualRoles.Viewer] }
  anna = await signedIn(stores, { ...here, username: 'anna' })
  ben = await signedIn(stores, { ...here, username: 'ben' })
  admin = await signedIn(stores, { ...here, grants: [usualRoles.Administrator] })
  stranger = await signedIn(stores, { universe: globex?.id ?? '', grants: [usualRoles.Administrator] })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers | undefined, payload?: object) =>
  app.inject({ method, url: `/api/${url}`, headers: headers ?? {}, ...(payload && { payload }) })
const path = '/page/overview/small/store,all;age=1_30?compare=previous&linkable=old&universe=acme'
const make = (headers: Headers | undefined, title: string, to = path) =>
  ask('POST', 'vuejs/links/small', headers, { title, path: to })
const list = async (headers: Headers | undefined): Promise<CountedLink[]> =>
  (await ask('GET', 'vuejs/links/small', headers)).json()
const open = async (headers: Headers | undefined, linkable: string) =>
  (await ask('POST', 'vuejs/links/opened', headers, { linkable })).json()

describe('a counted link', () => {
  it('counts who was led in and who had to sign in first, for its maker and administrators', async () => {
    const made: CountedLink = (await make(anna, 'Monday')).json()
    expect(made).toMatchObject({
      ...{ title: 'Monday', opened: 0, people: 0, beforeSignIn: 0, lastAt: null },
      path: '/page/overview/small/store,all;age=1_30?compare=previous',
    })
    const { linkable } = made
    await ask('POST', 'analytics/hit', undefined, { path: '/page', linkable, anonymous: randomUUID() })
    for (const who of [ben, ben, admin]) expect(await open(who, linkable)).toEqual({ recorded: true })
    const counted = { linkable, opened: 3, people: 2, beforeSignIn: 1, lastAt: expect.any(String) }
    expect(await list(anna)).toMatchObject([counted])
    expect(await list(admin)).toMatchObject([counted])
    expect(await list(ben)).toEqual([])
  })

  it('is nothing in another universe, and nobody else’s to remove', async () => {
    const { linkable } = (await make(anna, 'Other')).json()
    expect(await open(stranger, linkable)).toEqual({ recorded: false })
    expect(await open(stranger, 'nowhere')).toEqual({ recorded: false })
    expect(await list(stranger)).toEqual([])
    for (const who of [ben, stranger])
      expect((await ask('DELETE', `vuejs/links/small/${linkable}`, who)).statusCode).toBe(404)
    expect((await ask('DELETE', `vuejs/links/small/${linkable}`, anna)).statusCode).toBe(200)
    expect(await open(ben, linkable)).toEqual({ recorded: false })
  })

  it.each([
    '/',
    '/nowhere',
    '//evil.example/page/overview/small/store,all',
    '/page/overview/other/store,all',
    '/upgrade',
  ])('leads to no %s', async (to) => {
    const reply = await make(anna, 'x', to)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ reason: { key: 'link.elsewhere' } })
  })
})
