import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
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

const openPage = (name: string, path: string, size: keyof typeof sizes, scheme?: 'light' | 'dark') =>
  sample.open(`/page/${name}/store-visits/${path}`, size, scheme)
const lastYear = 'region,all;ftime=rmonths-11+0'

describe('comments', () => {
  it('stand in the order that is asked for, also in the file, and are starred for oneself', async () => {
    const { page, faults, close } = await openPage('comments', lastYear, 'desk')
    const card = page.getByRole('region', { name: /^Customer comments/ })
    const scores = async () =>
      (await card.getByText(/^NPS \d+ of 10/).allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]))
    await card.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Lowest score first' })
    await page.waitForURL(/sort\.lowest/)
    const isSorted = (all: readonly number[]) => all.length > 1 && all.every((one, at) => one >= (all[at - 1] ?? 0))
    await expect.poll(async () => isSorted(await scores())).toBe(true)
    const shown = await scores()
    await page.reload()
    await expect.poll(scores).toEqual(shown)
    await card.getByRole('button', { name: /^Menu for Customer comments/ }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])
    const firstText = (await card.getByRole('listitem').first().locator('p').first().textContent()) ?? ''
    const lines = (await readFile(await download.path(), 'utf8')).split(/\r?\n/)
    const head = lines.findIndex((line) => /,Comment,/.test(line))
    expect(head).toBeGreaterThan(0)
    expect(lines[head + 1]).toContain(firstText.slice(0, 20))

    await card.getByRole('button', { name: 'Star for yourself' }).nth(1).click()
    await card.getByRole('button', { name: 'Starred', exact: true }).click()
    await page.waitForURL(/starred\.yes/)
    await expect.poll(() => card.getByRole('button', { name: 'Star for yourself' }).count()).toBe(1)
    await page.reload()
    await expect.poll(() => card.getByRole('button', { name: 'Star for yourself', pressed: true }).count()).toBe(1)
    await card.getByRole('button', { name: 'Star for yourself' }).click()
    await card.getByText('No starred comments here').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

describe('a store manager', () => {
  it('begins at the own store, which is marked among its neighbours', async () => {
    const { page, close } = await sample.open('/', 'desk', 'light', 'mikko')
    await page.getByRole('heading', { level: 1, name: 'Helsinki Kamppi' }).waitFor()
    const row = page.locator('main tr[aria-current="location"]')
    await row.filter({ hasText: 'Helsinki Kamppi' }).first().waitFor()
    await expect.poll(() => page.getByRole('table').first().getByRole('row').count()).toBeGreaterThan(2)
    await close()
  })
})

describe('topics of comments', () => {
  it('open to what people said, and narrow the page to a topic, a mood or a sentiment', async () => {
    const { page, faults, close } = await openPage('comments', lastYear, 'desk')
    const card = page.getByRole('region', { name: /^Topics/ })
    const list = card.getByRole('list', { name: 'Topics', exact: true })
    await list.waitFor()
    await expect.poll(() => list.getByRole('button').count()).toBeGreaterThanOrEqual(5)

    const waiting = list.getByRole('button', { name: /^Waiting/ })
    await waiting.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => waiting.getAttribute('aria-expanded')).toBe('true')
    const examples = card.getByRole('list', { name: 'Newest comments on Waiting' })
    await examples.getByText('Waiting').first().waitFor()
    await expect.poll(() => examples.getByRole('listitem').count()).toBe(3)

    // One that is wrong is taken out, and put back.
    const correct = examples.getByRole('button', { name: 'Correct topics' }).first()
    await correct.click()
    await page.getByRole('button', { name: 'Wrong topic: Waiting' }).click()
    await page.getByRole('button', { name: 'Undo the correction of Waiting' }).click()
    await page.getByRole('button', { name: 'Wrong topic: Waiting' }).waitFor()
    await page.keyboard.press('Escape')

    await card.getByRole('link', { name: /^criticised \d/ }).click()
    await page.waitForURL(/comment\.complaint=waiting/)
    const comments = page.getByRole('region', { name: /^Customer comments/ })
    await comments.getByText('Negative', { exact: true }).first().waitFor()
    await page.reload()
    await comments.getByText('Negative', { exact: true }).first().waitFor()
    await page.goBack()

    await card
      .getByRole('list', { name: 'Sentiment of the comments' })
      .getByRole('link', { name: /^Positive/ })
      .click()
    await page.waitForURL(/comment\.sentiment=positive/)
    await card.getByRole('button', { name: /^Menu for Topics/ }).click()
    await page.getByText('Show as table').click()
    await card.getByRole('columnheader', { name: 'Impact', exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('can be ordered by what costs most', async () => {
    const { page, faults, close } = await openPage('comments', lastYear, 'desk')
    const card = page.getByRole('region', { name: /^Topics/ })
    await card.getByLabel('Sort by').selectOption({ label: 'Most negative impact' })
    const first = card.getByRole('list', { name: 'Topics', exact: true }).getByRole('button').first()
    await first.getByText(/−/).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('have nothing for axe to find: %s, %s', async (size, scheme) => {
    const { page, faults, close } = await openPage('comments', lastYear, size, scheme)
    const list = page.getByRole('list', { name: 'Topics', exact: true })
    await list.getByRole('button').first().click()
    await page.getByRole('list', { name: /^Newest comments on/ }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })
})

describe('a ranking', () => {
  const openStores = (path: string, size: keyof typeof sizes, scheme?: 'light' | 'dark') =>
    openPage('stores', path, size, scheme)

  it('shows targets and bands of ties on demand, and keeps that in the address', async () => {
    const { page, faults, close } = await openStores(lastYear, 'desk')
    const table = page.getByRole('table').first()
    await table.getByRole('columnheader', { name: 'Rank' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Target' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByText('Target', { exact: true }).click()
    await page.getByText('Group statistical ties', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(/columns=[^&]*target/)
    await table.getByRole('columnheader', { name: 'Target' }).waitFor()
    await page.reload()
    await table.getByRole('columnheader', { name: 'Target' }).waitFor()
    await table
      .getByRole('row', { name: /^Band 1:/ })
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('keeps columns under a name, and brings back what was removed', async () => {
    const { page, faults, close } = await openStores(`${lastYear}?columns=n`, 'desk')
    const columns = page.getByRole('button', { name: 'Columns' })
    await columns.click()
    await page.getByLabel('Name of this column set').fill('Only n')
    await page.keyboard.press('Enter')
    const kept = page.getByRole('button', { name: 'Only n', exact: true })
    await kept.waitFor()
    await page.goto(page.url().replace('?columns=n', ''))
    await columns.click()
    await kept.click()
    await page.waitForURL(/columns=n$/)
    await page.getByRole('button', { name: 'Remove Only n' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await columns.click()
    await kept.waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('leaves the screen as CSV, PNG and PDF, and for the clipboard', async () => {
    const { page, faults, close } = await openStores(lastYear, 'desk')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const menu = page.getByRole('button', { name: /^Menu for/ }).first()
    for (const [item, ending, begins] of [
      ['Export as CSV', 'csv', '\ufeff'],
      ['Export as PNG', 'png', '\u0089PNG'],
      ['Export as PDF', 'pdf', '%PDF-1.4'],
    ] as const) {
      await menu.click()
      const saved = page.waitForEvent('download')
      await page.getByText(item, { exact: true }).click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`))
      const bytes = await readFile(await file.path())
      expect(bytes.toString(ending === 'csv' ? 'utf8' : 'latin1').startsWith(begins), item).toBe(true)
      expect(bytes.length).toBeGreaterThan(500)
    }
    await menu.click()
    await page.getByText('Copy as image', { exact: true }).click()
    await page.getByText('Image copied').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('becomes a funnel plot whose outliers are named and open by keyboard', async () => {
    const { page, faults, close } = await openStores(lastYear, 'desk')
    await page.getByRole('button', { name: 'Funnel plot' }).click()
    await page.waitForURL(/columns=[^&]*funnel/)
    const list = page.getByRole('list', { name: 'Outside the funnel, furthest first' })
    await list
      .getByText(/99\.8% limit/)
      .first()
      .waitFor()
    const first = list.getByRole('link').first()
    const name = (await first.textContent()) ?? ''
    await first.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await list.waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('has nothing for axe to find as a funnel: %s, %s', async (size, scheme) => {
    const { page, faults, close } = await openStores(`${lastYear}?columns=rank,n,nps,~funnel`, size, scheme)
    await page.getByRole('list', { name: 'Outside the funnel, furthest first' }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })
})
