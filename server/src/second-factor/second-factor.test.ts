import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, type Person } from '../person/person.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { ownIssuer } from '../session/provider-session.ts'
import { forgetRights, viewerOf } from '../session/who.ts'
import { createUniverse } from '../universe/universe.ts'
import { securityKey } from './passkey.fixture.ts'
import { isSecondFactor, mustSetUp, needsSecondFactor, strengthOfToken } from './second-factor.ts'
import { beginTotp, confirmTotp, isTotp } from './totp.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let globex: string
let number = 0

const password = 'correct horse battery'
const origin = 'http://localhost:8080'

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
})
beforeEach(async () => {
  await stores.service.query('delete from attempt')
  await policy(acme, 'offered')
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

async function policy(universe: string, value: 'off' | 'offered' | 'required') {
  await stores.service.query(
    `update universe set settings = settings || jsonb_build_object('secondFactor', $2::text) where id = $1`,
    [universe, value],
  )
  forgetRights(stores)
}

async function somebody(): Promise<Person> {
  number += 1
  const person = await createPerson(stores, { username: `person-${number}`, password })
  await addMember(stores.service, acme, person.id)
  const role = await ensureRole(stores.service, acme, usualRoles.Administrator)
  await giveRole(stores.service, acme, role, person.id)
  return person
}

const post = async (url: string, payload: object, token = '') =>
  app.inject({
    method: 'POST',
    url: `/api/${url}`,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const login = async (person: Person, more: object = {}): Promise<Identity> =>
  (await post('vuejs/auth/login', { username: person.username, password, ...more })).json()
const get = (url: string, token: string, headers = {}) =>
  app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${token}`, ...headers } })
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Sets up an authenticator app; the secret, the recovery codes, and the session it was done in. */
async function withTotp(person: Person) {
  const { authToken } = await login(person)
  const { secret } = (await post('secondfactor/totp/begin', { password }, authToken)).json()
  const { recoveryCodes } = (await post('secondfactor/totp/confirm', { code: codeOf(secret) }, authToken)).json()
  // As if that first code were long past.
  await stores.service.query('update second_factor set totp_step = 0 where person = $1', [person.id])
  return { authToken, secret, recoveryCodes: recoveryCodes as string[] }
}

describe('an authenticator app', () => {
  it('is asked for once it was set up, and the password alone opens nothing', async () => {
    const person = await somebody()
    const { secret } = await withTotp(person)
    expect(await login(person)).toMatchObject({
      ...{
        loginStatus: loginStatus.secondFactorNeeded,
        authToken: '',
        secondFactors: ['totp', 'recovery'],
        userId: '',
      },
    })
    const signedIn = await login(person, { code: codeOf(secret) })
    expect(signedIn).toMatchObject({ loginStatus: loginStatus.success, username: person.username })
    expect((await get('secondfactor', signedIn.authToken)).json()).toMatchObject({ recoveryCodes: 10, passkeys: [] })
  })

  it('says nothing of itself to who does not know the password', async () => {
    const person = await somebody()
    await withTotp(person)
    const wrong = await login(person, { password: 'wrong' })
    expect(wrong).toEqual(await login({ ...person, username: 'nobody' }))
  })

  it('takes a code once, and none that is older than the last', async () => {
    const person = await createPerson(stores, { username: 'once' })
    const now = 1_800_000_000_000
    const { secret } = await beginTotp(stores, person)
    expect(await confirmTotp(stores, person, codeOf(secret, now), now)).toBe(true)
    expect(await isTotp(stores, person, codeOf(secret, now), now)).toBe(false)
    expect(await isTotp(stores, person, codeOf(secret, now - 30_000), now)).toBe(false)
    const both = await Promise.all([1, 2].map(() => isTotp(stores, person, codeOf(secret, now + 30_000), now)))
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await isTotp(stores, person, codeOf(secret, now + 120_000), now + 30_000)).toBe(false)
  })

  it('is kept encrypted, for its owner only', async () => {
    const person = await somebody()
    const { secret } = await withTotp(person)
    const { rows } = await stores.service.query('select totp_secret from second_factor where person = $1', [person.id])
    expect(rows[0].totp_secret).not.toContain(secret)
    const { seal, unseal } = sealer('secondFactor.key')
    expect(await unseal(stores, rows[0].totp_secret, person.id)).toBe(secret)
    await expect(unseal(stores, rows[0].totp_secret, acme)).rejects.toThrow()
    expect(await seal(stores, 'x', person.id)).not.toBe(await seal(stores, 'x', person.id))
  })

  it('slows a guesser of codes who knows the password', async () => {
    const person = await somebody()
    const { secret } = await withTotp(person)
    expect((await login(person, { code: '000000' })).loginStatus).toBe(loginStatus.secondFactorRefused)
    await stores.service.query(`update attempt set failed = 20 where key like 'second factor % from %'`)
    expect(await login(person, { code: codeOf(secret) })).toMatchObject({
      loginStatus: loginStatus.slowedDown,
      authToken: '',
    })
  })

  it('is removed with the password only', async () => {
    const person = await somebody()
    const { authToken } = await withTotp(person)
    expect((await post('secondfactor/totp/remove', { password: 'wrong' }, authToken)).statusCode).toBe(400)
    const left = (await post('secondfactor/totp/remove', { password }, authToken)).json()
    expect(left).toMatchObject({ totpSince: null, recoveryCodes: 0 })
    expect((await login(person)).loginStatus).toBe(loginStatus.success)
    const { rows } = await stores.service.query(
      `select before, after from audit where action = 'secondFactor.change' and actor = $1 order by id`,
      [person.id],
    )
    expect(rows).toEqual([
      { before: null, after: { added: 'totp' } },
      { before: { removed: 'totp' }, after: null },
    ])
  })

  it('ends the sessions that were opened without it', async () => {
    const person = await somebody()
    const before = (await login(person)).authToken
    const { authToken } = await withTotp(person)
    expect((await get('secondfactor', before)).statusCode).toBe(401)
    expect((await get('secondfactor', authToken)).statusCode).toBe(200)
  })

  it('is not set up twice', async () => {
    const person = await somebody()
    const { authToken } = await withTotp(person)
    expect((await post('secondfactor/totp/begin', { password }, authToken)).statusCode).toBe(409)
  })
})

describe('a recovery code', () => {
  it('stands in for the app once, however it is written, and new ones replace the rest', async () => {
    const person = await somebody()
    const { recoveryCodes, authToken } = await withTotp(person)
    const [first = '', second = ''] = recoveryCodes
    expect(recoveryCodes).toHaveLength(10)
    expect((await login(person, { code: first.toUpperCase().replace('-', ' ') })).loginStatus).toBe(loginStatus.success)
    expect((await login(person, { code: first })).loginStatus).toBe(loginStatus.secondFactorRefused)
    expect((await get('secondfactor', authToken)).json().recoveryCodes).toBe(9)
    await post('secondfactor/recovery', { password }, authToken)
    expect((await login(person, { code: second })).loginStatus).toBe(loginStatus.secondFactorRefused)
  })

  it('is nobody else’s', async () => {
    const [anna, otto] = [await somebody(), await somebody()]
    const { recoveryCodes } = await withTotp(anna)
    await withTotp(otto)
    expect((await login(otto, { code: recoveryCodes[0] })).loginStatus).toBe(loginStatus.secondFactorRefused)
  })
})

describe('a passkey', () => {
  async function withPasskey(person: Person) {
    const key = securityKey()
    const { authToken } = await login(person)
    const { options } = (await post('secondfactor/passkey/begin', { password }, authToken)).json()
    const answer = { name: 'Blue key', passkey: key.make(options, origin) }
    const confirmed = await post('secondfactor/passkey/confirm', answer, authToken)
    return { key, authToken, options, confirmed }
  }

  it('signs in beside the password, and its answer works once', async () => {
    const person = await somebody()
    const { key, confirmed } = await withPasskey(person)
    expect(confirmed.json()).toMatchObject({
      factors: { passkeys: [{ id: key.id, name: 'Blue key', usedAt: null }] },
      recoveryCodes: expect.objectContaining({ length: 10 }),
    })
    const asked = await login(person)
    expect(asked).toMatchObject({ loginStatus: loginStatus.secondFactorNeeded, secondFactors: ['passkey', 'recovery'] })
    const passkey = key.show(asked.passkeyChallenge, origin, 1)
    expect((await login(person, { passkey })).loginStatus).toBe(loginStatus.success)
    expect((await login(person, { passkey })).loginStatus).toBe(loginStatus.secondFactorRefused)
  })

  it('is refused from another site, from another key, for another’s challenge, and when its counter stands still', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const { key } = await withPasskey(person)
    const { key: foreign } = await withPasskey(other)
    const challenge = async (whose = person) => (await login(whose)).passkeyChallenge
    const refused = async (passkey: string) =>
      expect((await login(person, { passkey })).loginStatus).toBe(loginStatus.secondFactorRefused)
    expect((await login(person, { passkey: key.show(await challenge(), origin, 5) })).loginStatus).toBe(
      loginStatus.success,
    )
    await refused(key.show(await challenge(), 'http://evil.example', 6))
    await refused(foreign.show(await challenge(), origin, 6))
    await refused(key.show(await challenge(other), origin, 6))
    await refused(key.show(await challenge(), origin, 5))
    await refused(key.show(JSON.stringify({ challenge: 'bWFkZSB1cA', rpId: 'localhost' }), origin, 7))
  })

  it('is made for this site, by who knows the password, and once', async () => {
    const person = await somebody()
    const { authToken, key, options } = await withPasskey(person)
    expect((await post('secondfactor/passkey/begin', { password: 'wrong' }, authToken)).statusCode).toBe(400)
    const again = { name: 'Again', passkey: key.make(options, origin) }
    expect((await post('secondfactor/passkey/confirm', again, authToken)).statusCode).toBe(400)
    const fresh = (await post('secondfactor/passkey/begin', { password }, authToken)).json().options
    const elsewhere = { name: 'Evil', passkey: securityKey().make(fresh, 'http://evil.example') }
    expect((await post('secondfactor/passkey/confirm', elsewhere, authToken)).statusCode).toBe(400)
    expect((await post('secondfactor/passkey/remove', { password, id: key.id }, authToken)).json().passkeys).toEqual([])
  })
})

describe('the policy of a universe', () => {
  it('required: the password opens a session in which a second factor can be set up, and nothing else', async () => {
    await policy(acme, 'required')
    const person = await somebody()
    const held = await login(person)
    expect(held).toMatchObject({ loginStatus: loginStatus.secondFactorToSetUp, surveys: [] })
    const { authToken } = held
    for (const url of ['user/list', 'vuejs/surveys/list/all', 'role/list'])
      expect((await get(url, authToken)).statusCode, url).toBe(403)
    const { secret } = (await post('secondfactor/totp/begin', { password }, authToken)).json()
    await post('secondfactor/totp/confirm', { code: codeOf(secret) }, authToken)
    expect((await get('user/list', authToken)).statusCode).toBe(200)
    expect((await post('vuejs/auth/validatecookie', { sessionId: authToken })).json().loginStatus).toBe(
      loginStatus.success,
    )
    expect((await post('secondfactor/totp/remove', { password }, authToken)).statusCode).toBe(400)
  })

  it('required: holds at once in sessions that are going on, and in this universe only', async () => {
    const person = await somebody()
    await addMember(stores.service, globex, person.id)
    const { authToken } = await login(person, { universe: 'acme' })
    await policy(acme, 'required')
    expect((await get('user/list', authToken)).statusCode).toBe(403)
    expect((await get('vuejs/surveys/list/globex', authToken, { 'kaiku-universe': 'globex' })).statusCode).toBe(200)
    const foreign = await get('vuejs/auth/changeuniverse/acme', authToken)
    expect(foreign.json()).toMatchObject({ loginStatus: loginStatus.secondFactorToSetUp, surveys: [] })
  })

  it('required: acting as somebody else is no way around it', async () => {
    const root = await createPerson(stores, { username: 'weak-root', isRoot: true, password })
    const person = await somebody()
    await policy(acme, 'required')
    const acting = await login(root, { actAsUser: person.username })
    expect(acting.loginStatus).toBe(loginStatus.secondFactorToSetUp)
    expect((await get('user/list', acting.authToken)).statusCode).toBe(403)
    expect((await post('secondfactor/totp/begin', { password }, acting.authToken)).statusCode).toBe(403)
  })

  it('off: none can be set up, and what there is stays asked for', async () => {
    const person = await somebody()
    await withTotp(person)
    await policy(acme, 'off')
    expect((await login(person)).loginStatus).toBe(loginStatus.secondFactorNeeded)
    const other = await somebody()
    const { authToken } = await login(other)
    expect((await get('secondfactor', authToken)).json().policy).toBe('off')
    expect((await post('secondfactor/totp/begin', { password }, authToken)).statusCode).toBe(403)
  })
})

describe('for the form of the identity provider', () => {
  it('tells who needs a second factor, and takes codes of either kind once', async () => {
    const person = await somebody()
    expect(await needsSecondFactor(stores, person)).toBe(false)
    expect(await isSecondFactor(stores, person, '123456')).toBe(false)
    const { secret, recoveryCodes } = await withTotp(person)
    expect(await needsSecondFactor(stores, person)).toBe(true)
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      expect(await isSecondFactor(stores, person, code)).toBe(true)
      expect(await isSecondFactor(stores, person, code)).toBe(false)
    }
  })

  it('holds its tokens back like a password where a universe requires more, and no other provider’s', async () => {
    await policy(acme, 'required')
    const person = await somebody()
    const viewer = await viewerOf(stores, person, 'acme')
    expect(await mustSetUp(stores, viewer, strengthOfToken({ issuer: ownIssuer }))).toBe(true)
    expect(await mustSetUp(stores, viewer, strengthOfToken({ issuer: 'https://sso.example.com/realms/x' }))).toBe(false)
    const { authToken } = await login(person)
    const { secret } = (await post('secondfactor/totp/begin', { password }, authToken)).json()
    await post('secondfactor/totp/confirm', { code: codeOf(secret) }, authToken)
    expect(await mustSetUp(stores, viewer, strengthOfToken({ issuer: ownIssuer }))).toBe(false)
  })
})
