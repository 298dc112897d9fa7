import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'
const address = `/survey/${survey}/${survey}?page=blocks`
const dashboard = `/rankings/${survey}/region,all;ftime=rmonths-11+0`

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/block-${name}.png`, fullPage: true })
}
const open = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('region', { name: name.split(' ')[0] ?? '' }).waitFor()
}
const card = (page: Page, name: RegExp) => page.getByRole('button', { name, expanded: false })
const written = (page: Page) => page.getByRole('textbox', { name: /^Text of/ })

describe('config blocks', () => {
  it('change an indicator by its form: kept as a draft, told in words, published, on the dashboard, rolled back', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    await page
      .getByText(/^Version 1,/)
      .first()
      .waitFor()
    await picture(page, 'list')
    await open(page, 'Indicators indicators.json')
    await card(page, /^NPS nps$/).click()
    const title = page.getByRole('group', { name: 'Title' }).getByRole('textbox').first()
    await title.fill('Recommended to friends')
    await page.getByText(/^Draft kept .* by aino$/).waitFor()
    // The form and the text are the same document.
    await expect.poll(() => written(page).textContent()).toContain('Recommended to friends')
    await picture(page, 'open')
    expect(await seriousFaults(page, axe)).toEqual([])

    await page.getByRole('button', { name: 'See changes and publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the drafts' })
    await dialog.getByText('Publishing changes this for everyone:').waitFor()
    await dialog.getByRole('insertion').getByText('Recommended to friends').waitFor()
    await dialog.getByText(/^Indicators › Recommended to friends/).waitFor()
    await dialog.getByText('Text of indicators.json with the changes marked').click()
    await dialog.locator('.cm-deletedChunk').first().waitFor()
    await picture(page, 'publish')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()

    await page.goto(new URL(dashboard, page.url()).href)
    await page.getByText('Recommended to friends').first().waitFor()
    await page.goto(new URL(`/survey/${survey}/${survey}?page=versions`, page.url()).href)
    await page.getByRole('button', { name: /^Version 1/ }).click()
    await page.getByRole('button', { name: 'Publish version 1 again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 3 published').waitFor()
    await page.goto(new URL(dashboard, page.url()).href)
    await page.getByText('NPS').first().waitFor()
    expect(await page.getByText('Recommended to friends').count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('tell in the text what is wrong while it is written, offer what the schema knows, and let the tab key go', async () => {
    const { page, faults, close } = await sample.open(`${address}&block=indicators.json`, 'desk')
    await written(page).waitFor()
    await page.getByText('As published.', { exact: false }).waitFor()
    await written(page).press('Control+Home')
    await written(page).press('ArrowDown')
    await written(page).press('End')
    await page.keyboard.insertText('{"measure": "mean", "id": "new", "title": "New", "question": "nobody", }, ')
    await page
      .getByRole('list', { name: 'Fix these problems first:' })
      .getByText(/line \d/)
      .waitFor()
    await page.getByText('The text can’t be read, so there is no form.', { exact: false }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    const offers = page.getByRole('listbox', { name: 'What may stand here' })
    await offers.getByRole('option', { name: /decimals/ }).waitFor()
    await picture(page, 'offers')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'document').activeElement?.shadowRoot !== null)).toBe(true)
    await page.keyboard.press('Tab')
    const isInside = () => page.evaluate(() => Boolean(Reflect.get(globalThis, 'document').activeElement?.shadowRoot))
    await expect.poll(isInside).toBe(false)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Draft discarded').waitFor()
    await page.getByText('As published.', { exact: false }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('warn of what publishing them removes, and how much, where things are kept shorter', async () => {
    const { page, faults, close } = await sample.open(`${address}&block=settings.json`, 'desk')
    await written(page).waitFor()
    await page.getByText('As published.', { exact: false }).waitFor()
    await written(page).press('Control+Home')
    await written(page).press('ArrowRight')
    await page.keyboard.insertText('"retention": { "retentionDays": 30 }, ')
    await page.getByText(/^Draft kept .* by aino$/).waitFor()
    await page.getByRole('button', { name: 'See changes and publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the drafts' })
    const warned = dialog.getByRole('alert')
    await warned.getByText('Publishing this removes, tonight and for good:').waitFor()
    await warned.getByText(/^Responses: [1-9][\d,]*$/).waitFor()
    await dialog.getByRole('button', { name: 'Publish and remove' }).waitFor()
    await picture(page, 'removing')
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Draft discarded').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('show both versions to whoever was slower, and go on with the one that is chosen', async () => {
    const first = await sample.open(`${address}&block=topics.json`, 'desk')
    const second = await sample.open(`${address}&block=topics.json`, 'desk', 'dark', 'root')
    const words = (page: Page) => page.getByRole('textbox', { name: 'Topics to leave out' })
    for (const { page } of [first, second]) await words(page).waitFor()
    await words(first.page).fill('staff')
    await first.page.getByText(/^Draft kept/).waitFor()
    await words(second.page).fill('price')
    await second.page.getByText('aino has kept another draft of this block meanwhile.').waitFor()
    await picture(second.page, 'conflict')
    expect(await seriousFaults(second.page, axe)).toEqual([])
    await second.page.getByRole('button', { name: 'Keep mine' }).click()
    await second.page.getByText(/^Draft kept .* by root$/).waitFor()
    await expect.poll(() => words(second.page).inputValue()).toBe('price')
    await second.close()
    await first.close()
  })

  it.each(looks)('can be read and written on a %s in %s', async (size, scheme) => {
    const { page, faults, close } = await sample.open(address, size, scheme)
    for (const [name, file] of [
      ['Settings and reports', 'settings.json'],
      ['Questions', 'questions.json'],
      ['Filters', 'filters.json'],
      ['Alert rules', 'alert-rules.json'],
    ] as const) {
      await page.getByRole('button', { name: `${name} ${file}` }).click()
      await page.getByRole('heading', { level: 2, name }).waitFor()
      // A phone shows the form first, the text when it is asked for.
      if (size === 'phone') await page.getByText('Both', { exact: true }).click()
      await written(page).scrollIntoViewIfNeeded()
      await picture(page, `${file.replace('.json', '')}-${size}-${scheme}`)
      expect([file, await seriousFaults(page, axe)]).toEqual([file, []])
      await page.getByRole('button', { name: 'Config blocks' }).click()
    }
    await page.getByRole('button', { name: 'Begin' }).waitFor()
    await picture(page, `list-${size}-${scheme}`)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})
