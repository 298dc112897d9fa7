import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, createPerson } from '../person/person.ts'
import { openSession } from '../session/session.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { type Directories, openDirectories, patch, userSchema, where } from './directory.fixture.ts'

let kaiku: Directories
beforeAll(async () => {
  kaiku = await openDirectories()
})
afterAll(() => kaiku?.close())

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** As Entra ID sends somebody new. */
const fromEntra = (name: string, more: object = {}) => ({
  schemas: [userSchema, enterprise],
  externalId: `object-${name}`,
  userName: `${name}@acme.example`,
  active: true,
  displayName: 'Anna Aalto',
  emails: [{ primary: true, type: 'work', value: `${name}@acme.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Anna Aalto', familyName: 'Aalto', givenName: 'Anna' },
  preferredLanguage: 'fi-FI',
  roles: [],
  title: 'Manager',
  addresses: [{ type: 'work', locality: 'Helsinki' }],
  [enterprise]: { department: 'Retail' },
  ...more,
})
const made = async (name: string, more: object = {}) =>
  (await kaiku.directory('POST', 'Users', fromEntra(name, more))).body
const isSignedIn = async (headers: { authorization: string }) =>
  (await kaiku.call('GET', 'account', undefined, headers)).statusCode

describe('a user from Entra ID', () => {
  it('is looked for, made, found again and read', async () => {
    const search = where('userName eq "Walk@acme.example"')
    const none = await kaiku.directory('GET', `Users${search}`)
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []])
    const { status, headers, body } = await kaiku.directory('POST', 'Users', fromEntra('walk'))
    expect(status).toBe(201)
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(headers).toMatchObject({ location: body.meta.location, etag: body.meta.version })
    expect(body).toMatchObject({
      ...{
        schemas: [userSchema],
        externalId: 'object-walk',
        userName: 'walk@acme.example',
        active: true,
        locale: 'fi',
      },
      ...{ displayName: 'Anna Aalto', name: { givenName: 'Anna', familyName: 'Aalto', formatted: 'Anna Aalto' } },
      ...{ emails: [{ value: 'walk@acme.example', type: 'work', primary: true }], groups: [] },
      meta: { resourceType: 'User', location: expect.stringMatching(/\/api\/scim\/v2\/Users\/[\da-f-]{36}$/) },
    })
    expect(body).not.toHaveProperty('title')
    const found = await kaiku.directory('GET', `Users${search}`)
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id: body.id }] })
    expect((await kaiku.directory('GET', `Users/${body.id}`)).body).toEqual(body)
    const { rows } = await kaiku.stores.service.query(
      `select actor_name, universe, after from audit where action = 'scim.change' and subject = 'walk@acme.example'`,
    )
    expect(rows).toEqual([
      { actor_name: 'SCIM: Directory', universe: kaiku.acme, after: expect.objectContaining({ active: true }) },
    ])
  })

  it('is changed by paths in brackets and with dots, and by a False in quotes', async () => {
    const { id } = await made('patched')
    const { status, body } = await kaiku.directory(
      ...['PATCH' as const, `Users/${id}`],
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@acme.example' },
        { op: 'Replace', path: 'name.givenName', value: 'Ánna' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Turku' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
        { op: 'Replace', value: { 'name.familyName': 'Ahola', displayName: 'not kept' } },
        { op: 'Replace', path: 'active', value: 'False' },
      ),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ active: false, displayName: 'Ánna Ahola', emails: [{ value: 'new@acme.example' }] })
    const gone = await kaiku.directory('PATCH', `Users/${id}`, patch({ op: 'remove', path: 'emails[primary eq true]' }))
    expect(gone.body).not.toHaveProperty('emails')
    const home = { op: 'add', path: 'emails[type eq "home"].value', value: 'home@acme.example' }
    expect((await kaiku.directory('PATCH', `Users/${id}`, patch(home))).body).not.toHaveProperty('emails')
  })
})

describe('a user from Okta', () => {
  it('is made, replaced as a whole and deactivated by an object without a path', async () => {
    const okta = {
      ...{ schemas: [userSchema], userName: 'okta@acme.example', name: { givenName: 'Ola', familyName: 'Ott' } },
      ...{ emails: [{ primary: true, value: 'okta@acme.example', type: 'work' }], displayName: 'Ola Ott' },
      ...{ locale: 'en-US', externalId: '00u1', groups: [], password: 'never-kept-1', active: true },
    }
    const { status, body } = await kaiku.directory('POST', 'Users', okta, { 'content-type': 'application/json' })
    expect([status, body.locale]).toEqual([201, 'en'])
    const replaced = await kaiku.directory('PUT', `Users/${body.id}`, {
      ...{ ...okta, id: body.id, name: { givenName: 'Olli' } },
    })
    expect(replaced.body).toMatchObject({ displayName: 'Olli', active: true, externalId: '00u1' })
    expect(replaced.body.meta.version).not.toBe(body.meta.version)
    const off = await kaiku.directory('PATCH', `Users/${body.id}`, patch({ op: 'replace', value: { active: false } }))
    expect(off.body).toMatchObject({ active: false, displayName: 'Olli' })
    const on = await kaiku.directory('PUT', `Users/${body.id}`, { ...okta, id: body.id })
    expect(on.body).toMatchObject({ active: true })
    const { rows } = await kaiku.stores.service.query<{ n: number }>(
      `select count(*)::int as n from audit where before::text || after::text like '%never-kept%'`,
    )
    expect(rows[0]?.n).toBe(0)
    const { rows: people } = await kaiku.stores.service.query(
      `select password_hash from person where username = 'okta@acme.example'`,
    )
    expect(people).toEqual([{ password_hash: null }])
  })
})

describe('leaving', () => {
  it('ends the sessions of who is deactivated or deleted', async () => {
    for (const leave of [
      (id: string) => kaiku.directory('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: 'False' })),
      (id: string) => kaiku.directory('DELETE', `Users/${id}`),
    ]) {
      const headers = await signedIn(kaiku.stores, { universe: kaiku.acme, grants: [] })
      expect(await isSignedIn(headers)).toBe(200)
      const { Resources } = (await kaiku.directory('GET', 'Users?count=200')).body
      expect((await leave(Resources.at(-1).id)).status).toBeLessThan(300)
      expect(await isSignedIn(headers)).toBe(401)
    }
  })

  it('frees the name of an account that is in no universe any more', async () => {
    const { id } = await made('again')
    expect(await kaiku.directory('DELETE', `Users/${id}`)).toMatchObject({ status: 204, body: null })
    for (const method of ['GET', 'DELETE'] as const)
      expect((await kaiku.directory(method, `Users/${id}`)).status).toBe(404)
    expect((await kaiku.directory('POST', 'Users', fromEntra('again'))).status).toBe(201)
  })

  it('of who is in another universe, too, leaves that and the account alone', async () => {
    const shared = await createPerson(kaiku.stores, {
      username: 'shared',
      email: 'shared@acme.example',
      givenName: 'Sam',
    })
    await addMember(kaiku.stores.service, kaiku.acme, shared.id)
    await addMember(kaiku.stores.service, kaiku.globex, shared.id)
    const hers = (universe: string, more = {}) =>
      kaiku.call('GET', 'account', undefined, { ...more, 'kaiku-universe': universe })
    const session = await sessionFor(shared.id, kaiku.globex)
    const { body } = await kaiku.directory(
      ...['PATCH' as const, `Users/${shared.id}`],
      patch({
        ...{ op: 'replace', value: { userName: 'mine', 'name.givenName': 'Mine', active: false, externalId: 'x' } },
      }),
    )
    expect(body).toMatchObject({ userName: 'shared', displayName: 'Sam', active: false, externalId: 'x' })
    expect((await hers('acme', session)).statusCode).toBe(404)
    expect((await hers('globex', session)).statusCode).toBe(200)
    expect((await kaiku.directory('DELETE', `Users/${shared.id}`)).status).toBe(204)
    expect((await kaiku.other('GET', `Users/${shared.id}`)).body).toMatchObject({ active: true, userName: 'shared' })
    expect((await kaiku.directory('POST', 'Users', { userName: 'shared' })).status).toBe(409)
  })
})

async function sessionFor(person: string, universe: string) {
  const origin = { address: '127.0.0.1', agent: 'test' }
  return {
    authorization: `Bearer ${await openSession(kaiku.stores, { person, universe, isRemembered: false, ...origin })}`,
  }
}

describe('what is not the directory’s', () => {
  it('is a name that anybody has, here or elsewhere, told in the same words', async () => {
    await made('mine')
    const answers = [
      await kaiku.directory('POST', 'Users', fromEntra('MINE')),
      await kaiku.other('POST', 'Users', fromEntra('mine')),
      await kaiku.other('POST', 'Users', fromEntra('mine', { emails: [] })),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(409)
      expect(body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      })
    }
    expect(new Set(answers.map(({ body }) => body.detail.toLowerCase())).size).toBe(1)
    const { id } = await made('renamed')
    const rename = await kaiku.directory(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'replace', path: 'userName', value: 'stranger' }),
    )
    expect([rename.status, rename.body.scimType]).toEqual([409, 'uniqueness'])
  })

  it('is another universe’s user: absent for every call', async () => {
    const { id, userName } = await made('hidden')
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', fromEntra('hidden')],
      ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', undefined],
    ] as const)
      expect((await kaiku.other(method, `Users/${id}`, body)).status, method).toBe(404)
    expect((await kaiku.other('GET', `Users${where(`userName eq "${userName}"`)}`)).body.totalResults).toBe(0)
    expect((await kaiku.directory('GET', `Users/${id}`)).body.active).toBe(true)
  })

  it('is root, also as a member', async () => {
    const root = await createPerson(kaiku.stores, { username: 'operator', isRoot: true })
    await addMember(kaiku.stores.service, kaiku.acme, root.id)
    expect((await kaiku.directory('GET', `Users${where('userName eq "operator"')}`)).body.totalResults).toBe(0)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await kaiku.directory(method, `Users/${root.id}`)).status).toBe(404)
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await kaiku.directory('PATCH', `Users/${root.id}`, off)).status).toBe(404)
    expect((await kaiku.directory('POST', 'Users', fromEntra('x', { userName: 'operator' }))).status).toBe(409)
  })
})

describe('what cannot be', () => {
  it.each<[string, unknown, number, string]>([
    ['no user name', {}, 400, 'invalidValue'],
    ['an empty user name', { userName: ' ' }, 400, 'invalidValue'],
    ['signs in a user name', { userName: 'a b' }, 400, 'invalidValue'],
    ['a NUL in a name', { userName: 'ok1', name: { givenName: 'a\0' } }, 400, 'invalidValue'],
    ['half a surrogate pair', { userName: 'ok2', externalId: '\ud800' }, 400, 'invalidValue'],
    ['a name that is a list', { userName: 'ok3', name: ['x'] }, 400, 'invalidSyntax'],
    ['a mail that is none', { userName: 'ok4', emails: [{ value: 'none' }] }, 400, 'invalidValue'],
    ['a mail that is a number', { userName: 'ok5', emails: [7] }, 400, 'invalidSyntax'],
    ['a state that is a text', { userName: 'ok6', active: 'maybe' }, 400, 'invalidValue'],
    ['a language that is none', { userName: 'ok7', locale: '1' }, 400, 'invalidValue'],
    ['a list', [], 400, 'invalidSyntax'],
    ['no JSON', '{', 400, 'invalidSyntax'],
    ['a prototype', '{"userName":"ok8","__proto__":{"active":false}}', 400, 'invalidSyntax'],
  ])('%s is refused with its kind', async (_title, body, status, scimType) => {
    expect(await kaiku.directory('POST', 'Users', body)).toMatchObject({
      status,
      body: { status: String(status), scimType },
    })
  })

  it.each<[string, object, string]>([
    ['no operations', {}, 'invalidSyntax'],
    ['a verb that is none', patch({ op: 'move', path: 'active', value: true }), 'invalidSyntax'],
    ['a path that is none', patch({ op: 'add', path: 'emails[', value: 'x' }), 'invalidPath'],
    ['an attribute that is none', patch({ op: 'add', path: 'shoeSize', value: '44' }), 'invalidPath'],
    ['an attribute of every object', patch({ op: 'add', path: 'constructor', value: '44' }), 'invalidPath'],
    ['to remove nothing', patch({ op: 'remove' }), 'noTarget'],
    ['to remove the user name', patch({ op: 'remove', path: 'userName' }), 'invalidValue'],
    ['too much', patch(...Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'title' }))), 'tooMany'],
  ])('%s in a PATCH is refused, and nothing is half done', async (title, body, scimType) => {
    const before = await made(`half-${title.replaceAll(' ', '-')}`)
    expect(await kaiku.directory('PATCH', `Users/${before.id}`, body)).toMatchObject({
      status: 400,
      body: { scimType },
    })
    expect((await kaiku.directory('GET', `Users/${before.id}`)).body).toEqual(before)
  })

  it('a change of another version is refused; one that is known is not sent again', async () => {
    const { id, meta } = await made('versions')
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await kaiku.directory('GET', `Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(304)
    expect((await kaiku.directory('PATCH', `Users/${id}`, off, { 'if-match': 'W/"other"' })).status).toBe(412)
    const { status, body } = await kaiku.directory('PATCH', `Users/${id}`, off, { 'if-match': meta.version })
    expect([status, body.active]).toEqual([200, false])
    expect((await kaiku.directory('DELETE', `Users/${id}`, undefined, { 'if-match': meta.version })).status).toBe(412)
    expect((await kaiku.directory('DELETE', `Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204)
  })
})
