import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, openPage, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { signInAsRoot } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
  await signInAsRoot(sample.running, 'ruth')
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/system-message-${name}.png` })
}
/** The bars over a screen. */
const bars = (page: Page) => page.locator('[aria-live="polite"]').getByRole('complementary', { name: 'System message' })
const bar = (page: Page, text: string) => bars(page).filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
const listed = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
/** Publishes what stands in the form, and waits until it is there. */
async function publish(page: Page) {
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

describe('system messages', () => {
  it('are written by an administrator with a preview, come to an open screen by themselves, are closed and ended', async () => {
    const reader = await sample.open('/page/overview/store-visits/region,all', 'desk', 'light', 'sven')
    await reader.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    const { page, faults, close } = await sample.open('/administration/store-visits', 'desk')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^System messages/ })
      .click()
    await page.getByText('There are no messages yet.').waitFor()
    await page.getByRole('button', { name: 'New message' }).click()
    await dialog(page).getByLabel('Text', { exact: true }).fill('Stores close early on Friday')
    await dialog(page).getByLabel('Text in Finnish').fill('Myymälät sulkeutuvat perjantaina aikaisin')
    const preview = dialog(page).getByRole('region', { name: 'Preview' })
    await expect.poll(() => preview.getByText('Stores close early on Friday').count()).toBe(2)
    await preview.getByText('Suomi').click()
    await expect.poll(() => preview.getByText('Myymälät sulkeutuvat').count()).toBe(2)
    await dialog(page).getByLabel('Text colour').fill('#1f4b9a')
    await dialog(page)
      .getByText(/^Contrast 1: it must be at least 4\.5$/)
      .waitFor()
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    await dialog(page).getByLabel('Text colour').fill('#ffffff')
    await dialog(page)
      .getByText(/reads well$/)
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'form')
    await publish(page)
    await listed(page, 'Stores close early').getByText('Now', { exact: true }).waitFor()
    await bar(page, 'Stores close early').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'list')

    // Nobody loaded this page anew.
    await bar(reader.page, 'Stores close early').waitFor()
    await picture(reader.page, 'reader')
    await bar(reader.page, 'Stores close early').getByRole('button', { name: 'Close the message' }).click()
    await bar(reader.page, 'Stores close early').waitFor({ state: 'detached' })
    const asked = reader.page.waitForResponse('**/api/systemmessage/shown**')
    await reader.page.reload()
    expect((await (await asked).json()).messages).toHaveLength(1)
    await reader.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await bars(reader.page).count()).toBe(0)

    // It says something else now, so it is there again.
    await listed(page, 'Stores close early').getByRole('button', { name: 'Change' }).click()
    await dialog(page).getByLabel('Text', { exact: true }).fill('Stores close early on Saturday')
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await bar(reader.page, 'early on Saturday').waitFor()
    await listed(page, 'on Saturday').getByRole('button', { name: 'End now' }).click()
    await bar(reader.page, 'early on Saturday').waitFor({ state: 'detached' })
    await page.getByText('Past (1)').click()
    await listed(page, 'on Saturday').getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There are no messages yet.').waitFor()
    expect([...faults, ...reader.faults]).toEqual([])
    await reader.close()
    await close()
  })

  it('for people of a place are searched for, and say no to a time that is past', async () => {
    const { page, close } = await sample.open('/messages/store-visits', 'desk')
    await page.getByRole('button', { name: 'New message' }).click()
    await dialog(page).getByLabel('Text', { exact: true }).fill('Only in Sweden')
    await dialog(page).getByText('Places', { exact: true }).click()
    const publishing = dialog(page).getByRole('button', { name: 'Publish', exact: true })
    await expect.poll(() => publishing.isDisabled()).toBe(true)
    await dialog(page).getByLabel('Search for a place').fill('swed')
    await dialog(page).getByRole('checkbox', { name: 'Sweden' }).check()
    await dialog(page).getByRole('group', { name: 'Begins' }).getByText('At a time').click()
    await dialog(page).getByLabel('From', { exact: true }).fill('2020-01-01T10:00')
    await publishing.click()
    await dialog(page).getByText('The beginning, 2020-01-01 10:00, is past.').waitFor()
    await dialog(page).getByRole('group', { name: 'Begins' }).getByText('Now', { exact: true }).click()
    await publish(page)
    await listed(page, 'Only in Sweden').getByText('For people of: Sweden').waitFor()
    const told = sample.open('/page/overview/store-visits/region,all', 'desk', 'light', 'sven')
    await bar((await told).page, 'Only in Sweden').waitFor()
    const elsewhere = await sample.open('/page/overview/store-visits/region,all', 'desk', 'light', 'mikko')
    await elsewhere.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    // An administrator sees everything, so is of no place.
    for (const other of [page, elsewhere.page]) expect(await bar(other, 'Only in Sweden').count()).toBe(0)
    await listed(page, 'Only in Sweden').getByRole('button', { name: 'End now' }).click()
    await bar((await told).page, 'Only in Sweden').waitFor({ state: 'detached' })
    for (const one of [elsewhere, await told]) await one.close()
    await close()
  })

  it('of root stand in every universe and before sign-in, and maintenance cannot be closed', async () => {
    const { page, close } = await sample.open('/surveylist/store-visits', 'desk', 'light', 'ruth')
    const all = page.getByRole('region', { name: 'Messages to all universes' })
    await all.getByRole('button', { name: 'New message' }).click()
    await dialog(page).getByLabel('Text', { exact: true }).fill('Maintenance tonight at 22')
    await dialog(page).getByRole('group', { name: 'How much it matters' }).last().getByText('Maintenance').click()
    await dialog(page).getByLabel('Also before sign-in').check()
    await publish(page)
    await all.getByText('For everybody, also before sign-in').waitFor()
    await bar(page, 'Maintenance tonight').waitFor()
    expect(await bar(page, 'Maintenance tonight').getByRole('button').count()).toBe(0)
    await picture(page, 'root')
    const told = await sample.running.kaiku(
      'message',
      'set',
      'Read the news',
      '--universe',
      'sample',
      '--importance',
      'notice',
    )
    expect(told.code, told.err).toBe(0)

    for (const [size, scheme] of looks) {
      const out = await openPage(sample.browser, `${sample.running.address}/`, size, scheme)
      await bar(out.page, 'Maintenance tonight').waitFor()
      await out.page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => bars(out.page).count()).toBe(1)
      expect(await seriousFaults(out.page, axe)).toEqual([])
      await expectFits(out.page)
      await picture(out.page, `sign-in-${size}-${scheme}`)
      await out.close()

      const inside = await sample.open('/page/overview/store-visits/region,all', size, scheme, 'sven')
      await bar(inside.page, 'Read the news').waitFor()
      await expect.poll(() => bars(inside.page).allInnerTexts()).toEqual(['Maintenance tonight at 22', 'Read the news'])
      expect(await seriousFaults(inside.page, axe)).toEqual([])
      await expectFits(inside.page)
      await picture(inside.page, `stacked-${size}-${scheme}`)
      await inside.close()

      const list = await sample.open('/messages/store-visits', size, scheme)
      await listed(list.page, 'Read the news').waitFor()
      expect(await seriousFaults(list.page, axe)).toEqual([])
      await expectFits(list.page)
      await picture(list.page, `list-${size}-${scheme}`)
      await list.page.getByRole('button', { name: 'New message' }).click()
      await dialog(list.page)
        .getByLabel('Text', { exact: true })
        .fill('A text of some length that takes two lines on a phone')
      expect(await seriousFaults(list.page, axe)).toEqual([])
      await expectFits(list.page)
      await picture(list.page, `form-${size}-${scheme}`)
      await list.close()
    }
    await all.getByRole('button', { name: 'End now' }).click()
    await bar(page, 'Maintenance tonight').waitFor({ state: 'detached' })
    await close()
  })
})
