import { formatScimFilter, type ScimFilter, scimMatches } from '@kaiku/core/scim-filter.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directories, openDirectories, patch, where } from './directory.fixture.ts'

let kaiku: Directories
beforeAll(async () => {
  kaiku = await openDirectories()
  for (const [userName, givenName, familyName, email] of [
    ['ann', 'Ann', "O'Malley", 'ann@acme.example'],
    ['bert', 'Bert', 'Öberg', null],
    ['cleo', '', '100%_real', 'CLEO@other.example'],
  ] as const)
    await kaiku.directory('POST', 'Users', {
      ...{ userName, name: { givenName, familyName }, externalId: userName === 'bert' ? undefined : userName },
      ...(email && { emails: [{ value: email }] }),
    })
})
afterAll(() => kaiku?.close())

const found = async (filter: string) => {
  const { status, body } = await kaiku.directory('GET', `Users${where(filter)}`)
  return status === 200 ? body.Resources.map(({ userName }: { userName: string }) => userName).join(' ') : body.scimType
}

describe('a filter', () => {
  // Beside the three stand the administrator and the viewer of acme.
  it.each([
    ['userName eq "ANN"', 'ann'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"', 'ann'],
    ['username ne "ann"', 'admin viewer bert cleo'],
    ['name.familyName co "\'mal"', 'ann'],
    ['name.familyName co "%_"', 'cleo'],
    ['name.familyName co "%a"', ''],
    ['name.familyName sw "ö"', 'bert'],
    ['userName ew "RT"', 'bert'],
    ['userName ew ""', 'admin viewer ann bert cleo'],
    ['displayName eq "bert öberg"', 'bert'],
    ['externalId eq "ann"', 'ann'],
    ['externalId eq "ANN"', ''],
    ['externalId pr', 'ann cleo'],
    ['not (externalId pr)', 'admin viewer bert'],
    ['externalId eq null', 'admin viewer bert'],
    ['not (externalId eq "ann")', 'admin viewer bert cleo'],
    ['emails.value eq "cleo@OTHER.example"', 'cleo'],
    ['emails co "acme.example"', 'ann'],
    ['emails[type eq "work" and value ew "example"]', 'ann cleo'],
    ['emails[type eq "home"]', ''],
    ['emails pr and not (userName eq "cleo" or active eq false)', 'ann'],
    ['active eq "True" and name.givenName pr', 'ann bert'],
    ['userName gt "bert" and userName le "cleo"', 'cleo'],
    ['meta.created gt "2020-01-01T00:00:00Z" and userName sw "a"', 'admin ann'],
    ['meta.lastModified lt "2020-01-01T00:00:00+02:00"', ''],
    ['meta.resourceType eq "User" and userName eq "ann"', 'ann'],
    ['id eq "not an id"', ''],
    [`userName eq "ann' or '1'='1"`, ''],
    ['userName eq ""', ''],
    ['userName', 'invalidFilter'],
    ['shoeSize eq "44"', 'invalidFilter'],
    ['constructor eq "x"', 'invalidFilter'],
    ['emails.shoe eq "x"', 'invalidFilter'],
    ['userName[value eq "x"]', 'invalidFilter'],
    ['emails[emails[value pr]]', 'invalidFilter'],
    ['userName eq 1', 'invalidFilter'],
    ['userName gt null', 'invalidFilter'],
    ['active gt true', 'invalidFilter'],
    ['active eq "x"', 'invalidFilter'],
    ['meta.created gt "yesterday"', 'invalidFilter'],
    ['meta.created co "2020-01-01T00:00:00Z"', 'invalidFilter'],
    ['userName eq "a\\u0000"', 'invalidFilter'],
  ])('%s finds “%s”', async (filter, expected) => {
    expect(await found(filter)).toBe(expected)
  })

  it('finds what its meaning says, in every combination', async () => {
    const { Resources } = (await kaiku.directory('GET', 'Users')).body
    const facts = Resources.map(({ userName, externalId = null, active, locale }: Record<string, string | null>) => ({
      username: userName,
      externalid: externalId,
      active,
      locale,
    }))
    const simple: ScimFilter[] = [
      { kind: 'compare', path: 'userName', operator: 'co', value: 'E' },
      { kind: 'compare', path: 'externalId', operator: 'ne', value: 'ann' },
      { kind: 'present', path: 'externalId' },
      { kind: 'compare', path: 'active', operator: 'eq', value: false },
    ]
    const twice = simple.flatMap((left) =>
      simple.flatMap((right): ScimFilter[] => [
        { kind: 'and', left, right: { kind: 'not', inner: right } },
        { kind: 'not', inner: { kind: 'or', left, right } },
      ]),
    )
    for (const filter of twice) {
      const expected = facts.filter((one: Record<string, string>) => scimMatches(filter, one))
      const text = formatScimFilter(filter)
      expect(await found(text), text).toBe(expected.map((one: { username: string }) => one.username).join(' '))
    }
  })

  it('finds groups by name and member', async () => {
    const ann = (await kaiku.directory('GET', `Users${where('userName eq "ann"')}`)).body.Resources[0].id
    await kaiku.directory('POST', 'Groups', { displayName: 'Empty' })
    await kaiku.directory('POST', 'Groups', { displayName: 'Full', externalId: 'g1', members: [{ value: ann }] })
    for (const [filter, expected] of [
      [`members eq "${ann}"`, ['Full']],
      [`members[value eq "${ann}"] and displayName sw "f"`, ['Full']],
      ['not (members pr)', ['Empty']],
      ['externalId eq "g1" or displayName eq "empty"', ['Empty', 'Full']],
      ['displayName eq "Administrator"', []],
    ] as const) {
      const { Resources } = (await kaiku.directory('GET', `Groups${where(filter)}`)).body
      expect(
        Resources.map((one: { displayName: string }) => one.displayName),
        filter,
      ).toEqual(expected)
    }
    expect(await found('groups.display eq "full"')).toBe('ann')
  })
})

describe('a list', () => {
  it('comes in pages that say how much there is', async () => {
    const page = async (query: string) => {
      const { totalResults, startIndex, itemsPerPage, Resources } = (await kaiku.directory('GET', `Users?${query}`))
        .body
      return [
        totalResults,
        startIndex,
        itemsPerPage,
        Resources.map((one: { userName: string }) => one.userName).join(' '),
      ]
    }
    expect(await page('')).toEqual([5, 1, 5, 'admin viewer ann bert cleo'])
    expect(await page('startIndex=2&count=2')).toEqual([5, 2, 2, 'viewer ann'])
    expect(await page('startIndex=5&count=2')).toEqual([5, 5, 1, 'cleo'])
    expect(await page('startIndex=9')).toEqual([5, 9, 0, ''])
    expect(await page('startIndex=-3&count=1')).toEqual([5, 1, 1, 'admin'])
    expect(await page('count=0')).toEqual([5, 1, 0, ''])
    expect(await page('count=-1')).toEqual([5, 1, 0, ''])
    expect(await page('count=100000&STARTINDEX=4')).toEqual([5, 4, 2, 'bert cleo'])
    for (const query of ['count=x', 'startIndex=1.5', 'count=1&count=2', 'startIndex=99999999999'])
      expect((await kaiku.directory('GET', `Users?${query}`)).body, query).toMatchObject({ scimType: 'invalidValue' })
  })

  it('holds at most 200', async () => {
    await kaiku.stores.service.query(
      `with made as (insert into person (username) select 'z' || n from generate_series(1, 230) n returning id)
        insert into membership (universe, person) select $1, id from made`,
      [kaiku.globex],
    )
    const { totalResults, itemsPerPage } = (await kaiku.other('GET', 'Users?count=500')).body
    expect([totalResults, itemsPerPage]).toEqual([231, 200])
  })

  it('holds only the attributes that are asked for', async () => {
    const keys = async (query: string) => {
      const { Resources } = (await kaiku.directory('GET', `Users${where('userName eq "ann"')}&${query}`)).body
      return Resources[0]
    }
    const whole = await keys('')
    const { id, schemas, meta, userName } = whole
    expect(await keys('attributes=USERNAME')).toEqual({ id, schemas, meta, userName })
    expect(await keys('attributes=name.familyName,emails.value')).toEqual({
      ...{ id, schemas, meta, name: { familyName: "O'Malley" }, emails: [{ value: 'ann@acme.example' }] },
    })
    expect(await keys('attributes=nothing')).toEqual({ id, schemas, meta })
    const { emails: _, name, ...rest } = whole
    const { givenName: __, ...names } = name
    expect(await keys('excludedAttributes=emails,name.givenName,id')).toEqual({ ...rest, name: names })
  })
})

describe('the door', () => {
  it('opens by a directory’s token only, and only to its universe', async () => {
    const answers = [
      await kaiku.asWith('')('GET', 'Users'),
      await kaiku.asWith('kaiku_scim_wrong')('GET', 'Users'),
      await kaiku.asWith(kaiku.admin.authorization.slice(7))('GET', 'Users'),
      await kaiku.asWith('')('POST', 'Users', { userName: 'x' }),
      await kaiku.asWith('')('GET', 'nowhere'),
    ]
    for (const { status, headers, body } of answers) {
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="SCIM"'])
      expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    }
    const elsewhere = await kaiku.directory('GET', 'Users', undefined, { 'kaiku-universe': 'globex' })
    expect(elsewhere.body.Resources.map((one: { userName: string }) => one.userName)).not.toContain('stranger')
    const call = await kaiku.call('GET', 'user/list', undefined, { authorization: `Bearer ${kaiku.token}` })
    expect(call.statusCode).toBe(401)
  })

  it('says in the shape of SCIM what is not there or cannot be read', async () => {
    for (const [method, path, body, status] of [
      ['GET', 'nowhere', undefined, 404],
      ['GET', 'Users/not-an-id', undefined, 404],
      ['GET', 'Users/%00', undefined, 404],
      ['PUT', 'Users', {}, 404],
      ['POST', 'Users', `{"userName":"${'x'.repeat(1_100_000)}"}`, 413],
    ] as const) {
      const answer = await kaiku.directory(method, path, body)
      expect([answer.status, answer.body.status], path).toEqual([status, String(status)])
      expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    }
    const form = await kaiku.directory('POST', 'Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form).toMatchObject({ status: 415, body: { status: '415' } })
    const user = (await kaiku.directory('GET', 'Users')).body.Resources[2].id
    expect((await kaiku.directory('PATCH', `Users/${user}`)).body).toMatchObject({ scimType: 'invalidSyntax' })
    expect((await kaiku.directory('PATCH', `Users/${user}`, patch({ op: 'add' }))).body).toMatchObject({
      scimType: 'invalidSyntax',
    })
  })

  it('describes itself', async () => {
    const { body } = await kaiku.directory('GET', 'ServiceProviderConfig')
    expect(body).toMatchObject({
      ...{ patch: { supported: true }, filter: { supported: true, maxResults: 200 }, etag: { supported: true } },
      ...{ bulk: { supported: false }, sort: { supported: false }, changePassword: { supported: false } },
    })
    for (const path of ['ResourceTypes', 'Schemas']) {
      const { totalResults, Resources } = (await kaiku.directory('GET', path)).body
      expect(totalResults).toBe(2)
      for (const one of Resources) expect((await kaiku.directory('GET', `${path}/${one.id}`)).body).toEqual(one)
      expect((await kaiku.directory('GET', `${path}/nothing`)).status).toBe(404)
    }
    const [user] = (await kaiku.directory('GET', 'Users')).body.Resources
    const [schema] = (await kaiku.directory('GET', 'Schemas')).body.Resources
    const named = schema.attributes.map((one: { name: string }) => one.name)
    expect(Object.keys(user).filter((name) => !['schemas', 'id', 'meta', ...named].includes(name))).toEqual([])
  })

  it('shuts for a minute after too many wrong tokens, for who has none', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 80; n += 1) statuses.add((await kaiku.asWith(`kaiku_scim_${n}`)('GET', 'Users')).status)
    expect([...statuses]).toEqual([401, 429])
    expect((await kaiku.directory('GET', 'Users?count=1')).status).toBe(200)
  })
})
