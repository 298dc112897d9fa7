import { type UniverseData, universeCalls } from '@kaiku/contract/universe.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let admin: Headers
let viewer: Headers
let foreign: Headers

beforeAll(async () => {
  test = await openTestApp()
  const [acme, globex] = [await test.universe('acme'), await test.universe('globex')]
  admin = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Administrator], username: 'anna' })
  viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
  foreign = await signedIn(test.stores, { universe: globex, grants: [usualRoles.Administrator] })
})
afterAll(() => test?.close())

const read = async (): Promise<UniverseData> =>
  (await test.app.inject({ url: '/api/universedata/settings', headers: admin })).json()
async function save(change: Partial<UniverseData['settings']>, more: object = {}) {
  const { title, timeZone, settings, version } = await read()
  const payload = { title, timeZone, version, settings: { ...settings, ...change }, ...more }
  const reply = await test.app.inject({ method: 'PUT', url: '/api/universedata', headers: admin, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}
const versions = async (headers = admin) =>
  universeCalls.versions.reply.parse((await test.app.inject({ url: '/api/universedata/versions', headers })).json())
const rollBack = (to: number, version: number, headers = admin) =>
  test.app.inject({ method: 'POST', url: '/api/universedata/rollback', headers, payload: { to, version } })

describe('the versions of a universe', () => {
  it('tell who changed what, and how it was before anybody did', async () => {
    expect(await versions()).toEqual([])
    const { version: first } = await read()
    await save({ colour: '#006644', mailDomains: ['acme.example', 'acme.fi'] }, { title: 'Acme Oy' })
    await save({ support: { faq: '', helpDesk: '', email: 'help@acme.example', phone: '', hours: '' } })
    const [newest, middle, oldest] = await versions()
    expect(newest).toMatchObject({ version: first + 2, by: 'anna', changesBack: [] })
    expect(newest?.changes).toEqual([{ setting: 'support.email', before: null, after: 'help@acme.example' }])
    expect(middle?.changes).toEqual([
      { setting: 'title', before: 'acme', after: 'Acme Oy' },
      { setting: 'colour', before: null, after: '#006644' },
      { setting: 'mailDomains', before: null, after: 'acme.example, acme.fi' },
    ])
    expect(oldest).toMatchObject({ version: first, by: '', changes: [] })
    expect(oldest?.changesBack.map(({ setting }) => setting).sort()).toEqual([
      ...['colour', 'mailDomains', 'support.email', 'title'],
    ])
  })

  it('are saved again as the newest one, unless somebody else was faster', async () => {
    const before = await versions()
    const [newest, , oldest] = before
    const late = await rollBack(oldest?.version ?? 0, (newest?.version ?? 0) - 1)
    expect([late.statusCode, late.json().reason.key]).toEqual([409, 'universe.changed'])
    expect((await rollBack(1_000, newest?.version ?? 0)).statusCode).toBe(404)
    expect(await versions()).toEqual(before)

    const back = await rollBack(oldest?.version ?? 0, newest?.version ?? 0)
    expect([back.statusCode, back.json()]).toMatchObject([200, { title: 'acme', settings: { colour: '' } }])
    const after = await versions()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({ version: (newest?.version ?? 0) + 1, by: 'anna' })
    expect(after[0]?.changes).toEqual(oldest?.changesBack)
    const { rows } = await test.stores.service.query(
      `select actor_name from audit where action = 'universe.change' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ actor_name: 'anna' }])
  })

  it('are an administrator’s, of the own universe alone, and cannot be changed', async () => {
    expect(await versions(foreign)).toEqual([])
    expect((await rollBack(1, 1, foreign)).statusCode).toBe(404)
    for (const headers of [viewer, {}]) {
      const status = 'authorization' in headers ? 403 : 401
      expect((await test.app.inject({ url: '/api/universedata/versions', headers })).statusCode).toBe(status)
      expect((await rollBack(1, 1, headers)).statusCode).toBe(status)
    }
    await expect(test.stores.service.query(`update universe_version set by_name = 'bo'`)).rejects.toThrow('permission')
  })
})
