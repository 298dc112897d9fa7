import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults, type sizes } from './browser.ts'
import { reachSample, type Sample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await reachSample()
})
afterAll(() => sample?.close())

const openPage = (name: string, size: keyof typeof sizes, scheme?: 'light' | 'dark') =>
  sample.open(`/page/${name}/store-visits/region,all;ftime=rmonths-11+0`, size, scheme)

const linesOf = async (download: Download) => (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)

describe('the heat map of the sample', () => {
  it('is walked by arrow keys, tells of a cell, drills to its place and sets its period', async () => {
    const { page, faults, close } = await openPage('heat', 'desk')
    const card = page.getByRole('region', { name: /^Heat map by Country/ }).first()
    const grid = card.getByRole('grid')
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    const lines = await linesOf(download)
    expect(lines[0]).toMatch(/Country.*NPS/)
    expect(lines.length).toBe(6)

    await grid
      .getByRole('button', { name: /n [\d,]+$/ })
      .first()
      .focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Satisfied · Sweden' })
    await dialog.getByText('vs others').waitFor()
    expect(await dialog.textContent()).toMatch(/Value\d+(\.\d)?%.±\d.*Average/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/%n [\d,]+$/)

    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: 'Open Sweden' }).click()
    await page.waitForURL(/region,all,se;/)
    await page
      .getByRole('region', { name: /^Heat map by Region/ })
      .first()
      .waitFor()

    const months = page
      .getByRole('region', { name: /^Heat map by month/ })
      .first()
      .getByRole('grid')
    const head = months.getByRole('columnheader').nth(2)
    const n = /n [\d,]+$/.exec((await head.textContent()) ?? '')?.[0] ?? 'n ?'
    await head.getByRole('link').click()
    await page.waitForURL(/ftime=\d{8}_\d{8}/)
    await page
      .getByRole('region', { name: /^Heat map by Region/ })
      .first()
      .getByText(n)
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('a distribution that is split by a second question', () => {
  it('stands stacked or side by side, is saved as it is seen, and leads to one group', async () => {
    const { page, faults, close } = await openPage('customers', 'desk')
    const card = page.getByRole('region', { name: /^Satisfaction by Channel/ }).first()
    const bar = card.getByRole('img', { name: /^Poor/ }).first()
    expect(await bar.getAttribute('aria-label')).toMatch(/Poor \d+\.\d%.*Excellent \d+\.\d%/)
    await card.getByText('Side by side').click()
    const table = card.getByRole('table')
    expect(
      await table
        .getByRole('row', { name: /^Excellent/ })
        .getByRole('cell')
        .count(),
    ).toBe(3)

    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    expect((await linesOf(download))[0]).toMatch(/^.?Satisfaction[,;]A Store[,;]B Click & collect[,;]C Phone/)

    const head = table.getByRole('columnheader', { name: /^Phone/ })
    const n = /n [\d,]+$/.exec((await head.textContent()) ?? '')?.[0] ?? 'n ?'
    await head.getByRole('link').click()
    await page.waitForURL(/channel=phone/)
    await card.getByText(`· ${n}`).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('the tiles of places', () => {
  it('lie as the page says, lead to their place by keyboard and to what was said there, and are saved as rows', async () => {
    const { page, faults, close } = await openPage('heat', 'desk')
    const card = page.getByRole('region', { name: /^NPS by Country/ }).first()
    const tiles = card.getByRole('listitem')
    await tiles.first().waitFor()
    expect(await tiles.locator('a:first-child').allTextContents()).toEqual(['Norway', 'Sweden', 'Finland', 'Denmark'])
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    expect((await linesOf(download)).length).toBe(5)

    await card.getByRole('link', { name: 'Norway', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/region,all,fi;/)
    const sorted = page.getByRole('region', { name: /^Checkout by/ }).first()
    await sorted.getByLabel('Sort by').selectOption('name')
    await sorted.getByRole('link', { name: 'Comments: Uusimaa' }).click()
    await page.waitForURL(/page\/comments\/store-visits\/region,all,fi,[^;]+;/)
    expect(faults).toEqual([])
    await close()
  })
})

/** What an address says of how components are shown. */
const shownIn = (address: string) => new URL(address).searchParams.get('shown')

describe('a trend', () => {
  it('keeps in the address how it is shown: by link, reload and back, and on its page only', async () => {
    const { page, faults, close } = await openPage('trends', 'desk')
    const card = page.getByRole('region', { name: /^NPS/ }).first()
    const average = card.getByRole('button', { name: 'Moving average over three periods' })
    await average.click()
    await page.waitForURL(/shown=/)
    await card.getByLabel('Time unit').selectOption('quarter')
    await card.getByLabel('Lines').selectOption('places')
    await page.waitForURL((url) => (shownIn(url.href) ?? '').includes('lines.places'))
    expect(shownIn(page.url())).toMatch(/^trends:\d\.average\.yes,\d\.by\.quarter,\d\.lines\.places$/)
    const lines = card.getByRole('link', { name: 'Sweden', exact: true })
    await lines.waitFor()

    const shared = await openPage(`trends`, 'desk')
    await shared.page.goto(page.url())
    await shared.page
      .getByRole('region', { name: /^NPS/ })
      .first()
      .getByRole('link', { name: 'Sweden', exact: true })
      .waitFor()
    await shared.close()

    await page.goBack()
    await lines.waitFor({ state: 'detached' })
    expect(await average.getAttribute('aria-pressed')).toBe('true')
    expect(await card.getByLabel('Time unit').inputValue()).toBe('quarter')
    await page.goForward()
    await lines.waitFor()

    await card.getByRole('button', { name: /^Menu for/ }).click()
    await page.getByText('Show as table').click()
    await card.getByRole('columnheader', { name: 'Sweden' }).waitFor()
    await page.reload()
    await card.getByRole('columnheader', { name: 'Sweden' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await page.waitForURL(/page\/overview/)
    expect(shownIn(page.url())).toBeNull()
    expect(faults).toEqual([])
    await close()
  })

  it('draws a line for each place, marks what happened, is smoothed, and leads from a line to its place', async () => {
    const { page, faults, close } = await openPage('trends', 'desk')
    const card = page.getByRole('region', { name: /^NPS/ }).first()
    await card.getByText('Loyalty programme').first().waitFor()
    await card.getByRole('button', { name: 'Moving average over three periods' }).click()
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    const lines = await linesOf(download)
    expect(lines[0]).toMatch(/Moving average over three periods[,;]Events$/)
    expect(lines.filter((line) => /[,;]-?\d+\.\d[,;]Loyalty programme$/.test(line)).length).toBe(1)

    await card.getByLabel('Lines').selectOption('places')
    const chart = card.getByRole('slider', { name: /^NPS/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/Finland -?\d.*Sweden -?\d/)
    expect(await seriousFaults(page, axe)).toEqual([])
    await card.getByRole('link', { name: 'Sweden', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/region,all,se;/)
    expect(faults).toEqual([])
    await close()
  })
})

describe('a page on paper', () => {
  it('says what it looks at, and has nothing to press', async () => {
    const { page, close } = await openPage('heat', 'desk')
    const chip = page.getByRole('list', { name: 'Active filters' }).getByText('Last 12 months', { exact: true })
    await chip.waitFor()
    await page.getByRole('grid').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await chip.isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /^(Clear|Menu for|vs )/ }).count()).toBe(0)
    await close()
  })
})

const pages = [['heat', 'grid']] as const

describe('the components that few pages have', () => {
  it.each(pages.flatMap(([name, role]) => looks.map(([size, scheme]) => [name, role, size, scheme] as const)))(
    'have no serious fault on the page %s (%s) and do not widen a %s in %s',
    async (name, role, size, scheme) => {
      const { page, faults, close } = await openPage(name, size, scheme)
      await page.getByRole(role).first().waitFor()
      expect(await seriousFaults(page, axe)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(faults).toEqual([])
      await close()
    },
  )
})
