import { backendCalls } from '@kaiku/contract/backend.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let root: Headers
let admin: Headers

const settings = JSON.parse(small.get('settings.json') ?? '')
const retitled = (title: string) => new Map([...small, ['settings.json', json({ ...settings, title })]])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, small, [{ nps: 9 }, { nps: 3 }])
  await test.survey(acme, retitled('Renamed'))
  await test.survey(globex, small)
  root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
  admin = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Administrator] })
})
afterAll(() => test?.close())

const get = async (url: string, headers = admin) =>
  (await test.app.inject({ url: `/api/backend/${url}`, headers })).json()
const rollBack = (version: number, published: number) =>
  test.app.inject({
    method: 'POST',
    url: '/api/backend/rollback/small',
    headers: admin,
    payload: { version, published },
  })

describe('the backend', () => {
  it('lists every survey of every universe with its state', async () => {
    const surveys = backendCalls.surveys.reply.parse(await get('surveys', root))
    expect(surveys.map(({ universe, extName }) => `${universe}/${extName}`)).toEqual(['acme/small', 'globex/small'])
    expect(surveys[0]).toMatchObject({
      ...{ title: 'Renamed', version: 2, interviews: 2, waiting: 0 },
      lastImport: { file: 'test', state: 'done' },
    })
    expect(surveys[0]?.bytes).toBeGreaterThan(0)
    expect(surveys[1]).toMatchObject({ version: 1, interviews: 0 })
  })

  it('shows what each version changed, and publishes an earlier one again', async () => {
    const versions = backendCalls.versions.reply.parse(await get('versions/small'))
    expect(versions.map(({ version, isPublished }) => [version, isPublished])).toEqual([
      [2, true],
      [1, false],
    ])
    const first = backendCalls.files.reply.parse(await get('files/small/1'))
    expect(first.changes).toEqual([])
    expect(new Map(first.files.map(({ file, text }) => [file, text]))).toEqual(small)
    const place = { file: 'settings.json', place: 'title' }
    expect((await get('files/small/2')).changes).toMatchObject([{ ...place, after: '"Renamed"' }])
    expect(first.changesBack).toMatchObject([{ ...place, before: '"Renamed"' }])

    const late = await rollBack(1, 1)
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect((await rollBack(7, 2)).statusCode).toBe(404)
    expect((await rollBack(1, 2)).json()).toEqual({ version: 3 })
    expect((await get('files/small/3')).changesBack).toEqual([])
    expect((await get('versions/small'))[0]).toMatchObject({ version: 3, isPublished: true })
    const { rows } = await test.stores.service.query(
      `select actor is not null as known, address from audit where action = 'configuration.publish' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ known: true, address: '127.0.0.1' }])
  })

  it('and imports are closed to who may configure and import another survey only', async () => {
    const elsewhere = { ...usualRoles.Administrator, role: 'Elsewhere', surveys: ['other'] }
    const viewer = { ...usualRoles.Viewer, surveys: ['small'] }
    const both = await signedIn(test.stores, { universe: acme, grants: [elsewhere, viewer] })
    const unseen = await signedIn(test.stores, { universe: acme, grants: [elsewhere] })
    for (const url of ['backend/versions/small', 'backend/files/small/1', 'imports/small']) {
      const codes = [both, unseen].map(
        async (headers) => (await test.app.inject({ url: `/api/${url}`, headers })).statusCode,
      )
      expect(await Promise.all(codes), url).toEqual([403, 404])
    }
    const rolled = await test.app.inject({
      ...{ method: 'POST', url: '/api/backend/rollback/small', headers: both, payload: { version: 1, published: 3 } },
    })
    expect(rolled.statusCode).toBe(403)
  })
})

describe('a new universe', () => {
  const create = (headers: Headers, payload: object) =>
    test.app.inject({ method: 'POST', url: '/api/backend/universes', headers, payload })
  const wanted = { name: 'initech', title: 'Initech Oy', timeZone: 'Europe/Helsinki' }

  it('is made by root alone, who is its administrator from then on', async () => {
    expect((await create({}, wanted)).statusCode).toBe(401)
    expect((await create(admin, wanted)).statusCode).toBe(403)
    expect((await create(root, wanted)).json()).toEqual(wanted)
    expect(await get('universes', root)).toContainEqual(
      expect.objectContaining({ ...wanted, surveys: 0, members: 1, interviews: 0 }),
    )
    expect((await test.app.inject({ url: '/api/backend/universes', headers: admin })).statusCode).toBe(403)
    const users = await test.app.inject({
      url: '/api/vuejs/auth/changeuniverse/initech',
      headers: { authorization: root.authorization ?? '' },
    })
    expect(users.json()).toMatchObject({ universe: 'initech', isUserAdmin: true, surveys: [] })
    const members = await test.stores.service.query(
      `select r.name from role_member m join role r on (r.universe, r.id) = (m.universe, m.role)
       join universe u on u.id = m.universe where u.name = 'initech'`,
    )
    expect(members.rows).toEqual([{ name: 'Administrator' }])
    const { rows } = await test.stores.service.query(
      `select a.subject from audit a join universe u on u.id = a.universe where u.name = 'initech' and a.action = 'universe.create'`,
    )
    expect(rows).toEqual([{ subject: 'initech' }])
  })

  it('is refused under a taken or impossible name, and in a zone that does not exist', async () => {
    expect((await create(root, { ...wanted, name: 'ACME' })).statusCode).toBe(409)
    for (const wrong of [{ name: 'a b' }, { name: '' }, { title: ' ' }, { timeZone: 'Europe/Nowhere' }])
      expect((await create(root, { ...wanted, name: 'other', ...wrong })).statusCode).toBe(400)
    expect((await get('universes', root)).map(({ name }: { name: string }) => name)).not.toContain('other')
  })
})
