import { chmodSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@kaiku/server/app/app.ts'
import { readConfiguration } from '@kaiku/server/configuration/configuration.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { addMember, createPerson } from '@kaiku/server/person/person.ts'
import { createUniverse } from '@kaiku/server/universe/universe.ts'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, seriousFaults } from './browser.ts'
import { freePort } from './kaiku.ts'

const { resolve } = createRequire(import.meta.url)
const keycloakScript = readFileSync(resolve('keycloak-js'), 'utf8')
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')
const password = 'correct horse battery'

let directory: string
let stores: Stores
let app: FastifyInstance
let browser: Browser
let port: number

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kaiku-e2e-provider-'))
  chmodSync(directory, 0o711)
  stores = await openStores({ data: join(directory, 'data'), own: 'must', migrate: true })
  const universe = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  const anna = await createPerson(stores, { username: 'anna', password })
  await addMember(stores.service, universe.id, anna.id)
  port = await freePort()
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: directory, PORT: String(port), LOG_LEVEL: 'silent' }))
  serveClient()
  await app.listen({ host: '127.0.0.1', port })
  browser = await openBrowser(['--test-third-party-cookie-phaseout'])
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
  await stores?.close()
  await rm(directory, { recursive: true, force: true })
})

const clientScript = `import Keycloak from '/keycloak.js'
sessionStorage.starts = Number(sessionStorage.starts ?? 0) + 1
const { serverUrl: url, realm, clientId } = await (await fetch('/api/config/client?domain=' + location.hostname)).json()
window.client = new Keycloak({ url, realm, clientId })
const silentCheckSsoRedirectUri = location.origin + '/silent-check-sso.html'
const redirectUri = location.origin + '/'
window.client.init({ onLoad: 'check-sso', redirectUri, silentCheckSsoRedirectUri, checkLoginIframe: location.search === '?watched' })
  .then((isIn) => { window.state = isIn ? 'in' : 'out' }, (error) => { window.state = String(error.message ?? error.error) })`

/** A page under Kaiku's own content security policy, with the client for Keycloak and nothing else. */
function serveClient() {
  const page =
    '<!doctype html><html lang="en"><title>Client</title><link rel="icon" href="data:,"><script type="module" src="/client.js"></script>'
  // The provider leads to the start only, where Kaiku has a page of its own.
  app.addHook('onRequest', async ({ url }, reply) =>
    /^\/(\?|$)/.test(url) ? reply.type('text/html').send(page) : undefined,
  )
  const files = { '/client.js': clientScript, '/keycloak.js': keycloakScript }
  for (const [path, text] of Object.entries(files))
    app.get(path, { schema: { hide: true }, config: { callers: 'anybody' } }, async (_request, reply) =>
      reply.type('text/javascript').send(text),
    )
}

async function openClient(context: BrowserContext, host: string) {
  const faults: string[] = []
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { page, faults, address: `http://${host}:${port}/` }
}

const state = async (page: Page): Promise<unknown> => {
  await page.waitForFunction(() => 'state' in globalThis)
  return page.evaluate(() => Reflect.get(globalThis, 'state'))
}
const client = <T>(page: Page, work: string): Promise<T> => page.evaluate(`(async (client) => ${work})(window.client)`)

async function signIn(page: Page) {
  void client(page, '{ void client.login(); return null }').catch(() => null)
  await page.waitForURL(/login-actions/)
  await page.getByLabel(/username/i).fill('anna')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Wrong username')
  await expect.poll(() => page.getByLabel(/username/i).inputValue()).toBe('anna')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/')
}

const bearerWorks = (page: Page) =>
  client<number>(
    page,
    `(await fetch('/api/vuejs/surveys/list/all', { headers: { authorization: 'bearer ' + client.token } })).status`,
  )

// localhost is the provider's own site; for a page at 127.0.0.1 it is another, to which frames send no cookies.
describe.each([
  ['at the provider’s own address', 'localhost'],
  ['at another address, where third-party cookies are blocked', '127.0.0.1'],
])('a browser with Keycloak’s client %s', (_what, host) => {
  it('signs in, stays so over a reload and in a second tab, renews its token and signs out', async () => {
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
    const { page, address, faults } = await openClient(context, host)
    await page.goto(address)
    expect(await state(page), faults.join()).toBe('out')
    await signIn(page)
    expect(await state(page), faults.join()).toBe('in')
    expect(await bearerWorks(page)).toBe(200)

    await page.reload()
    expect(await state(page)).toBe('in')
    const second = await context.newPage()
    await second.goto(address)
    expect(await state(second)).toBe('in')

    const renewed = `{ const before = client.token; await client.updateToken(-1); return client.token !== before }`
    expect(await client(page, renewed)).toBe(true)
    expect(await client(page, renewed)).toBe(true)
    expect(await bearerWorks(page)).toBe(200)
    expect(await client(page, '(await client.loadUserInfo()).preferred_username')).toBe('anna')

    const starts = await page.evaluate<number>('Number(sessionStorage.starts)')
    expect(starts, 'no loop').toBeLessThanOrEqual(host === 'localhost' ? 3 : 6)

    void client(page, `{ void client.logout({ redirectUri: '${address}' }); return null }`).catch(() => null)
    await page.waitForURL((url) => url.pathname === '/' && url.host.startsWith(host))
    await page.waitForLoadState()
    expect(await state(page)).toBe('out')
    await second.reload()
    expect(await state(second)).toBe('out')
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the provider’s pages', () => {
  it('tell other tabs that the session has ended', async () => {
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
    const { page, address } = await openClient(context, 'localhost')
    await page.goto(address)
    await state(page)
    await signIn(page)
    await state(page)
    const watching = await context.newPage()
    await watching.goto(`${address}?watched`)
    expect(await state(watching)).toBe('in')
    const ended = watching.evaluate(
      () =>
        new Promise((resolve) => {
          Reflect.get(globalThis, 'client').onAuthLogout = () => resolve('ended')
        }),
    )
    void client(page, `{ void client.logout({ redirectUri: '${address}' }); return null }`).catch(() => null)
    expect(await ended).toBe('ended')
    await context.close()
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('can be used by everybody (%s, %i px)', async (colorScheme, width) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 844 },
      bypassCSP: true,
      locale: 'fi',
    })
    const { page, address } = await openClient(context, 'localhost')
    await page.goto(address)
    await state(page)
    void client(page, '{ void client.login(); return null }').catch(() => null)
    await page.waitForURL(/login-actions/)
    expect(await page.title()).toContain('Kirjaudu')
    expect(await seriousFaults(page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: join(process.env.KAIKU_PICTURES, `provider-${colorScheme}-${width}.png`) })
    await page.getByLabel('Salasana').fill('x')
    await page.getByLabel(/Käyttäjätunnus/).fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: join(process.env.KAIKU_PICTURES, `provider-wrong-${colorScheme}-${width}.png`) })
    await context.close()
  })
})
