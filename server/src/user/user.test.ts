import type { Role } from '@kaiku/contract/role.ts'
import type { User } from '@kaiku/contract/user.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { publish } from '../publishing/definition.ts'
import { usualRoles } from '../role/role.ts'
import { openSession } from '../session/session.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let globex: string
let admin: { authorization: string }
let stranger: { authorization: string }

const definition = new Map(
  Object.entries({
    'settings.json': { extName: 'retail', title: 'Retail' },
    'questions.json': { questions: [{ id: 'store', type: 'choice', title: 'Store', open: true }] },
    'views.json': {
      views: [
        {
          ...{
            extName: 'stores',
            title: 'Stores',
            root: { title: 'All' },
            key: 'store',
            levelTitles: ['Country', 'Store'],
          },
          nodes: [
            { id: 'fi', name: 'Finland' },
            { id: 'se', name: 'Sweden' },
            { id: 'hki', parent: 'fi', name: 'Helsinki' },
          ],
        },
      ],
    },
  }).map(([name, content]) => [name, JSON.stringify(content)]),
)

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  await publish(stores, acme, definition, 'test')
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  const grants = [usualRoles.Administrator]
  admin = await signedIn(stores, { universe: acme, grants, username: 'admin' })
  stranger = await signedIn(stores, { universe: globex, grants, username: 'stranger' })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) => app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
const role = (more: Partial<Role> = {}) => ({
  ...{ name: 'Finland', description: '', permissions: ['seeIndicators'], surveys: null },
  ...{ rows: {}, figures: null, rules: [], ...more },
})
const at = (roleId: string, ...stores: readonly string[][]) => ({ roleId, rows: { stores }, figures: null })
type At = ReturnType<typeof at>
const person = (username: string, roles: readonly At[] = []) => ({
  ...{ username, email: `${username}@example.com`, givenName: 'Anna', familyName: 'Aalto', locale: 'fi', roles },
})
const created = async (username: string, roles: readonly At[] = []): Promise<User> =>
  (await call('POST', 'user/create', person(username, roles))).json()

describe('a user', () => {
  it('is made with roles, and invited by mail to choose a password', async () => {
    const { roleId } = (await call('POST', 'role/create', role())).json()
    const user = await created('anna', [at(roleId, ['fi'])])
    expect(user).toMatchObject({ state: 'invited', hasPassword: false, roles: [{ name: 'Finland', source: 'hand' }] })
    const { rows } = await stores.service.query(
      `select subject, text from mailbox where recipient = 'anna@example.com'`,
    )
    expect(rows[0].subject).toBe('Kutsu Kaikuun')
    const [, token = '', universe] = /\?reset=([\w-]+)&universe=(\w+)\s/.exec(rows[0].text) ?? []
    expect(universe).toBe('acme')
    const chosen = await call('POST', 'vuejs/auth/reset', { token, password: 'a long enough one' })
    expect(chosen.json()).toEqual({ username: 'anna', universe: 'acme' })
    const signed = await call('POST', 'vuejs/auth/login', { username: 'anna', password: 'a long enough one' })
    expect(signed.json()).toMatchObject({ loginStatus: 0, role: 'Finland' })
    expect((await call('GET', `user/one/${user.userId}`)).json()).toMatchObject({ state: 'active', hasPassword: true })
  })

  it('is there with all roles, or not at all', async () => {
    const { roleId } = (await call('POST', 'role/create', role({ name: 'Later' }))).json()
    const other = await stores.owner.connect()
    // What gives the role waits, as long as the process could be killed.
    await other.query('begin; lock table role_member in share mode')
    const making = created('ulla', [at(roleId, ['fi'])])
    const isWaiting = async () =>
      (await other.query(`select from pg_locks where relation = 'role_member'::regclass and not granted`)).rowCount
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(1)
    expect(await personByName(stores, 'ulla')).toBeNull()
    await other.query('commit')
    other.release()
    expect((await making).roles).toMatchObject([{ name: 'Later' }])
  })

  it('is found by a part of the name, by role and by state', async () => {
    const names = async (query: string) =>
      (await call('GET', `user/list?${query}`)).json().map((one: User) => one.username)
    await created('bertil')
    expect(await names('search=ERTI')).toEqual(['bertil'])
    expect(await names('search=100%25')).toEqual([])
    expect(await names('search=bertil&state=active')).toEqual([])
  })

  it('is not there for another universe, in any call', async () => {
    const { userId } = await created('carla')
    expect((await call('GET', 'user/list', undefined, stranger)).json()).toHaveLength(1)
    for (const [method, url, payload] of [
      ['GET', `user/one/${userId}`, undefined],
      ['PUT', `user/save/${userId}`, { ...person('carla'), username: undefined, version: 1 }],
      ['POST', `user/state/${userId}`, { state: 'deactivated' }],
      ['POST', `user/invite/${userId}`, undefined],
      ['POST', `user/copyaccess/${userId}`, { from: userId }],
    ] as const) {
      const reply = await call(method, url, payload, stranger)
      expect([url, reply.statusCode, reply.json().message]).toEqual([url, 404, 'There is no such user.'])
    }
  })

  it('is refused with a name that is taken, a role that is not there, or no right to manage users', async () => {
    await created('dora')
    expect((await call('POST', 'user/create', person('DORA'))).statusCode).toBe(409)
    const unknown = await call(
      'POST',
      'user/create',
      person('eva', [at('01890000-0000-7000-8000-000000000000', ['fi'])]),
    )
    expect([unknown.statusCode, unknown.json().details[0].place]).toEqual([400, 'roles'])
    expect(await personByName(stores, 'eva')).toBeNull()
    const viewer = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer] })
    expect((await call('GET', 'user/list', undefined, viewer)).statusCode).toBe(403)
  })

  it('is changed by one administrator at a time', async () => {
    const { userId, version } = await created('fanny')
    const { username: _, ...fields } = person('fanny')
    const save = () => call('PUT', `user/save/${userId}`, { ...fields, givenName: 'Fanny', version })
    expect((await save()).json()).toMatchObject({ givenName: 'Fanny', version: version + 1 })
    expect((await save()).statusCode).toBe(409)
  })

  it('loses every session when deactivated, and cannot sign in until active again', async () => {
    const headers = await signedIn(stores, { universe: acme, grants: [fullGrant('all')], username: 'gunnar' })
    const [{ userId }] = (await call('GET', 'user/list?search=gunnar')).json()
    expect((await call('GET', 'vuejs/surveys/list/all', undefined, headers)).statusCode).toBe(200)
    await call('POST', `user/state/${userId}`, { state: 'deactivated' })
    expect((await call('GET', 'vuejs/surveys/list/all', undefined, headers)).statusCode).toBe(401)
    expect((await call('POST', `user/state/${userId}`, { state: 'active' })).json().state).toBe('active')
  })

  it('keeps, deactivated in one universe, what it opened in another', async () => {
    const both = await createPerson(stores, { username: 'greta' })
    const opened = async (universe: string) => {
      const origin = { isRemembered: false, address: '::1', agent: 'test' }
      return { authorization: `Bearer ${await openSession(stores, { person: both.id, universe, ...origin })}` }
    }
    for (const universe of [acme, globex]) await addMember(stores.service, universe, both.id)
    const [here, there] = [await opened(acme), await opened(globex)]
    const status = async (headers: Record<string, string>, universe: string) =>
      (await call('GET', 'account', undefined, { ...headers, 'kaiku-universe': universe })).statusCode
    await call('POST', `user/state/${both.id}`, { state: 'deactivated' })
    expect([await status(here, 'acme'), await status(there, 'globex'), await status(there, 'acme')]).toEqual([
      ...[401, 200, 404],
    ])
    await call('POST', `user/state/${both.id}`, { state: 'deactivated' }, stranger)
    expect(await status(there, 'globex')).toBe(401)
  })

  it('gets the access of a colleague', async () => {
    const [from, to] = [await created('hanna'), await created('ida')]
    const { roleId } = (await call('POST', 'role/create', role({ name: 'Reader' }))).json()
    const { username: _, ...fields } = person('hanna', [at(roleId, ['se']), at(roleId, ['fi', 'hki'])])
    await call('PUT', `user/save/${from.userId}`, { ...fields, version: from.version })
    const copied = await call('POST', `user/copyaccess/${to.userId}`, { from: from.userId })
    const { rows } = await stores.service.query(
      `select before, after from audit where action = 'user.change' and subject = 'ida'`,
    )
    const written = ['Reader @ stores,all,fi,hki', 'Reader @ stores,all,se']
    expect(rows).toEqual([{ before: { roles: [] }, after: { roles: written } }])
    const [one, two] = [{ stores: [['fi', 'hki']] }, { stores: [['se']] }]
    expect(copied.json().roles).toMatchObject([
      { roleId, name: 'Reader', source: 'hand', rows: one },
      { roleId, name: 'Reader', source: 'hand', rows: two },
    ])
  })
})

describe('a role', () => {
  it('names places that exist', async () => {
    const rules = [{ kind: 'group' as const, value: 'x' }]
    const rows = { stores: [['dk']], lines: [['a']] }
    const wrong = await call('POST', 'role/create', role({ name: 'x', rules, rows }))
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().details).toEqual([
      { place: 'rows/stores', expected: 'a place of the view', found: 'dk' },
      { place: 'rows/lines', expected: 'a view of the role’s surveys', found: 'lines' },
    ])
  })

  it('has places of its own for rules and groups only, so that nobody believes it narrows', async () => {
    const rows = { stores: [['fi']] }
    const refused = await call('POST', 'role/create', role({ name: 'Narrow', rows }))
    expect([refused.statusCode, refused.json().reason.key]).toEqual([400, 'role.noPlaces'])
    const made: Role = (await call('POST', 'role/create', role({ name: 'Narrow' }))).json()
    const save = (more: object) =>
      call('PUT', `role/save/${made.roleId}`, { ...role({ name: 'Narrow', ...more }), version: made.version })
    expect((await save({ rows })).json().reason.key).toBe('role.noPlaces')
    expect((await save({ rows, rules: [{ kind: 'group', value: 'x' }] })).json()).toMatchObject({ rows })
  })

  it('is changed from the version one has seen, and tells who changed what', async () => {
    const made: Role = (await call('POST', 'role/create', role({ name: 'North' }))).json()
    const change = { ...role({ name: 'North' }), description: 'all of it', version: made.version }
    expect((await call('PUT', `role/save/${made.roleId}`, change)).json()).toMatchObject({ description: 'all of it' })
    expect((await call('PUT', `role/save/${made.roleId}`, change)).statusCode).toBe(409)
    const { rows } = await stores.service.query(
      `select actor_name, before->>'description' as before, after->>'description' as after from audit
        where action = 'role.change' and subject = 'North'`,
    )
    expect(rows).toEqual([{ actor_name: 'admin', before: '', after: 'all of it' }])
  })

  it('is not there for another universe', async () => {
    const made: Role = (await call('POST', 'role/create', role({ name: 'South' }))).json()
    expect((await call('GET', `role/one/${made.roleId}`, undefined, stranger)).statusCode).toBe(404)
    expect((await call('DELETE', `role/remove/${made.roleId}`, undefined, stranger)).statusCode).toBe(404)
    expect((await call('DELETE', `role/remove/${made.roleId}`)).json()).toEqual({ removed: true })
  })
})
