import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, seriousFaults } from './browser.ts'
import { choose } from './people.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const password = 'correct horse battery'

describe('a second factor', () => {
  let trial: Trial

  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial?.close())

  /** A new administrator with a password. */
  async function somebody(username: string) {
    const { out, err } = await trial.running.kaiku('user', 'create', username, '--universe', 'try')
    const token = /[?&]reset=([\w-]+)/.exec(out)?.[1]
    expect(token, err).toBeDefined()
    const reply = await fetch(`${trial.running.address}/api/vuejs/auth/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
    expect(reply.status).toBe(200)
  }

  async function enterPassword(page: Page, username: string) {
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const isIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'All' }).waitFor()
  const submitCode = async (page: Page, code: string) => {
    await page.getByLabel('Code from your app, or a recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  async function openAccount(page: Page) {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  }
  const confirm = async (page: Page) => {
    await page.getByLabel('Confirm with your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  /** From the open dialog to the recovery codes. */
  async function setUpApp(page: Page) {
    await confirm(page)
    const shown = await page.locator('dialog code').textContent()
    const totp = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(' ', '')) })
    await expect.poll(() => page.getByRole('img', { name: 'Scan this with your app' }).isVisible()).toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByLabel('Six-digit code from the app').fill(totp.generate())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).waitFor()
    const codes = await page.locator('dialog li code').allTextContents()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    return { totp, codes }
  }

  it('is an authenticator app with recovery codes, set up on one’s own account', async () => {
    await somebody('anna')
    const { page, faults, close } = await openPage(trial.browser, trial.running.address, 'desk')
    await enterPassword(page, 'anna')
    await isIn(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    const { totp, codes } = await setUpApp(page)
    await page.getByText('10 codes left').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()

    const next = await openPage(trial.browser, trial.running.address, 'phone', 'dark')
    await enterPassword(next.page, 'anna')
    await submitCode(next.page, '000000')
    await next.page.getByText('This code is wrong').waitFor()
    expect(await seriousFaults(next.page, axe)).toEqual([])
    // The code of the set-up was used: the app’s next one counts.
    await submitCode(next.page, totp.generate({ timestamp: Date.now() + 30_000 }))
    await isIn(next.page)
    await next.close()

    const third = await openPage(trial.browser, trial.running.address, 'desk')
    await enterPassword(third.page, 'anna')
    await submitCode(third.page, codes[0] ?? '')
    await isIn(third.page)
    expect(third.faults).toEqual([])
    await third.close()
  })

  it('is a passkey, where the browser has one', async () => {
    await somebody('berta')
    const { page, faults, close } = await openPage(trial.browser, trial.running.address, 'desk')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await enterPassword(page, 'berta')
    await isIn(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Name of the passkey').fill('Blue key')
    await confirm(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Blue key').first().waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await enterPassword(page, 'berta')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await isIn(page)
    expect(faults).toEqual([])
    await close()
  })

  it('is reset by an administrator for who has lost it', async () => {
    await somebody('doris')
    const { page, faults, close } = await openPage(trial.browser, trial.running.address, 'desk')
    await enterPassword(page, 'doris')
    await isIn(page)
    await choose(page, 'Users')
    await page.getByRole('link', { name: 'anna' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'anna' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Reset two-factor authentication' }).click()
    await page.getByText('They have no email address: tell them yourself.').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Reset two-factor authentication' }).click()
    await page.getByText('Two-factor authentication reset for anna').waitFor()
    expect(faults).toEqual([])
    await close()

    const again = await openPage(trial.browser, trial.running.address, 'phone')
    await enterPassword(again.page, 'anna')
    await isIn(again.page)
    await again.close()
  })

  it('is set up before anything else where the universe requires one', async () => {
    await somebody('cecilia')
    const signedIn = await fetch(`${trial.running.address}/api/vuejs/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'cecilia', password }),
    })
    const { authToken } = (await signedIn.json()) as { authToken: string }
    const headers = { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' }
    const { title, timeZone, settings, version } = (await (
      await fetch(`${trial.running.address}/api/universedata/settings`, { headers })
    ).json()) as { title: string; timeZone: string; settings: object; version: number }
    const body = JSON.stringify({ title, timeZone, settings: { ...settings, secondFactor: 'required' }, version })
    expect((await fetch(`${trial.running.address}/api/universedata`, { method: 'PUT', headers, body })).status).toBe(
      200,
    )

    const { page, faults, close } = await openPage(trial.browser, trial.running.address, 'desk')
    await enterPassword(page, 'cecilia')
    await page.getByText('requires two-factor authentication').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.reload()
    await page.getByText('requires two-factor authentication').waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    await setUpApp(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await isIn(page)
    expect(faults).toEqual([])
    await close()
  })
})
