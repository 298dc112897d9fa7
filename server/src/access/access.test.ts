import type { AccessAssertion } from '@kaiku/contract/access.ts'
import type { Role } from '@kaiku/contract/role.ts'
import type { User } from '@kaiku/contract/user.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { openTwoUniverses, roleAt, roleFields, type TwoUniverses, userFields } from '../user/two-universes.fixture.ts'

let kaiku: TwoUniverses
let reader: Role
let comments: Role
let anna: User

const nobody = '01890000-0000-7000-8000-000000000000'
const post = async (url: string, payload: object) => (await kaiku.call('POST', url, payload)).json()
const finland = () => roleAt(reader.roleId, ['fi'])
const sweden = () => roleAt(reader.roleId, ['se'])
const saveAnna = async (roles: Parameters<typeof userFields>[1]) => {
  const { version } = (await kaiku.call('GET', `user/one/${anna.userId}`)).json()
  const { username: _, ...fields } = userFields('anna', roles)
  return kaiku.call('PUT', `user/save/${anna.userId}`, { ...fields, version })
}

beforeAll(async () => {
  kaiku = await openTwoUniverses()
  reader = await post('role/create', roleFields({ name: 'Reader' }))
  comments = await post('role/create', roleFields({ name: 'Comments', permissions: ['seeComments'] }))
  anna = await post('user/create', userFields('anna', [finland(), comments.roleId]))
})
afterAll(() => kaiku?.close())

describe('the explanation of access', () => {
  const explain = async (path: string, query = '', headers = kaiku.admin) =>
    kaiku.call(
      'GET',
      `access/explain/retail/${encodeURIComponent(path)}?user=${anna.userId}${query}`,
      undefined,
      headers,
    )

  it('says role by role why somebody sees a place, or does not', async () => {
    const where = [{ view: 'stores', title: 'Stores', places: [['All', 'Finland']] }]
    expect((await explain('stores,all,se')).json()).toMatchObject({
      ...{ username: 'anna', name: 'Anna Aalto', place: ['All', 'Sweden'], answer: 'none', standing: 'member' },
      roles: [
        { role: 'Comments', reason: 'noPermission', where: [] },
        { role: 'Reader', reason: 'elsewhere', where },
      ],
    })
    expect((await explain('stores,all,fi,hki')).json()).toMatchObject({
      ...{ place: ['All', 'Finland', 'Helsinki'], answer: 'all' },
    })
    expect((await explain('stores,all')).json().answer).toBe('part')
    expect((await explain('stores,all,se', '&permission=seeComments')).json().answer).toBe('all')
  })

  it('says nothing about a place, survey or person that is not there', async () => {
    expect((await explain('stores,all,no')).statusCode).toBe(404)
    expect((await kaiku.call('GET', `access/explain/nowhere/a,b?user=${anna.userId}`)).statusCode).toBe(404)
    expect((await kaiku.call('GET', `access/explain/retail/stores,all?user=${nobody}`)).statusCode).toBe(404)
    expect((await explain('stores,all,se', '', kaiku.stranger)).statusCode).toBe(404)
  })

  it('comes to who manages users', async () => {
    expect((await explain('stores,all', '', kaiku.viewer)).statusCode).toBe(403)
    expect((await explain('stores,all', '', { authorization: '' })).statusCode).toBe(401)
  })

  it('tells that a deactivated member sees nothing, whatever the roles say', async () => {
    const { userId } = await post('user/create', userFields('olga', [finland()]))
    await kaiku.call('POST', `user/state/${userId}`, { state: 'deactivated' })
    const told = await kaiku.call('GET', `access/explain/retail/stores,all,fi?user=${userId}`)
    expect(told.json()).toMatchObject({ standing: 'deactivated', answer: 'none', roles: [{ reason: 'all' }] })
  })
})

describe('the list of who can open a page', () => {
  const openers = async (path: string, query = '', headers = kaiku.admin) =>
    kaiku.call('GET', `access/openers/retail/${encodeURIComponent(path)}${query}`, undefined, headers)
  const named = (reply: { json(): { people: { username: string; answer: string }[] } }) =>
    Object.fromEntries(reply.json().people.map(({ username, answer }) => [username, answer]))

  it('names people with the assignments that open it, and roles with how many they are', async () => {
    const reply = await openers('stores,all,fi')
    expect(named(reply)).toEqual({ admin: 'all', anna: 'all', viewer: 'all' })
    expect(reply.json()).toMatchObject({ total: 3 })
    expect(reply.json().roles).toContainEqual({ role: 'Reader', people: 1 })
    expect(reply.json().people.find(({ username }: User) => username === 'anna').roles).toEqual([
      { role: 'Reader', where: [{ view: 'stores', title: 'Stores', places: [['All', 'Finland']] }] },
    ])
    expect(named(await openers('stores,all'))).toMatchObject({ anna: 'part' })
    expect(named(await openers('stores,all,se'))).not.toHaveProperty('anna')
    expect(named(await openers('stores,all,fi', '?permissions=handleAlerts,manageSamples'))).not.toHaveProperty('anna')
    expect(named(await openers('stores,all,fi', '?permissions=handleAlerts,seeComments'))).toHaveProperty('anna')
  })

  it('finds by name whoever cannot, too, and nobody of another universe', async () => {
    expect(named(await openers('stores,all,se', '?search=aalto'))).toEqual({ anna: 'none' })
    expect(named(await openers('stores,all', '?search=stranger'))).toEqual({})
    expect(named(await openers('stores,all', '', kaiku.stranger))).toEqual({ stranger: 'all' })
  })

  it('comes to who manages users, for places that they may see themselves', async () => {
    expect((await openers('stores,all', '', kaiku.viewer)).statusCode).toBe(403)
    expect((await openers('stores,all', '', { authorization: '' })).statusCode).toBe(401)
    expect((await openers('stores,all,no')).statusCode).toBe(404)
    expect((await openers('stores,all', '?permissions=fly')).statusCode).toBe(400)
    const manager = await post(
      'role/create',
      roleFields({ name: 'Manager', permissions: ['manageUsers', 'seeIndicators'] }),
    )
    const { userId } = await post('user/create', userFields('maija', [roleAt(manager.roleId, ['fi'])]))
    const maija = await signedInAs(kaiku.stores, userId, kaiku.acme)
    expect((await openers('stores,all,fi', '', maija)).statusCode).toBe(200)
    expect((await openers('stores,all,se', '', maija)).statusCode).toBe(404)
  })
})

describe('what roles come to', () => {
  const effective = (roles: readonly object[], headers = kaiku.admin) =>
    kaiku.call('POST', 'access/effective', { roles }, headers)

  it('joins assignments permission by permission, and stops at the widest', async () => {
    const everywhere = await post('role/create', roleFields({ name: 'Everywhere' }))
    const places = (name: string) => [{ view: 'stores', title: 'Stores', places: [['All', name]] }]
    expect((await effective([finland(), sweden(), roleAt(comments.roleId)])).json()).toEqual([
      {
        ...{ survey: 'retail', title: 'Retail' },
        groups: [
          {
            ...{ permissions: ['seeIndicators'], isEverywhere: false },
            sources: [
              { role: 'Reader', where: places('Finland') },
              { role: 'Reader', where: places('Sweden') },
            ],
          },
          { permissions: ['seeComments'], isEverywhere: true, sources: [{ role: 'Comments', where: [] }] },
        ],
      },
    ])
    const [{ groups }] = (await effective([finland(), roleAt(everywhere.roleId)])).json()
    expect(groups).toEqual([
      { permissions: ['seeIndicators'], isEverywhere: true, sources: [{ role: 'Everywhere', where: [] }] },
    ])
    expect((await effective([])).json()[0].groups).toEqual([])
  })

  it('knows no role of another universe, and answers only who manages users', async () => {
    expect((await effective([finland()], kaiku.stranger)).statusCode).toBe(404)
    expect((await effective([finland()], kaiku.viewer)).statusCode).toBe(403)
    expect((await effective([], { authorization: '' })).statusCode).toBe(401)
  })
})

describe('an assertion about access', () => {
  const fields = (more: object = {}) => ({
    ...{ userId: anna.userId, survey: 'retail', permission: 'seeIndicators', path: 'stores,all,se', may: false },
    ...{ note: 'by contract', ...more },
  })
  const list = async (headers = kaiku.admin): Promise<AccessAssertion[]> =>
    (await kaiku.call('GET', 'access/assertion', undefined, headers)).json()

  it('is listed in words with whether it holds', async () => {
    const made: AccessAssertion = await post('access/assertion', fields())
    expect(made).toMatchObject({ name: 'Anna Aalto', surveyTitle: 'Retail', place: ['All', 'Sweden'], state: 'holds' })
    const broken = await post('access/assertion', fields({ path: 'stores,all,fi' }))
    expect((await list()).map(({ state }) => state)).toEqual(['holds', 'broken'])
    await kaiku.call('DELETE', `access/assertion/${broken.assertionId}`)
    expect(await list()).toHaveLength(1)
  })

  it('takes back what would break it, naming the person: a member’s roles, a copy, a role', async () => {
    const expected = 'Anna Aalto (anna) must not have seeIndicators at All › Sweden in Retail: by contract'
    const refused = async (reply: ReturnType<typeof kaiku.call>) => {
      const { statusCode, json } = await reply
      expect([statusCode, json().code, json().details?.[0]]).toEqual([
        ...[409, 'conflict'],
        { place: 'Anna Aalto', expected, found: 'would not hold', about: expect.any(String) },
      ])
    }
    await refused(saveAnna([finland(), sweden()]))
    const bertil = await post('user/create', { ...userFields('bertil', [sweden()]), givenName: 'Bertil' })
    await refused(kaiku.call('POST', `user/copyaccess/${anna.userId}`, { from: bertil.userId }))
    const { roleId, version } = comments
    const wider = roleFields({ name: 'Comments', permissions: ['seeComments', 'seeIndicators'] })
    await refused(kaiku.call('PUT', `role/save/${roleId}`, { ...wider, version }))
    expect((await kaiku.call('GET', `role/one/${roleId}`)).json()).toMatchObject({
      version,
      permissions: ['seeComments'],
    })
    expect((await kaiku.call('GET', `user/one/${anna.userId}`)).json().roles).toHaveLength(2)
  })

  it('keeps a role that somebody must have from being deleted', async () => {
    const must = await post('access/assertion', fields({ path: 'stores,all,fi', may: true, note: '' }))
    const reply = await kaiku.call('DELETE', `role/remove/${reader.roleId}`)
    expect([reply.statusCode, reply.json().details[0].about]).toEqual([409, must.assertionId])
    await kaiku.call('DELETE', `access/assertion/${must.assertionId}`)
  })

  it('that is broken already stands in the way of nothing else', async () => {
    const broken = await post('access/assertion', fields({ path: 'stores,all,fi' }))
    expect((await saveAnna([finland()])).statusCode).toBe(200)
    await kaiku.call('DELETE', `access/assertion/${broken.assertionId}`)
  })

  it('is changed, and written into the log with before and after', async () => {
    const made: AccessAssertion = await post('access/assertion', fields({ path: 'stores,all,fi', may: true }))
    const url = `access/assertion/${made.assertionId}`
    const changed = await kaiku.call('PUT', url, fields({ path: 'stores,all,fi,hki', may: true, note: 'new' }))
    expect(changed.json()).toMatchObject({ place: ['All', 'Finland', 'Helsinki'], note: 'new', state: 'holds' })
    const { rows } = await kaiku.stores.service.query(
      `select before->>'note' as before, after->>'note' as after from audit
        where action = 'access.assert' and before is not null and after is not null`,
    )
    expect(rows).toEqual([{ before: 'by contract', after: 'new' }])
    expect((await kaiku.call('DELETE', url)).json()).toEqual({ removed: true })
  })

  it('is not there for another universe, and needs a person, a survey and a place of this one', async () => {
    const [{ assertionId } = { assertionId: '' }] = await list()
    expect(await list(kaiku.stranger)).toEqual([])
    const url = `access/assertion/${assertionId}`
    expect((await kaiku.call('PUT', url, fields(), kaiku.stranger)).statusCode).toBe(404)
    expect((await kaiku.call('DELETE', url, undefined, kaiku.stranger)).statusCode).toBe(404)
    expect((await kaiku.call('POST', 'access/assertion', fields(), kaiku.stranger)).statusCode).toBe(404)
    for (const wrong of [{ survey: 'nowhere' }, { path: 'stores,all,no' }, { userId: nobody }])
      expect((await kaiku.call('POST', 'access/assertion', fields(wrong))).statusCode).toBe(404)
  })

  it('is managed by who manages users', async () => {
    for (const [headers, status] of [
      [kaiku.viewer, 403],
      [{ authorization: '' }, 401],
    ] as const)
      for (const [method, url, payload] of [
        ['GET', 'access/assertion', undefined],
        ['POST', 'access/assertion', fields()],
        ['PUT', `access/assertion/${nobody}`, fields()],
        ['DELETE', `access/assertion/${nobody}`, undefined],
      ] as const)
        expect([url, (await kaiku.call(method, url, payload, headers)).statusCode]).toEqual([url, status])
  })
})

describe('the places of an assignment', () => {
  it('are found below one and by name, with the names above them', async () => {
    const below = (await kaiku.call('GET', 'role/nodes/stores?under=fi')).json()
    expect(below).toEqual([
      { view: 'stores', path: ['fi', 'hki'], names: ['All', 'Finland', 'Helsinki'], opens: false },
    ])
    const top = (await kaiku.call('GET', 'role/nodes/stores')).json()
    expect(top.map(({ names, opens }: { names: string[]; opens: boolean }) => [names.at(-1), opens])).toEqual([
      ['Finland', true],
      ['Sweden', false],
    ])
    expect((await kaiku.call('GET', 'role/nodes/stores?query=HELS')).json()).toEqual(below)
  })

  it('are told with the role and with the user; one that is gone hinders no other change', async () => {
    const { roleId } = reader
    const places = [{ view: 'stores', path: ['fi'], names: ['All', 'Finland'] }]
    expect((await kaiku.call('GET', `role/one/${roleId}`)).json()).toMatchObject({
      people: expect.arrayContaining([expect.objectContaining({ name: 'Anna Aalto', username: 'anna', places })]),
    })
    expect((await kaiku.call('GET', `user/one/${anna.userId}`)).json().roles).toMatchObject([{ roleId, places }])
    await kaiku.stores.service.query(`update role_member set rows = '{"stores":[["gone"]]}' where person = $1`, [
      anna.userId,
    ])
    expect((await kaiku.call('GET', `user/one/${anna.userId}`)).json().roles[0].places).toEqual([
      { view: 'stores', path: ['gone'], names: ['gone'] },
    ])
    const gone = roleAt(roleId, ['gone'])
    expect((await saveAnna([gone, comments.roleId])).statusCode).toBe(200)
    const unknown = await saveAnna([roleAt(roleId, ['gone'], ['se'])])
    expect([unknown.statusCode, unknown.json().details]).toEqual([
      400,
      [{ place: 'rows/stores', expected: 'a place of the view', found: 'gone' }],
    ])
  })

  it('are not there for a view that no survey has, and not for everybody', async () => {
    expect((await kaiku.call('GET', 'role/nodes/nowhere')).statusCode).toBe(404)
    expect((await kaiku.call('GET', 'role/nodes/stores', undefined, kaiku.viewer)).statusCode).toBe(403)
    expect((await kaiku.call('GET', 'role/nodes/stores', undefined, { authorization: '' })).statusCode).toBe(401)
  })
})
