import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAnswers } from './answers.ts'
import { looks, openBrowser, openPage, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { entryOf, type Running, runKaiku, startKaiku } from './kaiku.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('a newcomer with a file of answers', () => {
  let folder: string
  let data: string
  /** The printed link, which signs in once. */
  let entered: string
  let dashboard: string
  let running: Running
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaiku-newcomer-'))
    data = join(folder, 'data')
    await writeAnswers(join(folder, 'answers.csv'), new Date())
    const out = join(folder, 'definition')
    const tried = await runKaiku([
      'try',
      join(folder, 'answers.csv'),
      '--data',
      data,
      '--out',
      out,
      '--no-open',
      '--no-start',
    ])
    expect(tried.code, tried.err).toBe(0)
    const path = /Dashboard: https?:\/\/[^/]+(\/\S+)/.exec(tried.out)?.[1]
    expect(path, tried.out).toBeDefined()
    running = await startKaiku({ sample: false, data })
    entered = `${running.address}${path}`
    dashboard = `${running.address}${new URL(entered).searchParams.get('redirect')}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** An address as it is opened by somebody who is not signed in yet. */
  const entering = async (address: string) => {
    const { pathname, search } = new URL(address)
    const query = new URLSearchParams({ enter: await entryOf(running, 'owner'), redirect: `${pathname}${search}` })
    return `${running.address}/?${query.toString()}`
  }

  it('drills, filters, ranks, reads comments and shares what is on the screen', async () => {
    const { page, faults, close } = await openPage(browser, entered, 'desk')
    const heading = page.getByRole('heading', { level: 1 })
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await heading.filter({ hasText: 'All' }).waitFor()
    await page.getByText('2,400', { exact: false }).first().waitFor()

    for (const place of ['Finland', 'Uusimaa', 'Uusimaa 1']) {
      await page.getByRole('table').getByRole('link', { name: place, exact: true }).first().click()
      await heading.filter({ hasText: place }).waitFor()
    }
    expect(decodeURIComponent(page.url())).toContain('country,all,Finland,Uusimaa,Uusimaa 1')
    await page.getByRole('link', { name: 'One level up' }).click()
    await heading.filter({ hasText: /^Uusimaa$/ }).waitFor()

    await filters.getByRole('group', { name: 'Channel' }).getByText('Web', { exact: true }).click()
    await page.waitForURL(/channel=Web/)
    const age = filters.getByRole('group', { name: 'Age' })
    await age.getByLabel('Age from').fill('20')
    await age.getByLabel('Age to').fill('60')
    await age.getByLabel('Age to').press('Enter')
    await page.waitForURL(/age=20_60/)
    await filters.getByText('Time').first().click()
    await filters.getByText('Last 12 months').click()
    await page.waitForURL(/ftime=rmonths-11/)
    expect(
      await page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').count(),
    ).toBeGreaterThanOrEqual(3)

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rankings' }).click()
    await page.waitForURL(/\/ranking\//)
    const table = page.getByRole('table').first()
    await table
      .getByRole('button', { name: /^Satisfaction/ })
      .first()
      .click()
    await page.waitForURL(/sort=/)
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(3)

    const shared = page.url()
    const other = await openPage(browser, await entering(shared), 'desk', 'dark')
    await other.page.getByRole('heading', { level: 1, name: 'Uusimaa' }).waitFor()
    await other.page.getByRole('table').first().getByRole('link', { name: 'Uusimaa 2' }).waitFor()
    expect(other.page.url()).toBe(shared)
    expect(await seriousFaults(other.page, axe)).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Comments' }).click()
    await page.getByText('The queue was long', { exact: false }).first().waitFor()
    await page.goBack()
    await page.waitForURL(shared)
    await page.goForward()
    await page.waitForURL(/\/page\/comments\//)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('fits a phone: a bar of pages below, filters in a sheet, nothing wider than the screen', async () => {
    for (const [, scheme] of looks.filter(([size]) => size === 'phone')) {
      const { page, faults, close } = await openPage(browser, await entering(dashboard), 'phone', scheme)
      await page.getByRole('heading', { level: 1, name: 'All' }).waitFor()
      await page.getByRole('link', { name: 'Finland' }).first().waitFor()
      await expectFits(page)
      expect(await seriousFaults(page, axe)).toEqual([])
      await page
        .getByRole('button', { name: /^Filters/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Filters' }).waitFor()
      expect(faults).toEqual([])
      await close()
    }
  })
})
