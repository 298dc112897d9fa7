import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
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
  await page.getByRole('button', { name: item }).click()
  await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor()
}
const toolbar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
const typesOf = (page: Page) =>
  page.locator('[data-handle]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

describe('editing pages', () => {
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

    await page.getByRole('button', { name: 'Configure Figures', exact: true }).click()
    await page.getByRole('complementary').getByLabel('As it is written').fill('nowhere=1')
    await page.getByText('To mend: 1').waitFor()
    await toolbar(page, 'Publish').click()
    await page.getByRole('dialog').getByText('These have to be mended first:').waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
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
    await page.getByRole('button', { name: 'Delete this page' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this page' })
      .getByRole('button', { name: 'Delete this page' })
      .click()
    await page.getByText('The page is deleted').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('the editor', () => {
  it.each([
    ['phone', 'light'],
    ['desk', 'dark'],
  ] as const)('is open to everybody on a %s, %s', async (size, scheme) => {
    const { page, faults, close } = await sample.open(address, size, scheme)
    await edit(page)
    await page
      .getByRole('button', { name: /^Configure/ })
      .first()
      .click()
    await page.getByRole('complementary').last().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(wider).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await close()
  })
})
