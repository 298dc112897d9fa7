import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from './browser.ts'
import { startKaiku } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.close())

/** A browser in which the app may start without a connection. */
async function device(path: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await trial.browser.newContext({ viewport: sizes.desk, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(path)
  return { context, page }
}

const isReady = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = Reflect.get(globalThis, 'navigator') as {
      serviceWorker: { ready: Promise<unknown>; controller: unknown }
    }
    await serviceWorker.ready
    return serviceWorker.controller !== null
  })

const keptOf = (page: Page) =>
  page.evaluate(async () => {
    const caches = Reflect.get(globalThis, 'caches') as { keys(): Promise<string[]> }
    const names = await caches.keys()
    return names.filter((name) => name === 'identity' || /^figures-[\da-f]/.test(name)).length
  })

async function restart() {
  const { data, address } = trial.running
  const running = await startKaiku({ sample: false, data, port: Number(new URL(address).port) })
  Object.assign(trial, { running })
}

describe('the app on a device', () => {
  it('can be installed', async () => {
    const { context, page } = await device(trial.running.address)
    await expect.poll(() => isReady(page)).toBe(true)
    const session = await context.newCDPSession(page)
    const { url, errors, data } = await session.send('Page.getAppManifest')
    expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
    for (const { src, type } of (JSON.parse(data ?? '{}') as { icons: { src: string; type: string }[] }).icons) {
      const icon = await fetch(trial.running.address + src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // Playwright's browsers are private windows, which install nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    await context.close()
  })

  it('shows its viewer the last figures and their age without a connection, and nobody once they have left', async () => {
    const path = `/?survey=${trial.survey}`
    const { context, page } = await device(await trial.enter(path))
    const name = page.getByRole('heading', { level: 1 })
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await expect.poll(() => isReady(page)).toBe(true)
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    const shown = await name.textContent()
    const value = page.getByRole('listitem').filter({ hasText: 'NPS' }).first()
    const figure = await value.textContent()
    await expect.poll(() => keptOf(page)).toBeGreaterThan(1)
    await trial.running.stop()
    await page.reload()
    await page.getByText(/No connection: figures of .* ago/).waitFor()
    expect([await name.textContent(), await value.textContent()]).toEqual([shown, figure])
    await restart()
    await page.reload()
    await name.waitFor()
    await page.getByText('No connection').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor()
    await expect.poll(() => keptOf(page)).toBe(0)
    await context.close()
  })
})
