import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults, type sizes } from './browser.ts'
import { expectFits } from './fits.ts'
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
/** The head of a file's table and its rows, behind what it is of. */
const tableOf = async (download: Download) => {
  const lines = await linesOf(download)
  const head = lines.indexOf('') + 1
  return { head: lines[head] ?? '', rows: lines.slice(head + 1) }
}

/** What an address says of how components are shown. */
const shownIn = (address: string) => new URL(address).searchParams.get('shown')

describe('the heat map of the sample', () => {
  it('is walked by arrow keys, tells of a cell, drills to its place and sets its period', async () => {
    const { page, faults, close } = await openPage('heat', 'desk')
    const card = page.getByRole('region', { name: /^Heat map by Country/ }).first()
    const grid = card.getByRole('grid')
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    const lines = await linesOf(download)
    const titles = lines.findIndex((line) => /^Country,Path,n,NPS,/.test(line))
    expect(lines.slice(0, titles).join('\n')).toMatch(/Place,.*Period,.*Compared with,/s)
    expect(lines.slice(titles + 1).map((line) => line.split(',')[0])).toEqual([
      ...['Finland', 'Sweden', 'Norway', 'Denmark'],
      'All',
    ])

    await grid
      .getByRole('button', { name: /n [\d,]+$/ })
      .first()
      .focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Satisfied · Sweden' })
    await dialog.getByText('vs others').waitFor()
    await expect.poll(() => dialog.textContent()).toMatch(/Value\d+(\.\d)?%.±\d.*Average/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/%n [\d,]+$/)

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
    // The last heading is that of the whole.
    const newest = months.getByRole('columnheader').nth(-2)
    expect(
      await newest.evaluate((one) => {
        const rightOf = (what: { getBoundingClientRect(): { right: number } } | null) =>
          what?.getBoundingClientRect().right ?? Number.NaN
        return rightOf(one) <= rightOf(one.closest('section')) + 1
      }),
    ).toBe(true)
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
    const bar = card.getByRole('group', { name: /^Poor/ }).first()
    await expect.poll(() => bar.getAttribute('aria-label')).toMatch(/Poor \d+\.\d%.*Excellent \d+\.\d%/)
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
    expect((await tableOf(download)).head).toMatch(
      /^Satisfaction,A Store \(%\),.*,B Click & collect \(%\),.*,C Phone \(%\),/,
    )

    // No filter of the survey is about satisfaction.
    await card.getByRole('button', { name: 'Interviews: Poor · Phone' }).click()
    const peek = page.getByRole('dialog', { name: 'Satisfaction · Poor · Phone' })
    const all = peek.getByRole('link', { name: /^All [\d,]+ in the interview list$/ })
    await all.waitFor()
    expect(decodeURIComponent((await all.getAttribute('href')) ?? '')).toMatch(/channel=phone;.*~satisfaction=1/)
    await expect
      .poll(() => peek.getByRole('list', { name: 'Interviews' }).getByRole('listitem').count())
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')

    const head = table.getByRole('columnheader', { name: /^Phone/ })
    const n = /n [\d,]+$/.exec((await head.textContent()) ?? '')?.[0] ?? 'n ?'
    await head.getByRole('link').click()
    await page.waitForURL(/channel=phone/)
    await card.getByText(`· ${n}`).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('a ranking', () => {
  it('shows the worst on enough answers, and is saved as it is seen: as rows, for Excel, and whole as a picture', async () => {
    const { page, faults, close } = await openPage('stores', 'desk')
    const card = page.getByRole('region', { name: /^Store · \d/ }).first()
    const rows = card.locator('tbody tr[aria-rowindex]')
    await rows.first().waitFor()
    const all = Number(await card.getByRole('table').getAttribute('aria-rowcount')) - 1
    expect(all).toBeGreaterThan(60)
    const menu = card.getByRole('button', { name: /^Menu for/ })
    await rows.first().hover()
    await menu.click()
    const [picture] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as PNG').click()])
    const bytes = await readFile(await picture.path())
    // Every row is 36 pixels high, and the header of a PNG says how high that came to beside its width.
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    const shown = await card.boundingBox()
    expect(height / width).toBeGreaterThan((36 * all) / ((shown?.width ?? 0) * 1.6))
    if (process.env.KAIKU_PICTURES) await picture.saveAs(`${process.env.KAIKU_PICTURES}/ranking-whole.png`)

    await card.getByRole('button', { name: 'Rows shown' }).click()
    const chooser = page.getByRole('dialog', { name: 'Rows shown' })
    await chooser.getByRole('radio', { name: 'Worst 10' }).check()
    await chooser.getByLabel('Minimum n').fill('30')
    await page.waitForURL(
      (url) => /rows\.worst10/.test(shownIn(url.href) ?? '') && /least\.30/.test(shownIn(url.href) ?? ''),
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chooser.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
    await page.keyboard.press('Escape')
    await expect.poll(() => rows.count()).toBe(10)
    const ranks = await rows.locator('td:first-child').allTextContents()
    expect(ranks.join()).not.toContain('–,')
    const names = await rows.locator('td:nth-child(2)').getByRole('link').allTextContents()
    await menu.click()
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    const lines = await linesOf(csv)
    const head = lines.findIndex((line) => line.startsWith('Rank,'))
    expect(lines.slice(head + 1).map((line) => line.split(',')[3])).toEqual(names)
    await menu.click()
    const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByText('Export for Excel').click()])
    expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe('PK')
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    expect(faults).toEqual([])
    await close()
  })
})

/** The panel at the side, once it tells how many interviews there are. */
const panelOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

describe('what stands behind a figure', () => {
  it('opens from a tile, a bar and a point, by mouse and by keyboard, and leads to all of it', async () => {
    const { page, faults, close } = await openPage('overview', 'desk')
    const tile = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'NPS', exact: true }) })
    await tile.click({ position: { x: 20, y: 60 } })
    const whole = panelOf(page, 'NPS')
    await whole.getByRole('list', { name: 'Interviews' }).getByRole('link').nth(7).waitFor()
    const examples = whole.locator('section').filter({ hasText: 'Typical comments' }).locator('ul > li')
    await expect.poll(() => examples.count()).toBe(3)
    await expect.poll(() => whole.getByText(/\d of 10 · (detractor|passive|promoter)/).count()).toBeGreaterThan(8)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })

    const bars = page.getByRole('region', { name: /^Would recommend us/ }).first()
    await bars.getByText('Detractors', { exact: true }).waitFor()
    await bars.getByRole('button', { name: 'Interviews: 10' }).focus()
    await page.keyboard.press('Enter')
    const bar = panelOf(page, /· 10$/)
    await bar.getByText('10 of 10 · promoter').first().waitFor()
    expect(await bar.getByText(/of 10 · (detractor|passive)/).count()).toBe(0)
    await page.keyboard.press('Escape')

    const chart = page.getByRole('slider', { name: /^NPS/ }).first()
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const point = panelOf(page, /^NPS · /)
    const count = /[\d,]+/.exec((await point.getByText(/^[\d,]+ interviews$/).textContent()) ?? '')?.[0] ?? '?'
    await point.getByRole('link', { name: `All ${count} in the interview list` }).click()
    await page.waitForURL(/page\/interviews\/.*ftime=\d{8}_\d{8}/)
    await page
      .getByRole('region', { name: /^Interviews/ })
      .getByText(`· ${count}`)
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is for a change where it comes from, here and at a place below, with the way to the page about it', async () => {
    // Of regions of Finland something has changed for certain, on whatever day the sample ends.
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all,fi;ftime=rmonths-11+0',
      'desk',
    )
    const tile = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'NPS', exact: true }) })
    await tile.getByRole('button', { name: /Explain this change/ }).click()
    const panel = panelOf(page, /^Why did it change\?/)
    await panel.getByRole('list', { name: 'Before to now, step by step' }).waitFor()
    await panel.getByRole('heading', { name: 'Topics that moved' }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await panel.getByRole('link', { name: /^Open on the page/ }).click()
    await page.waitForURL(/page\/changes\//)
    await page.goBack()

    const places = page.getByRole('row').getByRole('button', { name: /Explain this change/ })
    await places.last().click()
    await panelOf(page, /^Why did it change\? .+ · .+/)
      .getByRole('list', { name: 'Before to now, step by step' })
      .waitFor()
    expect(page.url()).toMatch(/region,all,fi;/)
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
    await expect
      .poll(() => tiles.locator('a:first-child').allTextContents())
      .toEqual(['Norway', 'Sweden', 'Finland', 'Denmark'])
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Export as CSV').click()])
    expect((await tableOf(download)).rows.map((line) => line.split(',')[0])).toEqual(
      await tiles.locator('a:first-child').allTextContents(),
    )

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
    await expect.poll(() => average.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => card.getByLabel('Time unit').inputValue()).toBe('quarter')
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
    const { head, rows } = await tableOf(download)
    expect(head).toMatch(/^Period,From,To,NPS,.*NPS: moving average over three periods,Events,Note$/)
    expect(rows.filter((line) => /,-?\d+(\.\d)?,Loyalty programme,$/.test(line)).length).toBe(1)

    await card.getByLabel('Lines').selectOption('places')
    const chart = card.getByRole('slider', { name: /^NPS/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/Finland -?\d.*Sweden -?\d/)
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
    await expect.poll(() => chip.isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /^(Clear|Menu for|vs )/ }).count()).toBe(0)
    // Chromium repeats a head on each page, but for cells that stay in sight.
    expect(await page.evaluate(`getComputedStyle(document.querySelector('thead th')).position`)).toBe('static')
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
      await expectFits(page)
      expect(faults).toEqual([])
      await close()
    },
  )
})
