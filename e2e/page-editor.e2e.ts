import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const address = '/page/trends/store-visits/region,all;ftime=rmonths-11+0'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

/** Opens the editor by the page's menu. */
async function edit(page: Page, item = 'Edit pages') {
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor()
}
const toolbar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
const typesOf = (page: Page) =>
  page.locator('[data-handle]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

describe('editing pages', () => {
  it('adds, configures with real figures, moves by keyboard, undoes, keeps a draft and publishes for others', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    await edit(page)
    await page
      .getByRole('button', { name: /^Configure/ })
      .first()
      .waitFor()
    const before = await typesOf(page)

    await toolbar(page, 'Add component').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Distribution/ })
      .click()
    const panel = page.getByRole('complementary', { name: 'Distribution' })
    await panel.getByLabel('Question').selectOption({ label: 'Satisfaction' })
    await panel.getByRole('textbox', { name: 'Title' }).fill('How satisfied')
    await panel.getByRole('button', { name: 'Use the page’s current filters' }).click()
    const cell = page.getByRole('region', { name: /^How satisfied, position/ })
    await cell.getByText('Very satisfied').or(cell.getByText(/n \d/)).first().waitFor()
    await cell
      .getByText(/Last 12 months/)
      .first()
      .waitFor()

    const handle = page.getByRole('button', { name: 'Move How satisfied', exact: true })
    await handle.focus()
    for (let step = 0; step < before.length; step += 1) await page.keyboard.press('ArrowUp')
    expect((await typesOf(page))[0]).toBe('Move How satisfied')
    const width = async () => Number(await page.locator('[data-index="0"]').getAttribute('data-span'))
    const usual = await width()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(width).toBe(usual - 1)
    await toolbar(page, 'Undo').click()
    await expect.poll(width).toBe(usual)
    await toolbar(page, 'Redo').click()

    await toolbar(page, 'Save as draft').click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await toolbar(page, 'Close').click()
    await page.reload()
    await edit(page)
    await page.getByText(/^Draft saved by aino/).waitFor()
    expect((await typesOf(page))[0]).toBe('Move How satisfied')

    // The draft as a store manager will see it, beside one's own view.
    await toolbar(page, 'Publish').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Who will see this?' }).click()
    const who = page.getByRole('dialog', { name: 'Who will see this?' })
    await who.getByText(/people can open this page here$/).waitFor()
    await who.getByRole('searchbox').fill('virtanen')
    await who.getByRole('button', { name: /^Mikko Virtanen.*Sees part of this place$/ }).click()
    const [own, theirs] = ['You', 'Mikko Virtanen'].map((name) => who.locator(`iframe[title="${name}"]`).contentFrame())
    for (const side of [own, theirs])
      await side?.getByRole('heading', { level: 2, name: /How satisfied/ }).waitFor({ timeout: 20_000 })
    await theirs?.getByText('limited to your access').waitFor()
    expect(await own?.getByText('limited to your access').count()).toBe(0)
    expect(await theirs?.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    expect(await seriousFaults(page, axe)).toEqual([])
    await who.getByRole('button', { name: 'Close' }).click()

    await toolbar(page, 'Publish').click()
    await page.getByRole('dialog').getByText('Publishing changes this for everyone:').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Pages published').waitFor()
    await page.getByRole('heading', { level: 2, name: /How satisfied/ }).waitFor()
    expect(faults).toEqual([])
    await close()

    const other = await sample.open(address, 'desk', 'light', 'dora')
    await other.page.getByRole('heading', { level: 2, name: /How satisfied/ }).waitFor()
    await other.close()
  })

  it('puts a page on a big screen, of what can be shown there, and shows its address again', async () => {
    const { page, faults, close } = await sample.open(address.replace('region,all', 'region,all,fi'), 'desk')
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Big screens' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByLabel('Name').fill('Lobby')
    await expect.poll(() => dialog.getByRole('checkbox', { name: /^Trends/ }).isChecked()).toBe(true)
    await dialog
      .getByRole('checkbox', { name: /^Interviews|^Alerts/ })
      .first()
      .waitFor()
    expect(
      await dialog.getByRole('checkbox', { name: /cannot be shown on a screen/, disabled: true }).count(),
    ).toBeGreaterThan(0)
    await expect.poll(() => dialog.getByLabel('Place').locator('option:checked').textContent()).toBe('Finland')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = await dialog.getByText(/\/bigscreen\/kaiku_key_/).textContent()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Show address' }).click()
    await page
      .getByRole('dialog', { name: 'Lobby' })
      .getByText(shown ?? '')
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('moves by the mouse, and refuses to publish what does not hold', async () => {
    const { page, faults, close } = await sample.open(address.replace('trends', 'overview'), 'desk')
    await edit(page)
    await page
      .getByRole('button', { name: /^Configure/ })
      .nth(1)
      .waitFor()
    const before = await typesOf(page)
    const [from, to] = [page.locator('[data-handle]').nth(1), page.locator('[data-handle]').nth(0)]
    await from.hover()
    await page.mouse.down()
    await to.hover()
    await page.mouse.up()
    expect((await typesOf(page)).slice(0, 2)).toEqual([before[1], before[0]])

    await page.getByRole('button', { name: 'Configure Key metrics', exact: true }).click()
    await page.getByRole('complementary').getByLabel('Filter code').fill('nowhere=1')
    await page.getByText('1 problem to fix').waitFor()
    await page.getByRole('complementary').getByText('This filter isn’t valid').waitFor()
    await toolbar(page, 'Publish').click()
    await page.getByRole('dialog').getByText('Fix these problems first:').waitFor()
    await page.getByRole('dialog').getByText('Key metrics › Own filter').waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })
})

describe('a page of one’s own', () => {
  it('is copied, changed on a phone, found in the menu by its maker alone, and deleted', async () => {
    const { page, faults, close } = await sample.open(address, 'phone', 'light', 'dora')
    await page.getByRole('button', { name: /Page menu|Seitenmenü/ }).waitFor()
    await page.evaluate("localStorage.setItem('kaiku.locale', 'en')")
    await page.reload()
    await edit(page, 'Copy to my pages')
    await page.getByRole('button', { name: 'This page' }).click()
    await page.getByRole('complementary').getByRole('textbox', { name: 'Title' }).fill('Dora’s look')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    await toolbar(page, 'Save').click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Dora’s look' }).waitFor()
    await page.keyboard.press('Escape')
    const own = new URL(page.url()).pathname
    const other = await sample.open(own, 'desk')
    await other.page.getByText('This survey has no such page').waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Delete this page' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this page' })
      .getByRole('button', { name: 'Delete this page' })
      .click()
    await page.getByText('Page deleted').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('the editor', () => {
  it.each(looks)('is open to everybody on a %s, %s', async (size, scheme) => {
    const { page, faults, close } = await sample.open(address, size, scheme)
    await edit(page)
    await page
      .getByRole('button', { name: /^Configure/ })
      .first()
      .click()
    await page.getByRole('complementary').last().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })
})
