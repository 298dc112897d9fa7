import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from './browser.ts'
import { changed, distFile } from './dist-file.ts'
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
  trial.running = running
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
    await page.getByText(/Offline: figures from .* ago/).waitFor()
    expect([await name.textContent(), await value.textContent()]).toEqual([shown, figure])
    await restart()
    await page.reload()
    await name.waitFor()
    await page.getByText('No connection').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor()
    await expect.poll(() => keptOf(page)).toBe(0)
    // Nor does a call that comes to nothing after that leave anything of its viewer.
    await trial.running.stop()
    const call = `fetch('/api/vuejs/surveys/loadcount/${trial.survey}', { headers: { authorization: 'Bearer gone' } })`
    expect(await page.evaluate(`${call}.then(() => 'answered', () => 'failed')`)).toBe('failed')
    expect(await keptOf(page)).toBe(0)
    await restart()
    await context.close()
  })
})

describe('an open dashboard', () => {
  it('says quietly that there are newer answers, and shows them when it is asked to', async () => {
    const { context, page } = await device(await trial.enter(`/?survey=${trial.survey}`))
    const count = page.getByText(/^[\d,]+ of [\d,]+ interviews/)
    await count.waitFor()
    const before = await count.textContent()
    const header = (await readFile(join(trial.folder, 'answers.csv'), 'utf8')).split('\r\n')[0]
    const today = new Date().toISOString().slice(0, 10)
    const file = join(trial.folder, 'newer.csv')
    await writeFile(file, `${header}\r\nnewer;${today};Finland;Uusimaa;Uusimaa 1;Web;40;10;5;Very good\r\n`)
    const imported = await trial.running.kaiku('import', trial.survey, file, '--universe', 'try')
    expect([imported.code, imported.err]).toEqual([0, expect.anything()])
    await page.getByRole('status').getByText('1 new interview').waitFor()
    expect(await count.textContent()).toBe(before)
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => count.textContent()).not.toBe(before)
    await context.close()
  })

  it('says that there is a newer Kaiku, and loads it when it is asked to', async () => {
    const { context, page } = await device(await trial.enter(`/?survey=${trial.survey}`))
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await expect.poll(() => isReady(page)).toBe(true)
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    const notice = page.getByText('A new version of Kaiku is available')
    await changed(distFile('worker.js'), async () => {
      // What a browser does by itself at each visit, and once a day. A look that it had begun before finds the old one.
      const look = () =>
        page.evaluate(async () => {
          const { serviceWorker } = Reflect.get(globalThis, 'navigator') as {
            serviceWorker: { ready: Promise<{ update(): Promise<unknown> }> }
          }
          await (await serviceWorker.ready).update()
        })
      await expect
        .poll(async () => {
          await look()
          return notice.isVisible()
        })
        .toBe(true)
      await page.evaluate("document.title = 'before'")
      await page.getByRole('button', { name: 'Update' }).click()
      await expect.poll(() => page.title().catch(() => 'before')).not.toBe('before')
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      expect(await notice.count()).toBe(0)
    })
    await context.close()
  })
})
