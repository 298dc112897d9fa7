import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isOnWall } from '@kaiku/contract/component-type.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, seriousFaults } from './browser.ts'
import { changed, distFile } from './dist-file.ts'
import { startKaiku } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('a big screen', () => {
  let trial: Trial
  let pages: string[]
  beforeAll(async () => {
    trial = await startTrial()
    const definition = await readFile(join(trial.folder, 'definition', 'pages.json'), 'utf8')
    const written = JSON.parse(definition) as { pages: { extname: string; components: Component[] }[] }
    // A page of which a screen can show nothing is refused.
    pages = written.pages.filter(({ components }) => components.some(isOnWall)).map(({ extname }) => extname)
  })
  afterAll(() => trial?.close())

  /** The path of a new key’s screen. */
  async function screenOf(label: string, ...more: string[]): Promise<string> {
    const named = ['--universe', 'try', '--survey', trial.survey, '--pages', pages.join(',')]
    const made = await trial.running.kaiku('key', 'create', label, ...named, ...more)
    const path = /\/bigscreen\/\S+/.exec(made.out)?.[0]
    if (path === undefined) throw new Error(`no key: ${made.out}${made.err}`)
    return path
  }

  const picture = (page: Page) => page.getByRole('navigation', { name: 'Slides' })
  const open = async (path: string) => {
    const opened = await openPage(trial.browser, `${trial.running.address}${path}`, 'wall', 'dark')
    await picture(opened.page).waitFor()
    return opened
  }
  const current = (page: Page) => picture(page).locator('[aria-current="true"]').getAttribute('aria-label')

  /** What axe finds on any of the pictures of a screen. */
  async function faultsOfPictures(page: Page): Promise<string[]> {
    const found: string[] = []
    const count = await picture(page).locator('[aria-current]').count()
    for (let at = 0; at < count; at++) {
      found.push(...(await seriousFaults(page, axe)))
      await page.keyboard.press('ArrowRight')
    }
    return found
  }

  it('goes round by itself while new answers arrive, and stops and turns by keys', async () => {
    const { page, faults, close } = await open(await screenOf('Round', '--interval', '5'))
    for (const turn of [1, 2, 3]) {
      const before = await current(page)
      const row = `n${turn};2026-01-0${turn};Finland;Uusimaa;Uusimaa 1;Web;40;10;5;Very good`
      const header = (await readFile(join(trial.folder, 'answers.csv'), 'utf8')).split('\r\n')[0]
      await writeFile(join(trial.folder, `more-${turn}.csv`), `${header}\r\n${row}\r\n`)
      const imported = await trial.running.kaiku(
        'import',
        trial.survey,
        join(trial.folder, `more-${turn}.csv`),
        '--universe',
        'try',
      )
      expect([imported.code, imported.err]).toEqual([0, expect.anything()])
      await page.getByText('1 new response').waitFor()
      await expect.poll(() => current(page), { timeout: 15_000 }).not.toBe(before)
    }
    await page.keyboard.press('Space')
    await page.getByText('paused').waitFor()
    expect(await faultsOfPictures(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    const back = await current(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => current(page)).not.toBe(back)
    expect(await page.getByText('Very good').count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('can be read by everybody in the light, too', async () => {
    const { page, faults, close } = await open(await screenOf('Light', '--theme', 'light'))
    expect(await faultsOfPictures(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('keeps the display awake, and asks for that again when it was taken away', async () => {
    const context = await trial.browser.newContext({ serviceWorkers: 'block' })
    // Looks on at what the page asks the browser for, and lets it pass.
    await context.addInitScript(() => {
      const { wakeLock } = Reflect.get(globalThis, 'navigator') as {
        wakeLock: { request(type: string): Promise<{ released: boolean }> }
      }
      const asked: unknown[] = []
      Reflect.set(globalThis, 'asked', asked)
      const request = wakeLock.request.bind(wakeLock)
      wakeLock.request = async (type) => {
        const lock = await request(type)
        asked.push(lock)
        return lock
      }
    })
    const page = await context.newPage()
    await page.goto(`${trial.running.address}${await screenOf('Awake')}`)
    const states = () => page.evaluate<boolean[]>('asked.map(({ released }) => released)')
    await expect.poll(states).toEqual([false])
    await page.evaluate('asked[0].release()')
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(states).toEqual([true, false])
    await context.close()
  })

  it('loads a newer Kaiku by itself', async () => {
    const { page, close } = await open(await screenOf('Newer'))
    await page.evaluate("Reflect.set(globalThis, 'isOld', true)")
    await changed(distFile('index.html'), async () => {
      await expect
        .poll(() => page.evaluate("Reflect.get(globalThis, 'isOld') === undefined").catch(() => false))
        .toBe(true)
      await picture(page).waitFor()
    })
    await close()
  })

  it('says that the connection is lost, and comes back with the server', async () => {
    const { page, close } = await open(await screenOf('Lost'))
    const { data, address } = trial.running
    await trial.running.stop()
    await page.getByText('No connection, retrying').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    const again = await startKaiku({ sample: false, data, port: Number(new URL(address).port) })
    trial.running = again
    await page.getByText('live').waitFor({ timeout: 60_000 })
    await close()
  })

  it('goes blank within seconds when its key is revoked, and never shows a figure for an unknown one', async () => {
    const { page, close } = await open(await screenOf('Hall'))
    const revoked = await trial.running.kaiku('key', 'revoke', 'Hall', '--universe', 'try')
    expect(revoked.out).toContain('Revoked Hall.')
    await page.getByText('This screen has been turned off').waitFor({ timeout: 15_000 })
    expect(
      await page
        .getByRole('main')
        .getByText(/answers/)
        .count(),
    ).toBe(0)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.goto(`${trial.running.address}/bigscreen/kaiku_key_nobody`)
    await page.getByText('This screen has been turned off').waitFor()
    await close()
  })

  it('is made, changed and revoked by root beside the survey', async () => {
    await trial.running.kaiku('user', 'create', 'operator', '--root')
    const survey = `/survey/${trial.survey}/${trial.survey}?universe=try`
    const { page, faults, close } = await openPage(trial.browser, await trial.enter(survey, 'operator'), 'desk')
    await page.getByText('Big screens', { exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Canteen')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const address = await dialog.getByText(/\/bigscreen\/kaiku_key_/).textContent()
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Change key Canteen' }).click()
    await dialog.getByLabel('Expires on (optional)').fill('2020-01-31')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('expired Jan 31, 2020').waitFor()
    const screen = await openPage(trial.browser, `${trial.running.address}${new URL(address ?? '').pathname}`, 'wall')
    await screen.page.getByText('This screen has expired').waitFor()
    await screen.close()
    await page.getByRole('button', { name: 'Revoke Canteen' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Canteen revoked').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
