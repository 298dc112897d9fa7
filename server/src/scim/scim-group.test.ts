import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, createPerson } from '../person/person.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { roleFields, userFields } from '../user/two-universes.fixture.ts'
import { type Directories, groupSchema, openDirectories, patch, where } from './directory.fixture.ts'

let kaiku: Directories
let [anna, bo, elsewhere] = ['', '', '']
beforeAll(async () => {
  kaiku = await openDirectories()
  anna = (await kaiku.directory('POST', 'Users', { userName: 'anna' })).body.id
  bo = (await kaiku.directory('POST', 'Users', { userName: 'bo' })).body.id
  elsewhere = (await kaiku.other('POST', 'Users', { userName: 'elsewhere' })).body.id
})
afterAll(() => kaiku?.close())

type Given = { roleId: string; rows: object; figures: object | null }
const member = (value: string) => ({ value })
const group = (displayName: string, members: object[] = []) => ({ schemas: [groupSchema], displayName, members })
const made = async (name: string, ...members: string[]) =>
  (await kaiku.directory('POST', 'Groups', group(name, members.map(member)))).body
const ids = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value).sort()
const roleNamed = async (name: string) =>
  (await kaiku.call('GET', 'role/list')).json().find((one: { name: string }) => one.name === name)
const rolesOf = async (userId: string) => (await kaiku.call('GET', `user/one/${userId}`)).json().roles

describe('a group', () => {
  it('of Entra ID is looked for, made, filled and emptied; it is a role that allows nothing yet', async () => {
    const search = where('displayName eq "stores"')
    expect((await kaiku.directory('GET', `Groups${search}&excludedAttributes=members`)).body.totalResults).toBe(0)
    const { status, headers, body } = await kaiku.directory('POST', 'Groups', {
      ...{ schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'] },
      ...{ externalId: 'object-1', displayName: 'Stores', meta: { resourceType: 'Group' } },
    })
    expect([status, headers.location, body.members]).toEqual([201, body.meta.location, []])
    expect(await roleNamed('Stores')).toMatchObject({ permissions: [], members: 0, groups: 1 })
    const added = await kaiku.directory(
      ...['PATCH' as const, `Groups/${body.id}`],
      patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: anna }, { value: bo.toUpperCase() }] }),
    )
    expect(ids(added.body)).toEqual([anna, bo].sort())
    expect(added.body.meta.version).not.toBe(body.meta.version)
    expect(await rolesOf(anna)).toMatchObject([{ name: 'Stores', source: 'scim', rows: {} }])
    expect((await kaiku.directory('GET', `Users/${anna}`)).body.groups).toMatchObject([
      { value: body.id, display: 'Stores' },
    ])
    const found = (await kaiku.directory('GET', `Groups${search}&excludedAttributes=members`)).body
    expect(found.Resources[0]).toMatchObject({ id: body.id, externalId: 'object-1' })
    expect(found.Resources[0]).not.toHaveProperty('members')
    expect(found.Resources[0].meta.version).toBe(added.body.meta.version)
    const one = patch({ op: 'Remove', path: 'members', value: [{ value: anna }] })
    expect(ids((await kaiku.directory('PATCH', `Groups/${body.id}`, one)).body)).toEqual([bo])
    expect(await rolesOf(anna)).toEqual([])
    const { rows } = await kaiku.stores.service.query(
      `select after from audit where action = 'scim.change' and subject = 'Stores' order by at, id`,
    )
    expect(rows.map(({ after }) => after.added)).toEqual([undefined, expect.arrayContaining([anna, bo]), []])
  })

  it('of Okta is renamed by an object, loses a member in brackets and is replaced as a whole', async () => {
    const { id } = await made('Pushed', anna, bo)
    const { status, body } = await kaiku.directory(
      ...['PATCH' as const, `Groups/${id}`],
      patch(
        { op: 'replace', value: { id, displayName: 'Pushed again' } },
        { op: 'remove', path: `members[value eq "${anna}"]` },
      ),
    )
    expect([status, body.displayName, ids(body)]).toEqual([200, 'Pushed again', [bo]])
    const whole = await kaiku.directory(
      'PATCH',
      `Groups/${id}`,
      patch({ op: 'replace', path: 'members', value: [member(anna)] }),
    )
    expect(ids(whole.body)).toEqual([anna])
    expect(ids((await kaiku.directory('PUT', `Groups/${id}`, group('Pushed', [member(bo)]))).body)).toEqual([bo])
    const none = await kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'remove', path: 'members' }))
    expect(none.body.members).toEqual([])
    expect((await kaiku.directory('DELETE', `Groups/${id}`)).status).toBe(204)
    expect((await kaiku.directory('GET', `Groups/${id}`)).status).toBe(404)
    expect(await roleNamed('Pushed')).toBeUndefined()
  })

  it('is the role of its name where there is one; the directory gives and takes only its own', async () => {
    const role = (await kaiku.call('POST', 'role/create', roleFields({ name: 'Managers' }))).json()
    const byHand = (await kaiku.call('POST', 'user/create', userFields('hand', [role.roleId]))).json().userId
    const { id, members } = await made('managers', anna)
    expect(members).toEqual([expect.objectContaining({ value: anna })])
    expect(await rolesOf(anna)).toMatchObject([{ roleId: role.roleId, name: 'Managers', source: 'scim' }])
    await kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'add', path: 'members', value: [member(byHand)] }))
    await kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'replace', path: 'members', value: [] }))
    expect(await rolesOf(byHand)).toMatchObject([{ name: 'Managers', source: 'hand' }])
    expect((await kaiku.directory('POST', 'Groups', group('MANAGERS'))).body).toMatchObject({ scimType: 'uniqueness' })
    expect((await kaiku.directory('DELETE', `Groups/${id}`)).status).toBe(204)
    expect((await kaiku.directory('GET', `Groups/${id}`)).status).toBe(404)
    expect(await roleNamed('Managers')).toMatchObject({ permissions: ['seeIndicators'], members: 1 })
  })

  it('says by its name where its role is given, and somebody in two groups has it at both places', async () => {
    const made201 = async (name: string) => {
      const { status, body } = await kaiku.directory('POST', 'Groups', group(name, [member(anna)]))
      expect([status, body.displayName]).toEqual([201, name])
      return body.id
    }
    const { roleId } = (await kaiku.call('POST', 'role/create', roleFields({ name: 'Store manager' }))).json()
    const [one, two] = [await made201('Store manager @ Helsinki'), await made201('store manager @ stores: SE')]
    const places = async () =>
      (await rolesOf(anna)).filter((each: Given) => each.roleId === roleId).map((each: Given) => each.rows)
    const [helsinki, sweden] = [{ stores: [['fi', 'hki']] }, { stores: [['se']] }]
    expect(await places()).toEqual([helsinki, sweden])
    const shown = (await kaiku.directory('GET', `Users/${anna}`)).body.groups
    expect(shown.map(({ value }: { value: string }) => value)).toEqual(expect.arrayContaining([one, two]))
    const renamed = (name: string, id = two) =>
      kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'replace', path: 'displayName', value: name }))
    // Figures may reach further, and less far again.
    const figures = async () =>
      (await rolesOf(anna)).filter((each: Given) => each.roleId === roleId).map((each: Given) => each.figures)
    for (const [name, expected] of [
      ['Store manager @ SE (figures: Finland | SE)', { stores: [['fi'], ['se']] }],
      ['Store manager @ SE (figures: *)', {}],
      ['Store manager @ SE', null],
    ] as const) {
      expect((await renamed(name)).status).toBe(200)
      expect([await places(), await figures()]).toEqual([
        [helsinki, sweden],
        [null, expected],
      ])
    }
    expect((await renamed('Store manager @ SE (figures: Oslo)')).status).toBe(400)
    expect((await renamed('Store manager @ stores,all,fi | SE')).status).toBe(200)
    expect(await places()).toEqual([helsinki, { stores: [['fi'], ['se']] }])
    for (const name of ['Store manager @ Oslo', 'New role @ stores,all,no']) {
      const refused = await renamed(name)
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('isn’t a place')])
      expect((await kaiku.directory('POST', 'Groups', group(name))).status).toBe(400)
    }
    expect((await renamed('Shop manager')).body.detail).toContain('rename it in Kaiku first')
    expect(await roleNamed('New role')).toBeUndefined()
    // Where groups give it at most is the role’s to say.
    const { version, ...role } = await roleNamed('Store manager')
    const limited = { ...roleFields({ name: role.name, rows: { stores: [['fi']] } }), version }
    expect((await kaiku.call('PUT', `role/save/${roleId}`, limited)).statusCode).toBe(200)
    expect(await places()).toEqual([helsinki, { stores: [['fi']] }])
    await kaiku.directory('DELETE', `Groups/${one}`)
    expect(await places()).toEqual([{ stores: [['fi']] }])
    await kaiku.directory('DELETE', `Groups/${two}`)
    expect([await places(), (await roleNamed('Store manager')).members]).toEqual([[], 0])
  })

  it('gives its rights at once', async () => {
    await kaiku.call('POST', 'role/create', roleFields({ name: 'Readers', permissions: ['manageUsers'] }))
    const { id } = await made('Readers')
    const carla = await signedIn(kaiku.stores, { universe: kaiku.acme, grants: [], username: 'carla' })
    const status = async () => (await kaiku.call('GET', 'role/list', undefined, carla)).statusCode
    expect(await status()).toBe(403)
    const found = (await kaiku.directory('GET', `Users${where('userName eq "carla"')}`)).body.Resources[0].id
    await kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'add', path: 'members', value: [member(found)] }))
    expect(await status()).toBe(200)
    await kaiku.directory('PATCH', `Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${found}"]` }))
    expect(await status()).toBe(403)
  })

  it('cannot break what was asserted about access', async () => {
    await kaiku.call('POST', 'role/create', roleFields({ name: 'Finns' }))
    const { id } = await made('Finns')
    await kaiku.call('POST', 'access/assertion', {
      ...{ userId: bo, survey: 'retail', permission: 'seeIndicators', path: 'stores,all,fi', may: false, note: '' },
    })
    const { status, body } = await kaiku.directory(
      ...['PATCH' as const, `Groups/${id}`],
      patch({ op: 'add', path: 'members', value: [member(anna), member(bo)] }),
    )
    expect([status, body.scimType]).toEqual([409, undefined])
    expect(body.detail).toContain('bo must not have seeIndicators')
    expect((await kaiku.directory('GET', `Groups/${id}`)).body.members).toEqual([])
  })

  it('has members of its own universe only, root never', async () => {
    const root = await createPerson(kaiku.stores, { username: 'operator', isRoot: true })
    await addMember(kaiku.stores.service, kaiku.acme, root.id)
    const { id } = await made('Own')
    for (const value of [elsewhere, root.id, id, 'nobody', `${anna}' or true --`]) {
      const answer = await kaiku.directory(
        'PATCH',
        `Groups/${id}`,
        patch({ op: 'add', path: 'members', value: [member(anna), member(value)] }),
      )
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
      expect((await kaiku.directory('POST', 'Groups', group('New', [member(value)]))).status).toBe(400)
    }
    expect((await kaiku.directory('GET', `Groups/${id}`)).body.members).toEqual([])
    expect(await roleNamed('New')).toBeUndefined()
  })

  it('of another universe is absent for every call', async () => {
    const { id } = await made('Ours', anna)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', group('Theirs')],
      ['PATCH', patch({ op: 'remove', path: 'members' })],
      ['DELETE', undefined],
    ] as const)
      expect((await kaiku.other(method, `Groups/${id}`, body)).status, method).toBe(404)
    expect((await kaiku.other('GET', `Groups${where('displayName eq "Ours"')}`)).body.totalResults).toBe(0)
    expect((await kaiku.other('POST', 'Groups', group('Ours'))).status).toBe(201)
    expect(ids((await kaiku.directory('GET', `Groups/${id}`)).body)).toEqual([anna])
  })

  it.each<[string, object, string]>([
    ['no name', patch({ op: 'remove', path: 'displayName' }), 'invalidValue'],
    ['a member without an id', patch({ op: 'add', path: 'members', value: [{}] }), 'invalidValue'],
    ['a change of a member', patch({ op: 'replace', path: 'members[value eq "a"]', value: {} }), 'mutability'],
    ['an attribute that is none', patch({ op: 'add', path: 'permissions', value: ['manageUsers'] }), 'invalidPath'],
    ['a taken name', patch({ op: 'replace', path: 'displayName', value: 'ADMINISTRATOR' }), 'uniqueness'],
  ])('%s is refused, and nothing is half done', async (title, body, scimType) => {
    const before = await made(`Half ${title}`, anna)
    const answer = await kaiku.directory('PATCH', `Groups/${before.id}`, body)
    expect([answer.body.scimType, answer.status]).toEqual([scimType, scimType === 'uniqueness' ? 409 : 400])
    expect((await kaiku.directory('GET', `Groups/${before.id}`)).body).toEqual(before)
  })
})
