import type { UniverseData } from '@kaiku/contract/universe.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from './universe.ts'
import { checkMailDomain } from './universe-settings.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let admin: { authorization: string }
let viewer: { authorization: string }
let foreign: { authorization: string }

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  const globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  admin = await signedIn(stores, { universe: acme, grants: [usualRoles.Administrator], username: 'admin' })
  viewer = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer] })
  foreign = await signedIn(stores, { universe: globex, grants: [usualRoles.Administrator] })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const get = (url: string, headers: Record<string, string> = admin) => app.inject({ url: `/api/${url}`, headers })
const read = async (): Promise<UniverseData> => (await get('universedata/settings')).json()
const put = (payload: object, headers = admin) =>
  app.inject({ method: 'PUT', url: '/api/universedata', headers, payload })
async function save(change: Partial<UniverseData['settings']>, more: object = {}) {
  const { title, timeZone, settings, version } = await read()
  return put({ title, timeZone, version, settings: { ...settings, ...change }, ...more })
}
const picture = (bytes: number[]) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const png = picture([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

describe('the settings of a universe', () => {
  it('are saved by an administrator, shown to members, and unknown to another universe', async () => {
    const saved = await save({ colour: '#006644', logo: png, weekStart: 7 }, { title: 'Acme Oy' })
    expect(saved.statusCode, saved.body).toBe(200)
    const shown = (await get('universedata', viewer)).json()
    expect(shown).toMatchObject({ name: 'acme', title: 'Acme Oy', colour: '#006644', logo: png, weekStart: 7 })
    expect(shown).not.toHaveProperty('mailDomains')
    expect((await get('universedata', foreign)).json()).toMatchObject({ name: 'globex', colour: '' })
    expect((await get('universedata/branding?universe=ACME', {})).json()).toEqual({
      title: 'Acme Oy',
      logo: png,
      colour: '#006644',
      locales: ['en', 'fi', 'sv', 'de'],
    })
    expect((await get('universedata/branding?universe=nowhere', {})).json()).toEqual({
      title: '',
      logo: '',
      colour: '',
      locales: ['en', 'fi', 'sv', 'de'],
    })
  })

  it('are an administrator’s only', async () => {
    const { statusCode } = await get('universedata/settings', viewer)
    expect(statusCode).toBe(403)
    expect((await put(await read(), viewer)).statusCode).toBe(403)
  })

  it('are not overwritten by who read them before another saved', async () => {
    const { name: _, needsRebuild: __, ...before } = await read()
    expect((await put({ ...before, title: 'First' })).statusCode).toBe(200)
    const second = await put({ ...before, title: 'Second' })
    expect(second.statusCode).toBe(409)
    expect((await read()).title).toBe('First')
  })

  it('tell that a change of time zone asks for a rebuild, until it is undone', async () => {
    expect((await save({}, { timeZone: 'Europe/Helsinki' })).json().needsRebuild).toBe(true)
    expect((await save({}, { timeZone: 'Asia/Tokyo' })).json().needsRebuild).toBe(true)
    expect((await save({}, { timeZone: 'UTC' })).json().needsRebuild).toBe(false)
  })

  it.each([
    ['a colour nobody can read', { colour: '#ffee00' }],
    ['a colour that is code', { colour: 'red;}body{display:none' }],
    ['a logo that is code', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['a logo that is no picture', { logo: picture([60, 115, 118, 103]) }],
    ['a link that runs', { support: { faq: 'javascript:alert(1)', helpDesk: '', email: '', phone: '', hours: '' } }],
    ['a domain that is none', { mailDomains: ['example'] }],
    ['no language', { locales: [] }],
  ])('refuse %s', async (_, change) => {
    const { statusCode, body } = await save(change as Partial<UniverseData['settings']>)
    expect(statusCode, body).toBe(400)
  })

  it('refuse a time zone that does not exist', async () => {
    expect((await save({}, { timeZone: 'Mars/Olympus' })).statusCode).toBe(400)
  })

  it('offer languages: who reads another one is answered in the default', async () => {
    const reader = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer], username: 'reader' })
    await stores.service.query(`update person set locale = 'fi' where username = 'reader'`)
    await save({ locales: ['sv', 'en'] })
    const localeOf = async () => (await get('session/identity', reader)).json().locale
    expect(await localeOf()).toBe('sv')
    expect((await get('account', reader)).json().locale).toBe('fi')
    expect((await get('universedata/branding?universe=acme', {})).json().locales).toEqual(['sv', 'en'])
    expect((await get('session/identity', foreign)).json().locale).toBe('en')
    await save({ locales: ['sv', 'fi'] })
    expect(await localeOf()).toBe('fi')
    await save({ locales: ['en', 'fi', 'sv', 'de'] })
  })

  it('say where invitations may go', async () => {
    await save({ mailDomains: ['example.com'] })
    await checkMailDomain(stores.service, acme, 'anna@EXAMPLE.com')
    await expect(checkMailDomain(stores.service, acme, 'anna@example.com.evil.org')).rejects.toThrow('evil.org')
    await save({ mailDomains: [] })
    await checkMailDomain(stores.service, acme, 'anna@evil.org')
  })

  it('are audited with what changed, and a logo by its length', async () => {
    await save({ minimumN: 7, logo: '' })
    const { rows } = await stores.service.query(
      `select actor_name, subject, before, after from audit where action = 'universe.change' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        ...{ actor_name: 'admin', subject: 'acme' },
        before: { minimumN: 5, logo: `${png.length} characters` },
        after: { minimumN: 7, logo: '' },
      },
    ])
  })
})
