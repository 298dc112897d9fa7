import { createServer } from 'node:net'
import { fullGrant } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, type Person } from '../person/person.ts'
import { connectPath, realmPath } from '../provider-page/provider-address.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { beginTotp, confirmTotp } from '../second-factor/totp.ts'
import { setPassword } from '../session/end-everywhere.ts'
import { createUniverse } from '../universe/universe.ts'
import { HandBrowser, parameter, type Tokens } from './hand-browser.fixture.ts'
import { cookieKey, signingKey } from './installation-secret.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let base: string
let anna: Person

const password = 'correct horse battery'
const form = { username: 'anna', password }
const browser = () => new HandBrowser(base)

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  anna = await createPerson(stores, { username: 'anna', email: 'anna@example.com', givenName: 'Anna', password })
  await addMember(stores.service, acme, anna.id)
  const role = await ensureRole(stores.service, acme, { ...fullGrant('Boss'), permissions: ['manageUsers'] })
  await giveRole(stores.service, acme, role, anna.id)
  const port = await freePort()
  base = `http://localhost:${port}`
  const configuration = readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent', PORT: String(port) })
  app = await buildApp(stores, configuration)
  await app.listen({ host: '127.0.0.1', port })
})
beforeEach(() => stores.service.query('delete from attempt'))
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const signedIn = async (more: Record<string, string> = {}): Promise<{ hand: HandBrowser; tokens: Tokens }> => {
  const hand = browser()
  return { hand, tokens: await hand.redeem(await hand.signIn({ ...form, ...more })) }
}
const api = (path: string, token: string, method = 'GET') =>
  fetch(`${base}/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
const surveys = (token: string) => api('vuejs/surveys/list/all', token)
const validate = async (accessToken: string) =>
  (
    await fetch(`${base}/api/vuejs/auth/validatekeycloak`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken }),
    })
  ).json()
const refresh = (hand: HandBrowser, token: string) => hand.token({ grant_type: 'refresh_token', refresh_token: token })
const audited = async (action: string) =>
  (await stores.service.query('select actor_name from audit where action = $1 order by id', [action])).rows.map(
    (row: { actor_name: string }) => row.actor_name,
  )

describe('signing in at Kaiku’s own identity provider', () => {
  it('ends in tokens with Keycloak’s claims, which Kaiku’s calls take', async () => {
    const { tokens } = await signedIn()
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({
      ...{ iss: `${base}/auth/realms/kaiku`, sub: anna.id, azp: 'kaiku-web', aud: 'kaiku-web', typ: 'Bearer' },
      ...{ preferred_username: 'anna', email: 'anna@example.com', given_name: 'Anna', universe: 'acme' },
      ...{ universes: ['acme'], roles: ['Boss'], permissions: ['manageUsers'] },
      realm_access: { roles: ['user', 'isUserAdmin'] },
      resource_access: { 'kaiku-web': { roles: ['Boss'] } },
    })
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('RS256')
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: anna.id, nonce: 'n', preferred_username: 'anna' })
    expect((await surveys(tokens.access_token)).status).toBe(200)
    expect(await validate(tokens.access_token)).toMatchObject({
      ...{ loginStatus: 0, mode: 'provider', username: 'anna', universe: 'acme', isUserAdmin: true },
    })
    expect(await audited('session.signIn')).toContain('anna')
  })

  it('answers a wrong password like an unknown user, slows a guesser down, and writes both down', async () => {
    const hand = browser()
    const address = (await hand.authorize()).headers.get('location') ?? ''
    const pages = []
    for (const username of ['anna', 'nobody']) {
      const reply = await hand.post(address, { username, password: 'wrong' })
      expect(reply.status).toBe(200)
      pages.push((await reply.text()).replaceAll(username, ''))
    }
    expect(pages[0]).toBe(pages[1])
    expect(pages[0]).toContain('Wrong username or password')
    for (let at = 0; at < 5; at++) await hand.post(address, { ...form, password: 'wrong' })
    expect(await (await hand.post(address, form)).text()).toContain('Too many attempts')
    expect(await audited('session.refused')).toEqual(expect.arrayContaining(['anna', 'nobody']))
    expect(await audited('session.slowedDown')).toContain('anna')
  })

  it('is silent while the session goes on, and refused silently when there is none', async () => {
    const { hand } = await signedIn()
    const again = await hand.follow(await hand.authorize({ prompt: 'none' }))
    expect((await surveys((await hand.redeem(again)).access_token)).status).toBe(200)
    expect(parameter(await browser().authorize({ prompt: 'none' }), 'error')).toBe('login_required')
  })

  it('lasts as long as the browser is open, or longer when asked to remember', async () => {
    const lasting = async (more: Record<string, string>) => {
      const hand = browser()
      const address = (await hand.authorize()).headers.get('location') ?? ''
      const resume = await hand.post(address, { ...form, ...more })
      const reply = await hand.go(resume.headers.get('location') ?? '')
      return reply.headers.getSetCookie().find((line) => line.startsWith('kaiku_provider='))
    }
    expect(await lasting({})).not.toContain('expires')
    const remembered = await lasting({ remember: 'on' })
    expect(remembered).toContain('expires')
    for (const attribute of ['httponly', 'samesite=lax', 'path=/auth/realms/kaiku'])
      expect(remembered?.toLowerCase()).toContain(attribute)
  })

  it('speaks the browser’s language, or the one that is asked for', async () => {
    const page = async (headers: Record<string, string>, more: Record<string, string> = {}) => {
      const hand = browser()
      const reply = await hand.go((await hand.authorize(more)).headers.get('location') ?? '', { headers })
      return reply.text()
    }
    expect(await page({ 'accept-language': 'xx, sv;q=0.8, de;q=0.9' })).toContain('Passwort vergessen')
    expect(await page({ 'accept-language': 'de' }, { ui_locales: 'fi-FI en' })).toContain('Unohtuiko salasana')
    expect(await page({ 'accept-language': '*;q=0.1' }, { login_hint: '"><b>' })).toContain(
      'value="&quot;&gt;&lt;b&gt;"',
    )
  })

  it('needs no script and lets none in', async () => {
    const hand = browser()
    const reply = await hand.go((await hand.authorize()).headers.get('location') ?? '')
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).not.toContain('<script')
  })
})

describe('a second factor', () => {
  it('is asked for after the right password, and nothing is signed in before it', async () => {
    const tina = await createPerson(stores, { username: 'tina', password })
    const { secret } = await beginTotp(stores, tina)
    const code = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
    expect(await confirmTotp(stores, tina, code(0), Date.now())).toBe(true)
    await stores.service.query('update second_factor set totp_step = 0 where person = $1', [tina.id])

    const hand = browser()
    const address = (await hand.authorize()).headers.get('location') ?? ''
    expect(await (await hand.post(address, { username: 'tina', password: 'wrong' })).text()).not.toContain(
      'name="code"',
    )
    expect(await (await hand.post(address, { username: 'tina', password })).text()).toContain('name="code"')
    const resume = address.replace('/login-actions/authenticate/', `${connectPath}/auth/`)
    expect((await hand.follow(await hand.go(resume))).headers.get('location') ?? '').not.toContain('code=')
    expect(parameter(await hand.authorize({ prompt: 'none' }), 'error')).toBe('login_required')

    const again = (await hand.authorize()).headers.get('location') ?? ''
    await hand.post(again, { username: 'tina', password })
    expect(await (await hand.post(again, { code: '000000' })).text()).toContain('is wrong')
    expect(await (await hand.post(again, { restart: 'yes' })).text()).toContain('name="password"')
    await hand.post(again, { username: 'tina', password })
    const tokens = await hand.redeem(await hand.follow(await hand.post(again, { code: code(0) })))
    expect(decodeJwt(tokens.access_token).sub).toBe(tina.id)
  })
})

describe('what the provider refuses', () => {
  it.each([
    ['a page elsewhere', { redirect_uri: 'https://evil.example.com/app' }],
    ['a host that only begins alike', { redirect_uri: 'http://localhost:1/' }],
    ['another client', { client_id: 'other' }],
    ['a request without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['tokens in the address', { response_type: 'token' }],
  ])('is %s', async (_what, more) => {
    const reply = await browser().authorize(more)
    const code = reply.headers.get('location')?.includes('code=') ?? false
    expect(code).toBe(false)
    if (reply.status === 303) expect(parameter(reply, 'error')).not.toBe('')
    else expect(reply.status).toBe(400)
  })

  it('is every address of its own that is not one to the letter to which Kaiku’s client asks to be led', async () => {
    const { hand, tokens } = await signedIn()
    const own = [base, base.replace('localhost', '127.0.0.1')]
    const back = async (address: string) =>
      (await hand.authorize({ prompt: 'none', redirect_uri: address })).headers.get('location') ?? ''
    const out = async (address: string) => {
      const query = { id_token_hint: tokens.id_token, post_logout_redirect_uri: address }
      return (await hand.go(`${realmPath}${connectPath}/logout?${new URLSearchParams(query).toString()}`)).status
    }
    for (const at of own) {
      for (const path of ['/', '/silent-check-sso.html']) expect(await back(at + path)).toContain(`${at + path}?code=`)
      for (const path of ['', '/app', '/?x=1', '/#x', '//', '/.', '/page/overview/small/region,all', '/api/docs'])
        expect([path, await back(at + path), await out(at + path)]).toEqual([path, '', 400])
      expect([await out(`${at}/`), await out(`${at}/silent-check-sso.html`)]).toEqual([200, 400])
    }
    expect(await back(`${base.toUpperCase()}/`)).toBe('')
    expect(await back(`${base.replace('http', 'https')}/`)).toBe('')
  })

  it('is an answer by a form that posts itself, also to who is signed in', async () => {
    const { hand } = await signedIn()
    for (const one of [browser(), hand]) {
      const reply = await one.authorize({ response_mode: 'form_post' })
      expect(reply.headers.get('location')).toBeNull()
      const page = await reply.text()
      expect(page).toContain('invalid_request')
      expect(page).not.toContain('name="code"')
    }
    const told = await fetch(`${base}/auth/realms/kaiku/.well-known/openid-configuration`)
    expect(await told.json()).toMatchObject({ response_modes_supported: ['fragment', 'query'] })
  })

  it('is a code that was used, or is somebody else’s', async () => {
    const hand = browser()
    const reply = await hand.signIn(form)
    await expect(browser().redeem(reply)).rejects.toThrow('invalid_grant')
    const other = browser()
    const fresh = await other.signIn(form)
    await other.redeem(fresh)
    await expect(other.redeem(fresh)).rejects.toThrow('invalid_grant')
  })

  it('is a form of another browser, and one that has run out', async () => {
    const address = (await browser().authorize()).headers.get('location') ?? ''
    const reply = await browser().post(address, form)
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('expired')
  })

  it('is a form that another site sends', async () => {
    const hand = browser()
    const address = (await hand.authorize()).headers.get('location') ?? ''
    expect((await hand.post(address, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('says nothing of hosts that a request invents', async () => {
    const discovery = `${realmPath}/.well-known/openid-configuration`
    const reply = await app.inject({
      url: discovery,
      headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
    })
    expect(reply.body).not.toContain('evil')
    expect(reply.json()).toMatchObject({
      issuer: base + realmPath,
      token_endpoint: `${base}${realmPath}${connectPath}/token`,
    })
  })

  it('bears hostile text', async () => {
    const hand = browser()
    for (const name of ['state', 'login_hint', 'nonce', 'ui_locales', 'prompt', 'max_age', 'claims', 'redirect_uri'])
      for (const text of ['\u0000', '\ud800', '{"a":', '"><script>', '%', 'x'.repeat(3000)])
        expect((await hand.authorize({ [name]: text })).status, `${name} ${text.slice(0, 9)}`).toBeLessThan(500)
    const address = (await hand.authorize()).headers.get('location') ?? ''
    for (const username of ['\u0000', "' or 1=1 --", 'x'.repeat(9000)])
      expect((await hand.post(address, { ...form, username })).status).toBe(200)
  })
})

describe('a session of the provider', () => {
  it('is renewed with a refresh token in the shape of a JWT, each of which works once', async () => {
    const { hand, tokens } = await signedIn()
    expect(decodeJwt(tokens.refresh_token)).toMatchObject({ typ: 'Refresh', exp: expect.any(Number) })
    const renewed = (await (await refresh(hand, tokens.refresh_token)).json()) as Tokens
    expect((await surveys(renewed.access_token)).status).toBe(200)
    expect((await refresh(hand, tokens.refresh_token)).status).toBe(400)
    expect((await refresh(hand, renewed.refresh_token)).status).toBe(400)
  })

  it('tells who it is by userinfo, with the scheme in any case', async () => {
    const { tokens } = await signedIn()
    const userinfo = (authorization: string) =>
      fetch(`${base}${realmPath}${connectPath}/userinfo`, { headers: { authorization } })
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await (await userinfo(`${scheme} ${tokens.access_token}`)).json()).toMatchObject({
        ...{ sub: anna.id, preferred_username: 'anna', universes: ['acme'] },
      })
    for (const wrong of ['', 'Bearer x', `Bearer ${tokens.id_token}`]) expect((await userinfo(wrong)).status).toBe(401)
  })

  it('ends at the provider with signing out, together with its tokens', async () => {
    const { hand, tokens } = await signedIn()
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${base}/` })
    const page = await hand.go(`${realmPath}${connectPath}/logout?${query.toString()}`)
    const text = await page.text()
    expect(text).toContain(`<script src="${realmPath}/sign-out.js" defer></script>`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const forged = { 'x-forwarded-for': '192.0.2.7' }
    const left = await hand.post(`${realmPath}${connectPath}/logout/confirm`, { xsrf, logout: 'yes' }, forged)
    expect(left.headers.get('location')).toBe(`${base}/`)
    expect(parameter(await hand.authorize({ prompt: 'none' }), 'error')).toBe('login_required')
    expect((await refresh(hand, tokens.refresh_token)).status).toBe(400)
    expect((await surveys(tokens.access_token)).status).toBe(401)
    expect(await audited('session.signOut')).toContain('anna')
    const { rows } = await stores.service.query('select from audit where address = $1', [forged['x-forwarded-for']])
    expect(rows).toEqual([])
  })

  it('asks before it ends when nobody shows that they asked, and leads nowhere else', async () => {
    const { hand, tokens } = await signedIn()
    const page = await (await hand.go(`${realmPath}${connectPath}/logout`)).text()
    expect(page).not.toContain('<script')
    expect(page).toContain('Do you want to sign out')
    const forged = { xsrf: 'x', logout: 'yes' }
    expect((await hand.post(`${realmPath}${connectPath}/logout/confirm`, forged)).status).toBe(400)
    expect((await surveys(tokens.access_token)).status).toBe(200)
    const query = new URLSearchParams({
      ...{ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.example.com/' },
    })
    expect((await hand.go(`${realmPath}${connectPath}/logout?${query.toString()}`)).status).toBe(400)
  })

  it('ends with Kaiku’s own call, too', async () => {
    const { hand, tokens } = await signedIn()
    expect((await api('session/logout', tokens.access_token, 'POST')).status).toBe(200)
    expect((await surveys(tokens.access_token)).status).toBe(401)
    expect((await refresh(hand, tokens.refresh_token)).status).toBe(400)
    expect(parameter(await hand.authorize({ prompt: 'none' }), 'error')).toBe('login_required')
  })

  it('ends when the password changes and when the account is switched off', async () => {
    const otto = await createPerson(stores, { username: 'otto', password })
    const hand = browser()
    const enter = async () => hand.redeem(await hand.signIn({ username: 'otto', password }))
    const first = await enter()
    await setPassword(stores, otto, password)
    expect((await surveys(first.access_token)).status).toBe(401)
    expect((await refresh(hand, first.refresh_token)).status).toBe(400)
    const second = await enter()
    await stores.service.query('update person set deactivated_at = now() where id = $1', [otto.id])
    expect((await refresh(hand, second.refresh_token)).status).toBe(400)
    expect((await surveys(second.access_token)).status).toBe(401)
    expect(await validate(second.access_token)).toMatchObject({ loginStatus: 1, authToken: '' })
  })

  it('ends with one’s new password wherever it was not the one that changed it, as Kaiku’s own do', async () => {
    const petra = await createPerson(stores, { username: 'petra', password })
    await addMember(stores.service, acme, petra.id)
    const enter = async () => {
      const hand = browser()
      return { hand, tokens: await hand.redeem(await hand.signIn({ username: 'petra', password })) }
    }
    const call = async (path: string, payload: object, token = '') =>
      app.inject({ method: 'POST', url: `/api/${path}`, payload, headers: { authorization: `Bearer ${token}` } })
    const signIn = async (): Promise<string> =>
      (await call('vuejs/auth/login', { username: 'petra', password })).json().authToken
    const change = (token: string) => call('account/password', { current: password, password }, token)
    const [here, there, own] = [await enter(), await enter(), await signIn()]
    expect((await change(here.tokens.access_token)).statusCode).toBe(200)
    expect((await surveys(here.tokens.access_token)).status).toBe(200)
    expect((await surveys(there.tokens.access_token)).status).toBe(401)
    expect((await surveys(own)).status).toBe(401)
    const renewed = await refresh(here.hand, here.tokens.refresh_token)
    expect(renewed.status).toBe(200)
    expect((await refresh(there.hand, there.tokens.refresh_token)).status).toBe(400)
    expect(parameter(await here.hand.follow(await here.hand.authorize({ prompt: 'none' })), 'error')).toBe('')
    expect(parameter(await there.hand.authorize({ prompt: 'none' }), 'error')).toBe('login_required')

    const [one, other] = [await signIn(), await signIn()]
    expect((await change(one)).statusCode).toBe(200)
    expect((await surveys(one)).status).toBe(200)
    expect((await surveys(other)).status).toBe(401)
    expect((await surveys(((await renewed.json()) as Tokens).access_token)).status).toBe(401)
  })

  it('tells its frame whether it is still the same', async () => {
    const { hand, tokens } = await signedIn()
    const status = async (who: HandBrowser, session: string) =>
      (
        await who.go(
          `${realmPath}${connectPath}/login-status-iframe.html/init?client_id=kaiku-web&session_state=${session}`,
        )
      ).status
    expect(await status(hand, String(decodeJwt(tokens.access_token).sid))).toBe(204)
    expect(await status(hand, '')).toBe(403)
    expect(await status(browser(), '')).toBe(204)
  })
})

describe('what the provider keeps', () => {
  it('holds no token or cookie in clear', async () => {
    const { tokens } = await signedIn()
    const secret = tokens.refresh_token.split('.').at(-1) ?? ''
    const { rows } = await stores.service.query('select id, payload::text from provider_state')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is the same key for two that start at once', async () => {
    await stores.service.query('delete from installation_secret')
    const made = await Promise.all([signingKey(stores), signingKey(stores), cookieKey(stores), cookieKey(stores)])
    expect(made[0]).toEqual(made[1])
    expect(made[2]).toBe(made[3])
  })
})

describe('pages in frames', () => {
  it('may be held by Kaiku’s own pages only, and let no script of a page in', async () => {
    const reply = await fetch(`${base}/silent-check-sso.html`)
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(await reply.text()).toContain('<script src="silent-check-sso.js">')
    for (const name of ['3p-cookies/step1.html', 'login-status-iframe.html']) {
      const { headers, status } = await fetch(`${base}${realmPath}${connectPath}/${name}`)
      expect(status).toBe(200)
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${base} http://127.0.0.1`)
    }
  })
})
