import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'
const changes = `/page/changes/${survey}/region,all;ftime=rmonths-11+0`
const blocks = `/survey/${survey}/${survey}?page=blocks`

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/target-${name}.png`, fullPage: true })
}
const card = (page: Page) => page.getByRole('region', { name: /^Targets, Q\d/ })
const paste = (page: Page, cell: string, text: string) =>
  page.getByRole('textbox', { name: cell }).evaluate((field, pasted) => {
    const { DataTransfer: Data, ClipboardEvent: Pasting } = globalThis as unknown as {
      DataTransfer: new () => { setData(type: string, text: string): void }
      ClipboardEvent: new (type: string, how: object) => unknown
    }
    const clipboardData = new Data()
    clipboardData.setData('text/plain', pasted)
    const event = new Pasting('paste', { clipboardData, bubbles: true, cancelable: true })
    ;(field as unknown as { dispatchEvent(event: unknown): void }).dispatchEvent(event)
  }, text)

describe('targets', () => {
  it('stand with the chance of reaching them, and lead to the places below', async () => {
    const { page, faults, close } = await sample.open(changes, 'desk')
    const nps = card(page).getByRole('region', { name: 'NPS' })
    const rows = nps.getByRole('listitem')
    await rows.filter({ hasText: 'Finland' }).waitFor()
    await expect.poll(() => rows.count()).toBe(5)
    // Of each place either the chance is told, or why there is none.
    for (const text of await rows.allTextContents())
      expect(text).toMatch(/target .*(?:Chance of reaching it .*%|Reached|Missed|no more|too few)/)
    await card(page)
      .getByText(/^Chance: how likely/)
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await nps.getByRole('link', { name: 'Finland', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Finland' }).waitFor()
    await nps.getByRole('listitem').filter({ hasText: 'Uusimaa' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('of a period that is over are reached or missed', async () => {
    const { page, faults, close } = await sample.open(
      `/page/changes/${survey}/region,all;ftime=20260701_20260930`,
      'desk',
    )
    const past = page.getByRole('region', { name: 'Targets, Q3 2026' })
    await past.getByText('period is over').waitFor()
    const rows = past.getByRole('region', { name: 'NPS' }).getByRole('listitem')
    await rows
      .filter({ hasText: /Reached|Missed/ })
      .first()
      .waitFor()
    await expect.poll(() => rows.filter({ hasText: /Reached|Missed/ }).count()).toBe(5)
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('fit the window %s %s', async (size, scheme) => {
    const { page, faults, close } = await sample.open(changes, size, scheme)
    await card(page).scrollIntoViewIfNeeded()
    await card(page).getByText('Finland').first().waitFor()
    await expectFits(page)
    if (process.env.KAIKU_PICTURES)
      await card(page).screenshot({ path: `${process.env.KAIKU_PICTURES}/target-${size}-${scheme}.png` })
    await page.goto(new URL(`${blocks}&block=targets.json`, page.url()).href)
    await page.getByRole('table', { name: 'Targets of NPS by place and period' }).waitFor()
    await page.getByRole('textbox', { name: /^Finland, Q4/ }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `grid-${size}-${scheme}`)
    expect(faults).toEqual([])
    await close()
  })

  it('are written and pasted in a table of places and periods, kept as a draft, and published', async () => {
    const { page, faults, close } = await sample.open(`${blocks}&block=targets.json`, 'desk')
    const cell = (name: string) => page.getByRole('textbox', { name })
    await cell('Finland, Q4 2026').waitFor()
    await expect.poll(() => cell('Finland, Q4 2026').inputValue()).toBe('40')
    // Sweden has none of its own: what it has from above stands in the cell, pale.
    await expect.poll(() => cell('Sweden, Q4 2026').inputValue()).toBe('')
    await expect.poll(() => cell('Sweden, Q4 2026').getAttribute('placeholder')).toBe('42')
    await cell('Sweden, Q4 2026').fill('39,5')
    await cell('Sweden, Q4 2026').press('Enter')
    await page.getByText(/^Draft kept .* by aino$/).waitFor()
    await page.getByRole('button', { name: 'Places below Finland' }).click()
    await cell('Uusimaa, Q3 2026').waitFor()
    await expect.poll(() => cell('Uusimaa, Q4 2026').getAttribute('placeholder')).toBe('40')
    await paste(page, 'Finland, Q3 2026', '11\t12\r\n13\tn/a\r\n')
    await expect.poll(() => cell('Finland, Q3 2026').inputValue()).toBe('11')
    await expect.poll(() => cell('Finland, Q4 2026').inputValue()).toBe('12')
    await page.getByRole('radio', { name: 'Text', exact: true }).check()
    const written = page.getByRole('textbox', { name: /^Text of/ })
    await expect.poll(() => written.textContent()).toContain('39.5')
    await expect.poll(() => written.textContent()).toContain('fi-')
    await expect.poll(() => page.getByRole('button', { name: 'See changes and publish' }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'See changes and publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the drafts' })
    await dialog.getByRole('insertion').getByText('12', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()
    await page.goto(new URL(changes, page.url()).href)
    await card(page)
      .getByRole('listitem')
      .filter({ hasText: 'Sweden' })
      .filter({ hasText: 'target 39.5' })
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
