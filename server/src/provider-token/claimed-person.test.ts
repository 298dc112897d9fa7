import { fullGrant } from '@kaiku/core/access.ts'
import type { RoleRule } from '@kaiku/core/role-rule.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { forgetRights } from '../session/who.ts'
import { createUniverse } from '../universe/universe.ts'
import { type Odd, TokenIssuer } from './keycloak-token.fixture.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let keycloak: TokenIssuer
let acme: string
let globex: string

const makeApp = (more: Record<string, string> = {}) =>
  buildApp(
    stores,
    readConfiguration({
      ...{ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent', OIDC_REALM: 'acme' },
      ...{ OIDC_URL: keycloak.issuer.replace('/realms/acme', ''), ...more },
    }),
  )

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  keycloak = await TokenIssuer.start()
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  app = await makeApp()
})
afterAll(async () => {
  await app?.close()
  await keycloak?.stop()
  await opened?.close()
})

/** What Kaiku answers to the bearer of such a token. */
const enter = async (claims: Odd['claims'] = {}, at = app) => {
  const accessToken = await keycloak.sign({ claims })
  const reply = await at.inject({ method: 'POST', url: '/api/vuejs/auth/validatekeycloak', payload: { accessToken } })
  return reply.json()
}
const roleBy = async (universe: string, name: string, ...rules: RoleRule[]) => {
  const id = await ensureRole(stores.service, universe, fullGrant(name))
  await stores.service.query('update role set rules = $2 where id = $1', [id, JSON.stringify(rules)])
  return id
}
const names = (identity: { universes: { name: string }[] }) => identity.universes.map(({ name }) => name)

describe('somebody whom a Keycloak signs in', () => {
  it('has an account from the first time on, with what the claims say', async () => {
    const first = await enter()
    expect(first).toMatchObject({
      ...{ loginStatus: 0, mode: 'provider', username: 'anna.alv', givenName: 'Anna', familyName: 'Älv' },
      universe: 'acme',
    })
    expect(names(first)).toEqual(['acme', 'globex'])
    expect((await enter({ preferred_username: 'renamed' })).userId).toBe(first.userId)
    expect(await personByName(stores, 'anna.alv')).toMatchObject({ email: 'anna.alv@example.com', isRoot: false })
  })

  it('is one person also when the first requests meet', async () => {
    const both = await Promise.all(
      Array.from({ length: 12 }, () => enter({ sub: 'twice', preferred_username: 'twice' })),
    )
    expect(new Set(both.map(({ userId }) => userId)).size).toBe(1)
    const { rows } = await stores.service.query("select from person where username like 'twice%'")
    expect(rows).toHaveLength(1)
  })

  it('has an address only when the provider has verified it', async () => {
    await enter({ sub: 'u', preferred_username: 'unverified', email: 'boss@example.com', email_verified: false })
    expect(await personByName(stores, 'unverified')).toMatchObject({ email: null })
  })

  it('never takes over an account that is somebody’s, whatever the claims call them', async () => {
    const root = await createPerson(stores, { username: 'root', email: 'root@example.com', isRoot: true })
    const owner = await createPerson(stores, {
      username: 'owner',
      email: 'o@example.com',
      password: 'a long password!',
    })
    for (const person of [root, owner]) {
      const made = await enter({
        sub: `x-${person.username}`,
        preferred_username: person.username,
        email: person.email,
      })
      expect(made.userId).not.toBe(person.id)
      expect(made.username).toMatch(new RegExp(`^${person.username}-[0-9a-f]{8}$`))
      expect(made.isRoot).toBe(false)
    }
  })

  it('takes the account that was made for their verified address and that nobody has used', async () => {
    const invited = await createPerson(stores, { username: 'invited', email: 'new@example.com' })
    const claims = { sub: 'n1', preferred_username: 'newcomer', email: 'new@example.com' }
    expect((await enter({ ...claims, sub: 'n0', email_verified: false })).userId).not.toBe(invited.id)
    expect((await enter(claims)).userId).toBe(invited.id)
    expect((await enter({ ...claims, sub: 'n2' })).userId).not.toBe(invited.id)
  })

  it('has a name that can be used, whatever the provider calls them', async () => {
    for (const [sub, preferred_username] of [
      ['h1', '<b>“ä b”</b>'],
      ['h2', '…'],
      ['h3', 'x'.repeat(300)],
      ['h4', undefined],
    ])
      expect((await enter({ sub, preferred_username })).loginStatus, sub).toBe(0)
  })

  it('is refused once switched off here', async () => {
    const { userId } = await enter({ sub: 'off', preferred_username: 'off' })
    await stores.service.query('update person set deactivated_at = now() where id = $1', [userId])
    expect(await enter({ sub: 'off', preferred_username: 'off' })).toMatchObject({ loginStatus: 1, userId: '' })
  })
})

describe('what claims give', () => {
  it('are universes that exist, and they go when the claim goes; what was given by hand stays', async () => {
    const claims = { sub: 'm', preferred_username: 'member' }
    expect(names(await enter({ ...claims, universe: 'ACME', universes: ['globex', 'nowhere'] }))).toEqual([
      'acme',
      'globex',
    ])
    expect(names(await enter({ ...claims, universe: undefined, universes: 'globex' }))).toEqual(['globex'])
    const person = await personByName(stores, 'member')
    await addMember(stores.service, acme, person?.id ?? '')
    expect(names(await enter({ ...claims, universe: undefined, universes: [] }))).toEqual(['acme'])
  })

  it('is no way back in for a member who was switched off in a universe', async () => {
    const claims = { sub: 'mo', preferred_username: 'member-off', universe: 'acme', universes: ['globex'] }
    const { userId } = await enter(claims)
    await stores.service.query("update membership set state = 'deactivated' where person = $1 and universe = $2", [
      userId,
      acme,
    ])
    forgetRights(stores)
    expect(names(await enter({ ...claims, department: 'changed' }))).toEqual(['globex'])
  })

  it('are only universes that the provider has a say in', async () => {
    const narrow = await makeApp({ OIDC_UNIVERSES: 'Globex' })
    await roleBy(acme, 'Foreign', { kind: 'realmRole', value: 'foreign' })
    const claims = { sub: 'narrow', preferred_username: 'narrow', realm_access: { roles: ['foreign'] } }
    const identity = await enter(claims, narrow)
    expect(names(identity)).toEqual(['globex'])
    await addMember(stores.service, acme, identity.userId)
    await enter({ ...claims, department: 'again' }, narrow)
    const { rows } = await stores.service.query('select from role_member where person = $1', [identity.userId])
    expect(rows).toEqual([])
    await narrow.close()
  })

  it.each<[string, RoleRule, Odd['claims']]>([
    ['RealmRole', { kind: 'realmRole', value: 'cx-manager' }, { realm_access: { roles: ['other'] } }],
    ['ClientRole', { kind: 'clientRole', client: 'kaiku-web', value: 'analyst' }, { resource_access: {} }],
    ['Group', { kind: 'group', value: 'Nordics/Sweden' }, { groups: [] }],
    ['Attribute', { kind: 'attribute', claim: 'department', value: 'Support' }, { department: 'Retail' }],
  ])('is a role by its rule (%s), taken back when the claim goes', async (name, rule, without) => {
    await roleBy(acme, name, rule)
    const claims = { sub: name, preferred_username: `by-${name}` }
    const roles = async (more: Odd['claims']): Promise<string[]> =>
      (await enter({ ...claims, ...more })).role.split(', ')
    expect(await roles({})).toContain(name)
    expect(await roles(without)).not.toContain(name)
    expect(await roles({})).toContain(name)
  })

  it('leaves a role that was given by hand, and writes down what it changes', async () => {
    const role = await roleBy(globex, 'Both', { kind: 'realmRole', value: 'both' })
    const claims = { sub: 'hand', preferred_username: 'hand', universe: 'globex', universes: [] }
    const { userId } = await enter({ ...claims, realm_access: { roles: ['both'] } })
    await giveRole(stores.service, globex, role, userId)
    expect((await enter(claims)).role).toBe('Both')
    const { rows } = await stores.service.query(
      "select universe, before, after from audit where action = 'user.change' and subject = 'hand' order by id",
    )
    expect(rows).toEqual([
      { universe: globex, before: { lost: [] }, after: { gained: ['Both'] } },
      { universe: globex, before: { lost: ['Both'] }, after: { gained: [] } },
    ])
  })
})

describe('an outside provider', () => {
  it('is told to the browser, by host name, and is in the content security policy', async () => {
    const reply = await app.inject({ url: '/api/config/client?domain=anything' })
    expect(reply.json()).toEqual({
      ...{ serverUrl: keycloak.issuer.replace('/realms/acme', ''), realm: 'acme', clientId: 'kaiku-web' },
      ...{ issuer: null, isOwn: false },
    })
    const { origin } = new URL(keycloak.issuer)
    expect(reply.headers['content-security-policy']).toContain(`connect-src 'self' ${origin}`)
    expect(reply.headers['content-security-policy']).toContain(`frame-src 'self' ${origin}`)
  })

  it('has its sign-ins written down, once per session', async () => {
    const claims = { sub: 'noted', preferred_username: 'noted', sid: 'one' }
    for (const sid of ['one', 'one', 'two']) await enter({ ...claims, sid })
    const { rows } = await stores.service.query(
      "select universe from audit where action = 'session.signIn' and actor_name = 'noted'",
    )
    expect(rows).toEqual([{ universe: acme }, { universe: acme }])
  })

  it('signs out with Kaiku’s call: its other tokens of that session no longer hold', async () => {
    const claims = { sub: 'out', preferred_username: 'out', sid: 'session-of-out' }
    const headers = { authorization: `Bearer ${await keycloak.sign({ claims })}` }
    expect((await app.inject({ method: 'POST', url: '/api/session/logout', headers })).statusCode).toBe(200)
    const other = { authorization: `bearer ${await keycloak.sign({ claims: { ...claims, jti: 'other' } })}` }
    expect((await app.inject({ url: '/api/vuejs/surveys/list/all', headers: other })).statusCode).toBe(401)
    const again = { authorization: `Bearer ${await keycloak.sign({ claims: { ...claims, sid: 'next' } })}` }
    expect((await app.inject({ url: '/api/vuejs/surveys/list/all', headers: again })).statusCode).toBe(200)
  })
})
