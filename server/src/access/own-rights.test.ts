import type { Role } from '@kaiku/contract/role.ts'
import type { User } from '@kaiku/contract/user.ts'
import { fullGrant, type Grant, grantsFor, type NodesByView, type Permission } from '@kaiku/core/access.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, createPerson, personById } from '../person/person.ts'
import { followClaims } from '../provider-token/claimed-rights.ts'
import { publish } from '../publishing/definition.ts'
import { grantsOf } from '../role/assignment.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { openSession } from '../session/session.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'
import { openTwoUniverses, retailFiles, roleAt, type TwoUniverses } from '../user/two-universes.fixture.ts'

let kaiku: TwoUniverses
beforeAll(async () => {
  kaiku = await openTwoUniverses()
})
afterAll(() => kaiku?.close())

const permissions = ['seeIndicators', 'seeComments', 'manageUsers', 'manageUniverse'] as const
const everywhere: NodesByView = {}
const places = [
  everywhere,
  { stores: [['fi']] },
  { stores: [['fi', 'hki']] },
  { stores: [['se']] },
  { stores: [['fi'], ['se']] },
]

/** Everything that grants allow, one by one, read as rules 20 say it; a leaf of null has no such view. */
function allowed(grants: readonly Grant[]): Set<string> {
  const leaves = [['fi', 'hki'], ['fi'], ['se'], [], null]
  const found = new Set<string>()
  const holds = (nodes: NodesByView, leaf: readonly string[] | null) =>
    nodes.stores?.some((path) => leaf !== null && path.every((id, at) => leaf[at] === id)) ?? true
  for (const survey of ['retail', 'to come'])
    for (const one of grantsFor(grants, survey))
      for (const permission of one.permissions)
        for (const leaf of leaves) {
          if (holds(one.rows, leaf)) found.add(`${permission} ${survey} rows ${String(leaf)}`)
          const figures = permission === 'seeIndicators' ? (one.figures ?? one.rows) : one.rows
          if (holds(figures, leaf)) found.add(`${permission} ${survey} figures ${String(leaf)}`)
        }
  return found
}

const index = fc.nat({ max: 11 })
const some = fc.uniqueArray(index, { maxLength: 3 })
const what = fc.record({
  permissions: fc.uniqueArray(fc.constantFrom<Permission>(...permissions)),
  surveys: fc.constantFrom(null, ['retail']),
  rows: fc.constantFrom(...places),
  figures: fc.constantFrom(null, null, ...places),
})
const kinds = [
  ...['createRole', 'saveRole', 'removeRole', 'createUser', 'saveUser', 'saveUser', 'state', 'invite', 'copyAccess'],
  ...['copyAccess', 'resetFactor', 'makeToken', 'makeKey', 'directoryUser', 'directoryMail', 'directoryGroup'],
  ...['directoryGroup', 'directoryMember', 'directoryRename', 'directoryLeave', 'claim', 'importUsers', 'viewAs'],
] as const
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  ...{ what, roles: some, one: index, other: index, flag: fc.boolean(), home: fc.boolean() },
})
const world = fc.record({
  roles: fc.array(what, { minLength: 3, maxLength: 4 }),
  people: fc.array(some, { minLength: 3, maxLength: 3 }),
  ...{ actor: some, abroad: some },
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const rules = [{ kind: 'group', value: 'x' }]
const nobody = '01890000-0000-7000-8000-000000000000'
const mine = (name: string) => `${name}@actor.example`
let made = 0

/** Two universes with roles and people, and somebody who manages users in both, each as far as chance has it. */
async function openWorld({ roles, people, actor, abroad }: World) {
  made += 1
  const { stores } = kaiku
  const { service } = stores
  const person = (name: string, more: object = {}) =>
    createPerson(stores, { username: `${name}-${made}`, email: `${name}-${made}@office.example`, ...more })
  const acting = await person('actor', { email: mine(`w${made}`) })
  const everybody = await Promise.all(people.map((_, at) => person(`p${at}`)))
  const boss = await person('boss')
  const root = await person('operator', { isRoot: true })
  const open = async (name: string, own: readonly number[]) => {
    const universe = (await createUniverse(stores, { name: `${name}-${made}`, title: name, timeZone: 'UTC' })).id
    await publish(stores, universe, retailFiles('Retail'), 'test')
    const ids = await Promise.all(roles.map((one, at) => ensureRole(service, universe, { ...one, role: `role ${at}` })))
    const give = async (to: string, which: readonly number[]) => {
      await addMember(service, universe, to)
      for (const at of which) {
        const one = roles[at % roles.length]
        const where = { rows: places[at % places.length] ?? everywhere, figures: one?.figures ?? null }
        await giveRole(service, universe, ids[at % ids.length] ?? '', to, where)
      }
    }
    await give(acting.id, own)
    const managing = { ...fullGrant('Managers'), permissions: ['manageUsers' as const] }
    const managers = await ensureRole(service, universe, managing)
    await giveRole(service, universe, managers, acting.id, { ...managing, rows: places[own.length] ?? everywhere })
    for (const [at, one] of everybody.entries()) if (name === 'home' || at > 0) await give(one.id, people[at] ?? [])
    await give(boss.id, [])
    await giveRole(service, universe, await ensureRole(service, universe, fullGrant('Administrator')), boss.id)
    if (name === 'home') await give(root.id, [])
    return { name: `${name}-${made}`, universe, limit: allowed(await grantsOf(service, universe, acting.id)) }
  }
  const universes = [await open('home', actor), await open('abroad', abroad)] as const
  const origin = { isRemembered: false, address: '::1', agent: 'test' }
  const token = await openSession(stores, { person: acting.id, universe: universes[0].universe, ...origin })
  return { number: made, universes, acting, headers: { authorization: `Bearer ${token}` } }
}
type Opened = Awaited<ReturnType<typeof openWorld>>

/** What the actor does, whatever comes of it; the status of the answer. */
async function act(world: Opened, at: number, { kind, what, roles, one, other, flag, home }: Step, tokens: string[]) {
  const { name: universe } = world.universes[home ? 0 : 1]
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, more: object = {}) =>
    kaiku.call(method, url, body, { ...world.headers, 'kaiku-universe': universe, ...more })
  const [users, known] = [(await ask('GET', 'user/list')).json(), (await ask('GET', 'role/list')).json()]
  if (!Array.isArray(users) || !Array.isArray(known)) return 403
  const pick = <T>(all: readonly T[], which: number) => all[which % all.length] as T
  const [user, from, role] = [pick(users, one), pick(users, other), pick(known, other)]
  const chosen = [...new Set(roles.map((which) => pick(known, which)?.roleId))].filter((id) => id !== undefined)
  const given = chosen.map((roleId) => ({ roleId, rows: what.rows, figures: what.figures }))
  const { rows: _, figures: __, ...allows } = what
  const limit = flag ? { rows: what.rows, figures: what.figures, rules } : { rows: {}, figures: null, rules: [] }
  const fields = { name: flag ? `made ${at}` : role?.name, description: '', ...allows, ...limit }
  const account = {
    email: flag ? mine(`s${at}-${world.number}`) : user?.email,
    givenName: 'A',
    familyName: 'B',
    locale: 'fi',
  }
  const directory = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${pick(tokens, one)}`, 'content-type': 'application/scim+json' }
    const url = `/api/scim/v2/${path}`
    return kaiku.app.inject({ method, url, headers, ...(payload && { payload: JSON.stringify(payload) }) })
  }
  const group = async () => {
    const sent = { headers: { authorization: `Bearer ${pick(tokens, one)}` }, url: '/api/scim/v2/Groups' }
    const found = (await kaiku.app.inject(sent)).json().Resources
    return Array.isArray(found) && found.length > 0 ? pick(found as { id: string }[], other).id : nobody
  }
  const patched = (Operations: object) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [Operations],
  })
  const acts: Record<Step['kind'], () => Promise<{ statusCode: number; body: string }>> = {
    createRole: () => ask('POST', 'role/create', { ...fields, name: `made ${at}` }),
    saveRole: () => ask('PUT', `role/save/${role?.roleId}`, { ...fields, version: role?.version }),
    removeRole: () => ask('DELETE', `role/remove/${role?.roleId}`),
    createUser: () =>
      ask('POST', 'user/create', {
        ...{ ...account, email: mine(`m${at}-${world.number}`), username: `made-${world.number}-${at}`, roles: given },
      }),
    saveUser: () => ask('PUT', `user/save/${user?.userId}`, { ...account, roles: given, version: user?.version }),
    state: () => ask('POST', `user/state/${user?.userId}`, { state: flag ? 'active' : 'deactivated' }),
    invite: () => ask('POST', `user/invite/${user?.userId}`),
    copyAccess: () => ask('POST', `user/copyaccess/${flag ? world.acting.id : user?.userId}`, { from: from?.userId }),
    resetFactor: () => ask('POST', `user/secondfactor/reset/${user?.userId}`),
    makeToken: async () => {
      const answer = await ask('POST', 'scim/create', { name: 'mine' })
      if (answer.statusCode === 200) tokens.push(answer.json().token)
      return answer
    },
    makeKey: () => ask('POST', 'universekey/create', { label: 'mine', scopes: ['interviews:write'] }),
    directoryUser: () => directory('POST', 'Users', { userName: `made-${world.number}-scim-${at}` }),
    directoryMail: () =>
      directory(
        'PATCH',
        `Users/${user?.userId}`,
        patched({ op: 'replace', path: 'emails', value: [{ value: mine(`d${at}-${world.number}`) }] }),
      ),
    directoryGroup: () =>
      directory('POST', 'Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        ...{
          displayName: home ? role?.name : `${role?.name} @ ${what.rows.stores?.[0]?.at(-1) ?? '*'}`,
          members: [{ value: flag ? world.acting.id : user?.userId }],
        },
      }),
    directoryMember: async () =>
      directory(
        'PATCH',
        `Groups/${await group()}`,
        patched({ op: 'add', path: 'members', value: [{ value: world.acting.id }] }),
      ),
    directoryLeave: async () =>
      directory('DELETE', `${flag ? 'Users' : 'Groups'}/${flag ? user?.userId : await group()}`),
    directoryRename: async () =>
      directory(
        'PATCH',
        `Groups/${await group()}`,
        patched({ op: 'replace', path: 'displayName', value: flag ? role?.name : `${role?.name} @ fi` }),
      ),
    claim: async () => {
      const groups = [flag ? 'x' : 'x @ se', 'x @ hki']
      const person = await personById(kaiku.stores, world.acting.id)
      const { issuer, ...rest } = { issuer: 'https://id.example.com', keycloak: null, clientId: 'k', audience: null }
      if (person) await followClaims(kaiku.stores, person, { groups, at }, { issuer, ...rest, universes: null })
      return { statusCode: 200, body: '' }
    },
    importUsers: async () => {
      const names = chosen.map((id) => known.find(({ roleId }) => roleId === id)?.name).join('; ')
      const line = `${flag ? `made-${world.number}-file-${at}` : user?.username},${mine(`f${at}-${world.number}`)},${names},${chosen.map(() => what.rows.stores?.[0]?.at(-1) ?? '').join('; ')}`
      const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nusername,email,roles,places\n${line}\n\r\n--x--\r\n`
      const headers = {
        ...world.headers,
        'kaiku-universe': universe,
        'content-type': 'multipart/form-data; boundary=x',
      }
      return kaiku.app.inject({ method: 'POST', url: '/api/user/import', headers, payload: body })
    },
    viewAs: () => ask('GET', 'session/identity', undefined, { 'kaiku-view-as': user?.userId }),
  }
  const answer = await acts[kind]()
  expect(answer.statusCode, `${kind} ${answer.body}`).toBeLessThan(500)
  return answer.statusCode
}

/** What accounts in the actor's hands may do beyond what the actor might at the beginning. */
async function gained({ universes, acting, number }: Opened): Promise<string[]> {
  const { service } = kaiku.stores
  const { rows } = await service.query<{ id: string; username: string }>(
    `select id, username from person where id = $1 or email like $2 or username like $3`,
    [acting.id, '%@actor.example', `made-${number}-%`],
  )
  const beyond: string[] = []
  for (const { universe, limit } of universes)
    for (const { id, username } of rows)
      for (const one of allowed(await grantsOf(service, universe, id)))
        if (!limit.has(one)) beyond.push(`${username}: ${one}`)
  return beyond
}

const everything = allowed([{ ...fullGrant('x'), permissions: [...permissions] }])
const total = { done: 0, refused: 0 }

describe('whoever manages users', () => {
  it('never comes to hold more than they did, by themselves, by others, by a directory or by keys', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(step, { minLength: 25, maxLength: 25 }), async (as, steps) => {
        const opened = await openWorld(as)
        const tokens: string[] = []
        const done: string[] = []
        for (const [at, one] of steps.entries()) {
          if (one.kind.startsWith('directory') && tokens.length === 0) one.kind = 'makeToken'
          const status = await act(opened, at, one, tokens)
          total[status < 300 ? 'done' : 'refused'] += 1
          done.push(`${one.kind} ${status}`)
          expect(await gained(opened), done.join(', ')).toEqual([])
          const { limit } = opened.universes[one.home ? 0 : 1]
          const isAll = [...everything].every((each) => limit.has(each))
          if (one.kind === 'makeKey' && status === 200) expect(isAll, 'a key of everything').toBe(true)
        }
        await kaiku.stores.service.query(`update person set email = null where email like '%@actor.example'`)
      }),
      { numRuns: 12, endOnFailure: true },
    )
    // Neither is everything refused nor everything allowed.
    expect(Math.min(total.done, total.refused)).toBeGreaterThan(20)
  }, 300_000)
})

describe('somebody who manages the users of Finland', () => {
  const finland = { ...fullGrant('Finns'), permissions: ['manageUsers', 'seeIndicators'] as Permission[] }
  const reader = { ...fullGrant('Reader'), permissions: ['seeIndicators'] as Permission[] }
  const grants = [{ ...finland, rows: { stores: [['fi']] } }]
  const reason = (answer: { statusCode: number; json: () => { reason?: { key: string } } }) => [
    answer.statusCode,
    answer.json().reason?.key,
  ]
  const open = async (username: string) => {
    const { stores, acme } = kaiku
    const headers = await signedIn(stores, { universe: acme, grants, username })
    return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      kaiku.call(method, url, body, headers)
  }
  const member = async (username: string, grant: Grant) => {
    await signedIn(kaiku.stores, { universe: kaiku.acme, grants: [grant], username })
    await kaiku.stores.service.query('update person set email = $1 where username = $2', [
      ...[`${username}@example.com`, username],
    ])
    return (await kaiku.call('GET', `user/list?search=${username}`)).json()[0] as User
  }
  const inHelsinki = { ...reader, role: 'Helsinki', rows: { stores: [['fi', 'hki']] } }

  it('is told which roles and users are beyond them, and changes none of those', async () => {
    const ask = await open('finn')
    const [wide, narrow] = [await member('wide', reader), await member('narrow', inHelsinki)]
    const [helsinki] = narrow.roles
    const users: User[] = (await ask('GET', 'user/list')).json()
    const flags = Object.fromEntries(users.map(({ username, isAbove }) => [username, isAbove]))
    expect(flags).toMatchObject({ wide: true, narrow: false, admin: true, finn: false })
    expect(users.find(({ username }) => username === 'wide')?.isAccountEditable).toBe(false)
    const roles: Role[] = (await ask('GET', 'role/list')).json()
    const role = (name: string) => roles.find((one) => one.name === name)
    expect([role('Reader')?.isAbove, role('Helsinki')?.isAbove]).toEqual([true, false])
    expect(helsinki).toMatchObject({ rows: { stores: [['fi', 'hki']] } })
    const limit = (await ask('GET', 'role/places')).json().limit
    expect(limit).toEqual([{ ...grants[0], role: 'Finns' }])
    expect(
      (await kaiku.call('GET', 'role/places', undefined, await signedIn(kaiku.stores, 'root'))).json().limit,
    ).toBeNull()

    const account = { email: 'x@example.com', givenName: '', familyName: '', locale: 'fi' }
    const save = ({ userId, version }: User, more: object) =>
      ask('PUT', `user/save/${userId}`, { ...account, roles: [], version, ...more })
    expect(reason(await save(wide, {}))).toEqual([403, 'user.above'])
    for (const [url, body] of [
      [`user/state/${wide.userId}`, { state: 'deactivated' }],
      [`user/invite/${wide.userId}`, undefined],
    ] as const)
      expect(reason(await ask('POST', url, body))).toEqual([403, 'user.above'])
    const given = { ...account, email: narrow.email, roles: [roleAt(role('Reader')?.roleId ?? '')] }
    expect(reason(await save(narrow, given))).toEqual([403, 'role.above'])
    // The same role within Finland is theirs to give, and further than that it is not.
    const at = (...stores: string[][]) => ({ ...given, roles: [roleAt(role('Reader')?.roleId ?? '', ...stores)] })
    expect(reason(await save(narrow, at(['se'])))).toEqual([403, 'role.above'])
    expect(reason(await save(narrow, at(['fi'], ['se'])))).toEqual([403, 'role.above'])
    const copied = await ask('POST', `user/copyaccess/${narrow.userId}`, { from: wide.userId })
    expect(reason(copied)).toEqual([403, 'role.above'])
    const { roleId, isAbove: _, members: __, groups: ___, ...fields } = role('Reader') ?? ({} as Role)
    expect(reason(await ask('PUT', `role/save/${roleId}`, fields))).toEqual([403, 'role.above'])
    expect(reason(await ask('DELETE', `role/remove/${roleId}`))).toEqual([403, 'role.above'])
    expect((await save(narrow, { givenName: 'N', roles: at(['fi']).roles })).statusCode).toBe(200)
    expect((await ask('POST', `user/state/${narrow.userId}`, { state: 'deactivated' })).statusCode).toBe(200)
  })

  it('is refused the same by a file, in its preview too', async () => {
    const headers = await signedIn(kaiku.stores, { universe: kaiku.acme, grants, username: 'filing' })
    await member('filed', reader)
    const send = async (query: string) => {
      const content =
        'username,email,roles,places\nfiled,new@example.com,,\nfresh,fresh@example.com,Reader,\nfiled2,,Reader,hki\n'
      const payload = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--x--\r\n`
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const url = `/api/user/import${query}`
      return (await kaiku.app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload })).json()
    }
    for (const query of ['?preview=true', '']) {
      const report = await send(query)
      const told = report.rejects.map(({ line, told: why }: { line: number; told: { key: string } }) => [line, why.key])
      expect([report.created, told]).toEqual([
        1,
        [
          [2, 'row.above'],
          [3, 'role.above'],
        ],
      ])
    }
  })

  it('makes a directory’s token that may do no more, and that ends with their right', async () => {
    const ask = await open('scimmer')
    const wide = await member('wider', reader)
    const { token, tokenId } = (await ask('POST', 'scim/create', { name: 'Directory' })).json()
    const directory = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
      const url = `/api/scim/v2/${path}`
      const answer = await kaiku.app.inject({
        method,
        url,
        headers,
        ...(payload && { payload: JSON.stringify(payload) }),
      })
      return answer.statusCode
    }
    const group = (displayName: string) =>
      directory('POST', 'Groups', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName })
    const away = { op: 'replace', path: 'active', value: false }
    const patched = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [away] }
    const answers: number[] = []
    for (const name of ['Administrator', 'Reader', 'Reader @ se', 'Reader @ hki', 'New'])
      answers.push(await group(name))
    expect(answers).toEqual([403, 403, 403, 201, 201])
    expect(await directory('PATCH', `Users/${wide.userId}`, patched)).toBe(403)
    expect(await directory('DELETE', `Users/${wide.userId}`)).toBe(403)
    expect(await directory('GET', `Users/${wide.userId}`)).toBe(200)
    const { userId } = (await kaiku.call('GET', 'user/list?search=scimmer')).json()[0]
    await kaiku.call('POST', `user/state/${userId}`, { state: 'deactivated' })
    expect(await directory('GET', 'Users')).toBe(403)
    await kaiku.call('POST', `user/state/${userId}`, { state: 'active' })
    expect(await directory('GET', 'Users')).toBe(200)
    expect((await kaiku.call('DELETE', `scim/revoke/${tokenId}`)).json()).toEqual({ revoked: true })
  })

  it('revokes no token and no key of somebody who may do more', async () => {
    const ask = await open('revoker')
    const { tokenId } = (await kaiku.call('POST', 'scim/create', { name: 'All' })).json()
    expect(reason(await ask('DELETE', `scim/revoke/${tokenId}`))).toEqual([403, 'scim.above'])
    const key = (await kaiku.call('POST', 'universekey/create', { label: 'All', scopes: ['interviews:write'] })).json()
    const { stores, acme } = kaiku
    const settings = await signedIn(stores, {
      ...{ universe: acme, username: 'settings' },
      grants: [{ ...fullGrant('Settings'), permissions: ['manageUniverse'] }],
    })
    const url = `universekey/revoke/${key.keyId}`
    expect(reason(await kaiku.call('DELETE', url, undefined, settings))).toEqual([403, 'key.everything'])
    expect((await kaiku.call('DELETE', url)).statusCode).toBe(200)
  })

  it('looks through no eyes that see more than their own', async () => {
    const { stores, acme } = kaiku
    const headers = await signedIn(stores, { universe: acme, grants, username: 'looker' })
    const { userId } = (await kaiku.call('GET', 'user/list?search=admin')).json()[0]
    const seen = await kaiku.call('GET', 'session/identity', undefined, { ...headers, 'kaiku-view-as': userId })
    expect(seen.json().permissions).toEqual(['seeIndicators', 'manageUsers'])
    const manage = kaiku.call('POST', 'role/create', {}, { ...headers, 'kaiku-view-as': userId })
    expect((await manage).statusCode).toBe(403)
  })

  it('manages nobody in a universe where they were switched off', async () => {
    const { stores, acme, globex } = kaiku
    const headers = await signedIn(stores, { universe: acme, grants: [fullGrant('All')], username: 'both' })
    const find = async (name: string): Promise<User> => (await kaiku.call('GET', `user/list?search=${name}`)).json()[0]
    const { userId } = await find('both')
    await addMember(stores.service, globex, userId)
    await giveRole(stores.service, globex, await ensureRole(stores.service, globex, fullGrant('All')), userId)
    const shared = await member('shared', reader)
    await addMember(stores.service, globex, shared.userId)
    const save = async () => {
      const { version } = await find('shared')
      const body = { email: null, givenName: String(version), familyName: '', locale: 'fi', roles: [], version }
      return kaiku.call('PUT', `user/save/${shared.userId}`, body, headers)
    }
    expect((await save()).statusCode).toBe(200)
    await kaiku.call('POST', `user/state/${userId}`, { state: 'deactivated' }, kaiku.stranger)
    expect((await save()).statusCode).toBe(403)
  })
})
