import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BugEntry } from '@kaiku/contract/bug.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfiguration } from '../configuration.ts'
import { publish } from '../definition/definition.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openStores, type Stores } from '../stores.ts'
import { createUniverse } from '../universe/universe.ts'

type Headers = Record<string, string>
let directory: string
let stores: Stores
let app: FastifyInstance
let acme: string
let root: Headers
let viewer: Headers
let stranger: Headers

const definition = (extName: string) =>
  new Map(
    Object.entries({
      'settings.json': { extName, title: extName },
      'questions.json': { questions: [{ id: 'store', type: 'choice', title: 'Store', open: true }] },
      'views.json': {
        views: [
          { extName: 'org', title: 'Org', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
        ],
      },
    }).map(([name, text]) => [name, JSON.stringify(text)]),
  )

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaiku-bug-'))
  const data = join(directory, 'data')
  stores = await openStores({ data, own: 'must', migrate: true })
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  const globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  for (const name of ['retail', 'online']) await publish(stores, acme, definition(name), 'test')
  await publish(stores, globex, definition('retail'), 'test')
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: data, LOG_LEVEL: 'silent' }))
  root = { ...(await signedIn(stores, 'root')), 'kaiku-universe': 'acme' }
  viewer = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer], username: 'vera' })
  stranger = await signedIn(stores, { universe: globex, grants: [usualRoles.Viewer], username: 'otto' })
})
afterAll(async () => {
  await app?.close()
  await stores?.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => stores.service.query('delete from bug'))

const report = (headers: Headers, told: Partial<BugEntry> & { survey?: string } = {}) =>
  app.inject({
    ...{ method: 'POST', url: '/api/bug/report', headers },
    payload: {
      survey: 'retail',
      message: 'x is not a function',
      place: 'a.js:1',
      route: 'ranking',
      release: '1',
      ...told,
    },
  })
const bugs = async (survey = 'retail', universe = 'acme'): Promise<BugEntry[]> =>
  (await app.inject({ url: `/api/vuejs/logs/bugs/${survey}`, headers: { ...root, 'kaiku-universe': universe } })).json()

describe('the bugs of a survey', () => {
  it('are counted together where they are equal, whatever data they quote', async () => {
    await report(viewer, { message: 'no answer "Too slow" in row 17 of anna@acme.example' })
    await report(viewer, { message: 'no answer "Rude" in row 4711 of bo@acme.example', route: 'page' })
    await report(viewer, { message: 'something else' })
    const [other, equal] = await bugs()
    expect(other).toMatchObject({ count: 1, message: 'something else' })
    expect(equal).toMatchObject({
      ...{ count: 2, message: 'no answer “…” in row # of …@…', user: 'vera', source: 'browser' },
      ...{ route: 'page', place: 'a.js:1', release: '1' },
    })
    expect(equal && equal.firstDatetime < equal.datetime).toBe(true)
  })

  it('stand with their survey, and those of none with each', async () => {
    await report(viewer, { survey: 'RETAIL', message: 'of retail' })
    await report(viewer, { survey: '', message: 'of none' })
    await report(viewer, { survey: 'nowhere', message: 'of an unknown one' })
    const messages = async (survey: string) => (await bugs(survey)).map(({ message }) => message).sort()
    expect(await messages('retail')).toEqual(['of an unknown one', 'of none', 'of retail'])
    expect(await messages('online')).toEqual(['of an unknown one', 'of none'])
  })

  it('stay in their universe', async () => {
    await report(stranger, { message: 'theirs' })
    expect(await bugs()).toEqual([])
    expect(await bugs('retail', 'globex')).toMatchObject([{ message: 'theirs', user: 'otto' }])
  })

  it('are cleared by root, which is written down', async () => {
    await report(viewer)
    await report(viewer, { survey: 'online' })
    const cleared = await app.inject({ method: 'DELETE', url: '/api/vuejs/logs/bugs/retail', headers: root })
    expect(cleared.json()).toEqual({ cleared: 1 })
    expect([await bugs(), await bugs('online')]).toMatchObject([[], [{ count: 1 }]])
    const { rows } = await stores.service.query(`select subject, before from audit where action = 'bugs.clear'`)
    expect(rows).toEqual([{ subject: 'retail', before: { bugs: 1 } }])
  })

  it('hold calls that broke, with the request that the person was told', async () => {
    await stores.owner.query('alter table audit rename column subject to was')
    const broken = await app.inject({ method: 'DELETE', url: '/api/vuejs/logs/bugs/retail', headers: root })
    await stores.owner.query('alter table audit rename column was to subject')
    await expect
      .poll(() => bugs())
      .toMatchObject([
        { source: 'server', route: '/api/vuejs/logs/bugs/:survey', requestId: broken.json().requestId, count: 1 },
      ])
  })

  it('of one person are not counted without end', async () => {
    const fresh = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer] })
    const replies = await Promise.all(Array.from({ length: 40 }, () => report(fresh)))
    expect(replies.filter((reply) => reply.json().recorded)).toHaveLength(30)
  })
})
