import { randomUUID } from 'node:crypto'
import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetHits } from '../analytics/forget-hits.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import { small } from '../definition/small.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'
import { forgetLinks } from './forget-links.ts'

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

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers | undefined, payload?: object) =>
  app.inject({ method, url: `/api/${url}`, headers: headers ?? {}, ...(payload && { payload }) })
const path = '/page/overview/small/store,all;age=1_30?compare=previous&linkable=old&universe=acme'
const make = (headers: Headers | undefined, title: string, to = path) =>
  ask('POST', 'vuejs/links/small', headers, { title, path: to })
const list = async (headers: Headers | undefined): Promise<CountedLink[]> =>
  (await ask('GET', 'vuejs/links/small', headers)).json()
const hitsOf = (headers: Headers | undefined, linkable: string) =>
  ask('GET', `vuejs/links/small/${linkable}/hits`, headers)
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
    for (const who of [ben, ben, admin]) expect(await open(who, linkable)).toEqual({ recorded: true, hasEnded: false })
    const counted = { linkable, opened: 3, people: 2, beforeSignIn: 1, lastAt: expect.any(String) }
    expect(await list(anna)).toMatchObject([counted])
    expect(await list(admin)).toMatchObject([counted])
    expect(await list(ben)).toEqual([])
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    const hit = { day, opened: 1, beforeSignIn: 0 }
    for (const who of [anna, admin])
      expect((await hitsOf(who, linkable)).json()).toEqual(
        expect.arrayContaining([
          { ...hit, person: 'ben', opened: 2 },
          { ...hit, person: expect.any(String) },
          { day, person: null, opened: 0, beforeSignIn: 1 },
        ]),
      )
    expect((await hitsOf(ben, linkable)).statusCode).toBe(404)
    expect((await hitsOf(stranger, linkable)).statusCode).toBe(404)
    expect((await hitsOf(undefined, linkable)).statusCode).toBe(401)
  })

  it('ends after its last day or when it is withdrawn, says so to who follows it, and keeps what it counted', async () => {
    const { linkable } = (await make(anna, 'Ends')).json()
    await open(ben, linkable)
    const change = (who: Headers | undefined, body: object) => ask('PUT', `vuejs/links/small/${linkable}`, who, body)
    expect((await change(anna, { title: 'Ends', until: '2020-01-01' })).json()).toMatchObject({
      reason: { key: 'link.past' },
    })
    expect((await change(ben, { title: 'Taken' })).statusCode).toBe(404)
    // The day of the survey's clocks, not of Greenwich.
    const until = dayIn('Europe/Helsinki', Date.now())
    const changed = { title: 'Today', note: 'For the board', until, hasEnded: false, opened: 1 }
    expect((await change(anna, { title: 'Today', note: ' For the board ', until })).json()).toMatchObject(changed)
    expect(await open(ben, linkable)).toEqual({ recorded: true, hasEnded: false })

    const end = (who: Headers | undefined) => ask('POST', `vuejs/links/small/${linkable}/end`, who, {})
    for (const who of [ben, stranger]) expect((await end(who)).statusCode).toBe(404)
    expect((await end(anna)).json()).toMatchObject({ hasEnded: true, opened: 2 })
    expect(await open(ben, linkable)).toEqual({ recorded: false, hasEnded: true })
    expect(await open(stranger, linkable)).toEqual({ recorded: false, hasEnded: false })
    expect(await list(anna)).toMatchObject([{ linkable, hasEnded: true, opened: 2 }, {}])

    // One whose last day was yesterday is as if somebody had ended it.
    expect((await change(anna, { title: 'On again' })).json()).toMatchObject({ until: null, hasEnded: false })
    await opened.stores.service.query('update counted_link set ends_at = date_trunc($2, now()) where linkable = $1', [
      linkable,
      'day',
    ])
    expect(await open(ben, linkable)).toEqual({ recorded: false, hasEnded: true })
    expect((await ask('DELETE', `vuejs/links/small/${linkable}`, anna)).statusCode).toBe(200)
  })

  it('is forgotten with who followed it where its address names an erased person, and elsewhere stays as it was', async () => {
    const { service } = opened.stores
    const named = `${path}&search=${encodeURIComponent('Zoë@acme.example')}`
    const [ours, theirs] = [await make(anna, 'Ours', named), await make(stranger, 'Theirs', named)].map(
      (reply): CountedLink => reply.json(),
    )
    await open(ben, ours?.linkable ?? '')
    await open(stranger, theirs?.linkable ?? '')
    const { rows } = await service.query("select id from universe where name = 'acme'")
    const asked = [rows[0]?.id, ['zoë@acme.example']] as const
    await forgetHits(service, ...asked)
    await inUniverse(opened.stores.pool, asked[0], (client) => forgetLinks(client, asked[0], [1, 2, 3], asked[1]))
    expect((await list(anna)).filter(({ title }) => title === 'Ours')).toEqual([])
    expect(await list(stranger)).toMatchObject([{ title: 'Theirs', opened: 1 }])
    const { rows: left } = await service.query('select from analytics_event where linkable = $1', [ours?.linkable])
    expect(left).toHaveLength(0)
    await ask('DELETE', `vuejs/links/small/${theirs?.linkable}`, stranger)
  })

  it('is nothing in another universe, and nobody else’s to remove', async () => {
    const { linkable } = (await make(anna, 'Other')).json()
    const nothing = { recorded: false, hasEnded: false }
    expect(await open(stranger, linkable)).toEqual(nothing)
    expect(await open(stranger, 'nowhere')).toEqual(nothing)
    expect(await list(stranger)).toEqual([])
    for (const who of [ben, stranger])
      expect((await ask('DELETE', `vuejs/links/small/${linkable}`, who)).statusCode).toBe(404)
    expect((await ask('DELETE', `vuejs/links/small/${linkable}`, anna)).statusCode).toBe(200)
    expect(await open(ben, linkable)).toEqual(nothing)
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
