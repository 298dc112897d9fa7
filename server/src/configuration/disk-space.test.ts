import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { small } from '../definition/small.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { maintain } from '../maintenance/maintain.ts'
import { command as status } from '../maintenance/status.command.ts'
import { createScimToken } from '../scim-token/scim-token.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { readConfiguration } from './configuration.ts'

let test: TestApp
let acme: string
let anna: { authorization: string }
let directory: { authorization: string }
beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  acme = await test.universe('acme')
  await test.survey(acme, small, [{ store: 's1', nps: 9 }])
  anna = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
  const actor = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
  directory = { authorization: `Bearer ${(await createScimToken(test.stores, actor, 'x', actor)).token}` }
})
// What is free is what the disk says; what stays free is more than any disk has.
beforeEach(() => {
  test.stores.disk.reserve = Number.MAX_SAFE_INTEGER
})
afterAll(() => test?.close())

const save = () =>
  test.app.inject({
    ...{ method: 'POST', url: '/api/vuejs/filters/saved/small', headers: anna },
    payload: { title: String(Math.random()), isShared: false, token: 'store=s1' },
  })
const scim = (method: 'GET' | 'POST', payload?: object) =>
  test.app.inject({ method, url: '/api/scim/v2/Users', headers: directory, ...(payload && { payload }) })
const health = async () => (await test.app.inject('/api/health')).json()
const add = async (key: string) => {
  const rows = async function* () {
    yield { key, answers: { store: 's1', nps: 3 } }
  }
  return storeInterviews(test.stores, await findSurvey(test.stores, acme, 'small'), rows(), { import: key })
}

describe('a disk that is nearly full', () => {
  it('takes no change, says so, and takes them again by itself once there is room', async () => {
    const refused = await save()
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { reason: { key: 'disk.full' } }])
    expect(await health()).toMatchObject({ state: 'partly', disk: 'full', stores: { postgres: true } })
    test.stores.disk.reserve = 0
    expect((await save()).statusCode).toBe(200)
    expect(await health()).toMatchObject({ state: 'ok', disk: 'ok' })
  })

  it('takes nothing from a directory either, which may read', async () => {
    const bea = { userName: 'bea' }
    const refused = await scim('POST', bea)
    expect([refused.statusCode, refused.json().status]).toEqual([503, '503'])
    expect(refused.json().detail).toContain('nearly full')
    expect((await scim('GET')).json().totalResults).toBe(1)
    test.stores.disk.reserve = 0
    expect((await scim('POST', bea)).statusCode).toBe(201)
  })

  it('is told alike where PostgreSQL finds it full first, and nobody calls it a bug', async () => {
    test.stores.disk.reserve = 0
    const bugs = async () => (await test.stores.service.query('select from bug')).rowCount
    const before = await bugs()
    await test.stores.owner.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise 'could not extend file "base/5/16384"' using errcode = 'disk_full'; end $$`)
    for (const table of ['saved_filter', 'person'])
      await test.stores.owner.query(`create trigger no_room before insert on ${table} execute function no_room()`)
    const refused = await save()
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { reason: { key: 'disk.full' } }])
    const provisioned = await scim('POST', { userName: 'cleo' })
    expect([provisioned.statusCode, provisioned.json().detail]).toEqual([503, refused.json().message])
    await test.stores.owner.query('drop function no_room cascade')
    expect((await save()).statusCode).toBe(200)
    expect(await bugs()).toBe(before)
  })

  it('lets everybody read, and sign in and out', async () => {
    const reply = await test.app.inject({ url: '/api/result/place/small/store,all', headers: anna })
    expect(reply.statusCode, reply.body).toBe(200)
    const query = { url: '/api/result/query/small/store,all', headers: anna, payload: { components: [] } }
    expect((await test.app.inject({ method: 'POST', ...query })).statusCode).not.toBe(503)
    const wrong = { user: 'nobody@example.fi', password: 'wrong' }
    const signIn = await test.app.inject({ method: 'POST', url: '/api/vuejs/auth/login', payload: wrong })
    expect(signIn.statusCode).not.toBe(503)
    const other = await signedIn(test.stores, { universe: acme, grants: [] })
    const out = await test.app.inject({ method: 'POST', url: '/api/session/logout', headers: other, payload: {} })
    expect(out.statusCode).not.toBe(503)
  })

  it('takes no import, half of none, and no night’s work; the next try does all', async () => {
    const count = async () => (await test.stores.service.query('select from import')).rowCount
    const before = await count()
    await expect(add('late')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(maintain(test.stores, () => {})).rejects.toMatchObject({ code: 'unavailable' })
    expect(await count()).toBe(before)
    test.stores.disk.reserve = 0
    expect(await add('late')).toMatchObject({ inserted: 1, state: 'done' })
  })

  it('stands in the status, with what has to be free', async () => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const configuration = readConfiguration({ KAIKU_DATA: test.data, DISK_RESERVE: '1000000000' })
    const progress = () => ({ at: () => {}, end: () => {} })
    await status.run({ options: {}, positionals: [], configuration, print, log: print, progress })
    expect(lines.find((line) => line.startsWith('disk'))).toMatch(
      /^disk +[\d.]+ MiB free; changes are refused until 1000000000.0 MiB are$/,
    )
  })

  it('refuses a body that would fill it', async () => {
    const free = await test.stores.disk.free()
    test.stores.disk.reserve = free / 2
    expect(await test.stores.disk.isFull()).toBe(false)
    expect(await test.stores.disk.isFull(free)).toBe(true)
  })
})
