import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listener } from '../server/src/webhook/listener.fixture.ts'
import { looks, openPage, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
describe('administering a universe', () => {
  let trial: Trial

  beforeAll(async () => {
    trial = await startTrial({ WEBHOOK_HOSTS: '127.0.0.1' })
  })
  afterAll(() => trial?.close())

  it('shows a new colour and name at once, keeps them, and tells of what another saved meanwhile', async () => {
    const one = await trial.open(`/settings/${trial.survey}`, 'desk')
    const two = await trial.open(`/settings/${trial.survey}`, 'desk')
    for (const { page } of [one, two])
      await page.getByRole('heading', { level: 1, name: 'Universe settings' }).waitFor()
    const primary = () => one.page.evaluate("document.documentElement.style.getPropertyValue('--primary')")
    await one.page.getByLabel('Colour', { exact: true }).fill('#ffee00')
    await one.page.getByText('Too little contrast').waitFor()
    await one.page.getByLabel('Colour', { exact: true }).fill('#006644')
    await one.page.getByText('Good contrast').waitFor()
    await expect.poll(primary).toContain('#006644')
    await one.page.getByRole('button', { name: 'Save', exact: true }).click()
    await one.page.getByText('Settings saved').waitFor()

    await two.page.getByLabel('Name', { exact: true }).fill('Echo Oy')
    await two.page.getByRole('button', { name: 'Save', exact: true }).click()
    await two.page.getByText('colour:').waitFor()
    expect(await seriousFaults(two.page, axe)).toEqual([])
    expect(one.faults).toEqual([])
    await one.close()
    await two.close()
  })

  it('moves nothing that can be pressed when the slowest of its lists comes', async () => {
    const { page, faults, close } = await trial.open('/', 'phone')
    await page.route('**/api/scim/tokens', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.goto(`${trial.running.address}/settings/${trial.survey}`)
    const button = page.getByRole('button', { name: 'New key' })
    await button.waitFor()
    const before = await button.boundingBox()
    await page.getByText('No tokens yet.').waitFor()
    expect(await button.boundingBox()).toEqual(before)
    expect(faults).toEqual([])
    await close()
  })

  it('makes a token for a directory, shows it once, and revokes it', async () => {
    const { page, faults, close } = await openPage(
      trial.browser,
      await trial.enter(`/settings/${trial.survey}`),
      'phone',
      'dark',
    )
    await page.getByText('No tokens yet.').waitFor()
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByText('The token won’t be shown again.').waitFor()
      const token =
        (await page
          .getByRole('dialog')
          .getByText(/^kaiku_scim_/)
          .textContent()) ?? ''
      expect(await seriousFaults(page, axe)).toEqual([])
      await page.getByRole('button', { name: 'Done' }).click()
      return token
    }
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${trial.running.address}/api/scim/v2/Users`, { headers })).status
    }
    const [kept, lost] = [await make('Entra ID'), await make('Okta')]
    expect([await ask(kept), await ask(lost)]).toEqual([200, 200])
    await page.getByRole('button', { name: 'Revoke Okta' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Okta revoked').waitFor()
    expect([await ask(kept), await ask(lost)]).toEqual([200, 401])
    await page.getByRole('button', { name: 'Revoke Okta' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Entra ID' }).count()).toBe(1)
    expect(faults).toEqual([])
    await close()
  })

  it('makes a key for a program, which sends interviews with it until it is revoked', async () => {
    const { page, faults, close } = await trial.open(`/settings/${trial.survey}`, 'phone', 'dark')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Till')
    await dialog.getByLabel('Send interviews').uncheck()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Select at least one permission').waitFor()
    await dialog.getByLabel('Send interviews').check()
    await dialog.getByLabel('Correct answers').check()
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const token = await dialog.getByText(/^kaiku_api_/).textContent()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Till' })
    await line.getByText('Send interviews · Correct answers').waitFor()
    const send = async () => {
      const reply = await fetch(`${trial.running.address}/api/v1/surveys/${trial.survey}/interviews`, {
        ...{ method: 'POST', body: JSON.stringify({ externalId: 'till', answers: {} }) },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      return reply.status
    }
    expect(await send()).toBe(200)
    await page.getByRole('button', { name: 'Revoke Till' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await line.waitFor({ state: 'detached' })
    expect(await send()).toBe(401)
    expect(faults).toEqual([])
    await close()
  })

  it('tells another program what happens, says what it did not take, pauses, and ends it', async () => {
    const program = await listener()
    const { page, faults, close } = await trial.open(`/settings/${trial.survey}`, 'phone')
    await page.getByText('No webhooks yet.').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Desk')
    await dialog.getByLabel('URL').fill('http://example.com/')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('The URL must start with https://.').waitFor()
    await dialog.getByLabel('URL').fill(program.url)
    await dialog.getByLabel('Changed alerts').uncheck()
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText(/^kaiku_hook_/).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Desk' })
    await line.getByText('New interviews · Corrected interviews · New alerts').waitFor()
    await line.getByText('No messages yet').waitFor()

    await page.getByRole('button', { name: 'Messages Desk' }).click()
    program.mood.status = 500
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByText('Pending', { exact: true }).click()
    await dialog.getByText('The program responded with status 500.').waitFor()
    program.mood.status = 204
    await dialog.getByText('Delivered', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'Test' }).first().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(program.told.map(({ body }) => JSON.parse(body))).toContainEqual(expect.objectContaining({ event: 'test' }))
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Pause Desk' }).click()
    await line.getByText('Paused').waitFor()
    await page.getByRole('button', { name: 'Resume Desk' }).waitFor()
    await page.getByRole('button', { name: 'New secret Desk' }).click()
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    await dialog.getByText(/^kaiku_hook_/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Desk' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    // The address that was refused.
    expect(faults).toEqual([expect.stringContaining('400 (Bad Request)')])
    await close()
    program.close()
  })

  it.each(looks)('can be read and used at %s, %s', async (size, scheme) => {
    const { page, faults, close } = await openPage(
      trial.browser,
      await trial.enter(`/settings/${trial.survey}`),
      size,
      scheme,
    )
    await page.getByRole('heading', { level: 1, name: 'Universe settings' }).waitFor()
    await page.getByText('Support contacts').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.goto(`${trial.running.address}/audit/${trial.survey}`)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await page.getByRole('cell', { name: 'Universe changed' }).first().waitFor()
    await page
      .getByRole('row', { name: /Universe changed/ })
      .first()
      .getByRole('button', { name: 'Changes' })
      .click()
    await page.getByRole('cell', { name: '#006644', exact: true }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('exports the log', async () => {
    const { page, close } = await trial.open(`/audit/${trial.survey}`, 'desk')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('universe.change')
    await close()
  })
})
