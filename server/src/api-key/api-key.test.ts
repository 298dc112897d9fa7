import type { ApiKey } from '@kaiku/contract/api-key.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import type { Command } from '../command/command.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { command as key } from './api-key.command.ts'

type Headers = Record<string, string>
let test: TestApp
let root: Headers
let elsewhere: Headers
let universe: string

const withPages = new Map([
  ...small,
  [
    'pages.json',
    json({
      pages: [
        ...['overview', 'trend'].map((extname) => ({ extname, title: extname, components: [] })),
        { extname: 'words', title: 'Words', components: [{ type: 'Comments' }] },
      ],
    }),
  ],
])

beforeAll(async () => {
  test = await openTestApp({ PUBLIC_URL: 'https://kaiku.example.com' }, { own: true })
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, withPages, [{ store: 's1', nps: 9 }])
  await test.survey(globex, withPages)
  const signed = await signedIn(test.stores, 'root')
  root = { ...signed, 'kaiku-universe': 'acme' }
  elsewhere = { ...signed, 'kaiku-universe': 'globex' }
  universe = acme
})
afterAll(() => test?.close())

const member = (grant: Grant) => signedIn(test.stores, { universe, grants: [grant] })
const call = (path: string, headers = root, payload?: object) =>
  test.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/api/vuejs/surveys/apikey/${path}`, headers },
    ...(payload && { payload }),
  })
const create = async (label: string, more = '') =>
  (await call(`create/small?label=${label}&pages=overview${more}`)).json()
const list = async (headers = root): Promise<ApiKey[]> => (await call('list/small', headers)).json()

/** What the command prints, or how it refuses. */
async function run(options: Record<string, string | boolean>, ...positionals: string[]): Promise<string> {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const progress = () => ({ at: () => {}, end: () => {} })
  const configuration = readConfiguration({ KAIKU_DATA: test.data, PUBLIC_URL: 'https://kaiku.example.com' })
  const context = { options, positionals, configuration, print: write, log: write, progress }
  await (key satisfies Command).run(context)?.catch((error: Error) => write(error.message))
  return lines.join('\n')
}

describe('an API key', () => {
  it('is shown once, kept as a hash, listed, changed, revoked and audited', async () => {
    const { keyId, token, address } = await create('Lobby', '&path=store,all,s1&interval=30&expiresOn=2099-12-31')
    expect(token).toMatch(/^kaiku_key_[\w-]{43}$/)
    expect(address).toBe(`https://kaiku.example.com/bigscreen/${token}`)
    expect(await list()).toEqual([
      expect.objectContaining({
        ...{ keyId, label: 'Lobby', pages: ['overview'], path: 'store,all,s1', place: ['All', 'First'], interval: 30 },
        ...{ theme: 'dark', locale: 'en', expiresOn: '2099-12-31', usedAt: null, isExpired: false },
      }),
    ])
    const { rows: kept } = await test.stores.service.query(`select k::text from api_key k`)
    expect(JSON.stringify(kept)).not.toContain(token.slice('kaiku_key_'.length))

    const settings = { label: 'Hall', pages: ['trend', 'overview', 'trend'], expiresOn: '2020-01-01' }
    expect((await call(`save/small/${keyId}`, root, settings)).json()).toEqual({ saved: true })
    expect(await list()).toMatchObject([
      { label: 'Hall', pages: ['trend', 'overview'], path: null, place: ['All'], isExpired: true },
    ])
    expect((await call(`delete/small/${keyId}`)).json()).toEqual({ deleted: true })
    expect(await list()).toEqual([])
    expect((await call(`delete/small/${keyId}`)).statusCode).toBe(404)
    const { rows } = await test.stores.service.query(
      `select subject, before ->> 'label' as before, after ->> 'label' as after from audit
        where action = 'apiKey.change' order by id`,
    )
    expect(rows).toEqual([
      { subject: 'Lobby', before: null, after: 'Lobby' },
      { subject: 'Hall', before: 'Lobby', after: 'Hall' },
      { subject: 'Hall', before: null, after: null },
    ])
  })

  it('opens nothing that is not there', async () => {
    const refused = async (query: string) => {
      const reply = await call(`create/small?label=x&${query}`)
      return [reply.statusCode, reply.json().message]
    }
    expect(await refused('pages=nowhere')).toEqual([400, 'There is no page “nowhere” in this survey.'])
    expect(await refused('pages=overview&path=store,all,s9')).toEqual([404, 'There is no place "store,all,s9".'])
    expect(await refused('pages=overview&path=store,all;x=1')).toEqual([400, expect.stringContaining('no filters')])
    expect((await refused('pages=overview&interval=1'))[0]).toBe(400)
    expect((await refused('pages=overview&theme=pink'))[0]).toBe(400)
    expect(await list()).toEqual([])
  })

  it('is for who edits pages, of one universe, and out of reach of who only looks', async () => {
    const { keyId } = await create('Lobby')
    const viewer = await member({ ...fullGrant('viewer'), permissions: ['seeIndicators', 'manageUsers'] })
    for (const path of ['list/small', 'create/small?label=x&pages=overview', `address/small/${keyId}`])
      expect([path, (await call(path, viewer)).statusCode]).toEqual([path, 403])
    expect((await call(`address/small/${keyId}`, elsewhere)).statusCode).toBe(404)
    expect(await list(elsewhere)).toEqual([])
    expect((await call(`delete/small/${keyId}`, elsewhere)).statusCode).toBe(404)
    expect((await call(`save/small/${keyId}`, elsewhere, { label: 'x', pages: ['overview'] })).statusCode).toBe(404)
    const users = await test.app.inject({ url: '/api/user/list', headers: root })
    const looking = { ...root, 'kaiku-view-as': users.json()[0].userId }
    expect((await call('create/small?label=x&pages=overview', looking)).json().code).toBe('forbidden')
    expect((await call(`delete/small/${keyId}`, looking)).json().code).toBe('forbidden')
    expect((await call(`address/small/${keyId}`, looking)).json().code).toBe('forbidden')
    expect(await list()).toHaveLength(1)
    await call(`delete/small/${keyId}`)
  })

  it('of an editor shows no more than they may see, and ends with their rights', async () => {
    const grant = { ...fullGrant('first'), rows: { store: [['s1']] } }
    const first = await member(grant)
    const made = (path: string) => call(`create/small?label=x&pages=overview${path}`, first)
    expect((await made('')).json()).toMatchObject({ code: 'forbidden', reason: { key: 'key.above' } })
    expect((await made('&path=store,all')).statusCode).toBe(404)
    expect((await made('&path=store,all,s2')).json()).toMatchObject({ message: 'There is no place "store,all,s2".' })
    const { keyId, token } = (await made('&path=store,all,s1')).json()
    const { keyId: other } = await create('Lobby')
    expect(await list(first)).toMatchObject([{ keyId, isAlone: true, isShowable: true }])
    expect((await list()).map((one) => one.keyId)).toEqual([keyId, other])
    for (const path of [`delete/small/${other}`, `address/small/${other}`])
      expect([path, (await call(path, first)).statusCode]).toEqual([path, 404])
    const beyond = { label: 'x', pages: ['overview'], path: 'store,all,s2' }
    expect((await call(`save/small/${keyId}`, first, beyond)).statusCode).toBe(404)
    const state = () => test.app.inject({ url: '/api/bigscreen/state', headers: { authorization: `Bearer ${token}` } })
    expect((await state()).statusCode).toBe(200)

    // With the figures of the places around, the screen compares, too.
    const wide = await member({ ...grant, figures: {} })
    const beside = (await call('create/small?label=x&pages=overview&path=store,all,s1', wide)).json()
    expect((await list(wide)).find((one) => one.keyId === beside.keyId)).toMatchObject({ isAlone: false })

    await test.stores.service.query(
      `update membership set state = 'deactivated' where person = (select made_by from api_key where id = $1)`,
      [keyId],
    )
    expect((await state()).statusCode).toBe(403)
    for (const one of [keyId, other, beside.keyId]) await call(`delete/small/${one}`)
  })

  it('tells its address again, sealed in the table, and says who looked', async () => {
    const { keyId, address, token } = await create('Lobby')
    expect((await call(`address/small/${keyId}`)).json()).toEqual({ address })
    const { rows } = await test.stores.service.query('select sealed from api_key where id = $1', [keyId])
    expect(rows[0].sealed).not.toContain(token.slice(-20))
    const looks = await test.stores.service.query(`select subject from audit where action = 'apiKey.show'`)
    expect(looks.rows).toEqual([{ subject: 'Lobby' }])
    await test.stores.service.query('update api_key set sealed = null where id = $1', [keyId])
    expect((await list())[0]).toMatchObject({ isShowable: false })
    expect((await call(`address/small/${keyId}`)).statusCode).toBe(404)
    await call(`delete/small/${keyId}`)
  })

  it('is refused for a page of which a screen can show nothing', async () => {
    const reply = await call('create/small?label=x&pages=overview,words')
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining('words')])
  })
})

describe('the command line', () => {
  const acme = { universe: 'acme' }

  it('makes, lists and revokes keys', async () => {
    const made = await run(
      { ...acme, survey: 'small', pages: 'overview,trend', place: 'store,all,s1' },
      'create',
      'Lobby',
    )
    expect(made).toMatch(/^Address, shown this once: https:\/\/kaiku\.example\.com\/bigscreen\/kaiku_key_[\w-]{43}$/)
    await run({ ...acme, survey: 'small', pages: 'overview', expires: '2020-01-31' }, 'create', 'Lobby')
    const listed = (await run(acme, 'list')).split('\n')
    expect(listed[0]).toMatch(/^[\da-f-]{36} Lobby +small overview,trend at store,all,s1, made \S+Z, used never$/)
    expect(listed[1]).toMatch(/used never, ended 2020-01-31$/)
    expect(await run({ universe: 'globex' }, 'list')).toBe('')
    expect(await run(acme, 'revoke', 'Lobby')).toContain('Several keys are called “Lobby”')
    for (const line of listed) expect(await run(acme, 'revoke', line.split(' ')[0] ?? '')).toBe('Revoked Lobby.')
    expect(await run(acme, 'revoke', 'Lobby')).toBe('There is no key “Lobby” in acme.')
  })

  it('makes keys of the public API, for what is named and nothing else', async () => {
    const made = await run({ ...acme, api: true, scope: 'interviews:write', expires: '2099-12-31' }, 'create', 'Till')
    expect(made).toMatch(/^Address: https:\/\/kaiku\.example\.com\/api\/v1\nKey, shown this once: kaiku_api_[\w-]{43}$/)
    expect(await run(acme, 'list')).toMatch(/Till +API interviews:write, made \S+Z, used never, until 2099-12-31$/)
    expect(await run({ universe: 'globex' }, 'list')).toBe('')
    expect(await run({ universe: 'globex' }, 'revoke', 'Till')).toContain('There is no key “Till”')
    expect(await run({ ...acme, api: true, scope: 'everything' }, 'create', 'x')).toContain('cannot be used')
    expect(await run({ ...acme, api: true }, 'create', 'x')).toContain('usage: kaiku key')
    expect(await run(acme, 'revoke', 'Till')).toBe('Revoked Till.')
    expect(await run(acme, 'list')).toBe('')
  })

  it('says what is missing or wrong', async () => {
    expect(await run(acme, 'create')).toContain('usage: kaiku key')
    expect(await run(acme, 'create', 'x')).toContain('usage: kaiku key')
    expect(await run({ ...acme, survey: 'small', pages: 'a' }, 'create', 'x')).toContain('There is no page “a”')
    expect(await run({ ...acme, survey: 'small', pages: 'overview', interval: 'soon' }, 'create', 'x')).toContain(
      'These settings of a key cannot be used.',
    )
  })
})
