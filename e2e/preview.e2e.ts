import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'
const blocks = `/survey/${survey}/${survey}?page=blocks`

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES) await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/preview-${name}.png` })
}
const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview of a draft' })
const written = (page: Page) => page.getByRole('textbox', { name: /^Text of/ })

/** Writes an indicator's and a page's next title as drafts. */
async function draft(page: Page) {
  await page.getByRole('button', { name: 'Indicators indicators.json' }).click()
  await page.getByRole('button', { name: /^NPS nps$/, expanded: false }).click()
  await page.getByRole('group', { name: 'Title' }).getByRole('textbox').first().fill('Recommended to friends')
  await page.getByText(/^Draft kept .* by aino$/).waitFor()
  await page.getByRole('button', { name: 'Config blocks', exact: true }).click()
  await page.getByRole('button', { name: 'Pages pages.json' }).click()
  await page
    .getByRole('button', { name: /^Overview/, expanded: false })
    .first()
    .click()
  await page.getByRole('group', { name: 'Title' }).getByRole('textbox').first().fill('Morning look')
  await page.getByText(/^Draft kept .* by aino$/).waitFor()
}

describe('the preview of drafts', () => {
  it('shows them as a store manager, of their places alone, and leaves what is published untouched', async () => {
    const { page, faults, close } = await sample.open(blocks, 'desk')
    await draft(page)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview the drafts' })
    await dialog.getByRole('searchbox', { name: 'Find a person or role' }).fill('store manager')
    await dialog
      .getByRole('button', { name: /Store manager/ })
      .first()
      .click()
    await picture(page, 'dialog')
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Open preview' }).click()

    await bar(page)
      .getByText(/^Draft of store-visits as .*, not published\.$/)
      .waitFor()
    await page.getByText('Recommended to friends').first().waitFor()
    await page.getByText('Morning look').first().waitFor()
    await picture(page, 'as-manager')
    expect(await seriousFaults(page, axe)).toEqual([])
    // Their own places: the others of the country are not even named.
    expect(new URL(page.url()).pathname).toContain('uusimaa')
    expect(await page.getByRole('link', { name: 'Pirkanmaa', exact: true }).count()).toBe(0)
    await page.reload()
    await bar(page)
      .getByText(/^Draft of store-visits as/)
      .waitFor()

    await bar(page).getByRole('button', { name: 'Leave preview' }).click()
    await page.getByRole('button', { name: 'Indicators indicators.json' }).waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    await page.goto(new URL(`/rankings/${survey}/region,all;ftime=rmonths-11+0`, page.url()).href)
    await page.getByText('NPS').first().waitFor()
    expect(await page.getByText('Recommended to friends').count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('follows who writes on, and says what is wrong where', async () => {
    const writer = await sample.open(`${blocks}&block=indicators.json`, 'desk')
    await written(writer.page).waitFor()
    const { page, faults, close } = await sample.open(blocks, 'phone', 'dark')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Open preview' }).click()
    await bar(page).getByText('Draft of store-visits, not published.').waitFor()
    await page.getByText('Recommended to friends').first().waitFor()
    await picture(page, 'phone-dark')
    await writer.page.getByRole('button', { name: /^Recommended to friends/, expanded: false }).click()
    const title = writer.page.getByRole('group', { name: 'Title' }).getByRole('textbox').first()
    await title.fill('Told others')
    await page.getByText('Told others').first().waitFor()
    await written(writer.page).press('Control+Home')
    await written(writer.page).press('ArrowDown')
    await written(writer.page).press('End')
    await writer.page.keyboard.insertText('{"measure": "mean", "id": "new", "title": "New", "question": "nobody"}, ')
    await bar(page).getByText('The draft can’t be shown until this is fixed:').waitFor()
    await bar(page).getByText('indicators.json').waitFor()
    await picture(page, 'faulty-phone-dark')
    expect(await seriousFaults(page, axe)).toEqual([])
    await bar(page).getByRole('button', { name: 'Leave preview' }).click()
    await page.getByRole('button', { name: 'Indicators indicators.json' }).waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await writer.close()
    await close()
  })
})
